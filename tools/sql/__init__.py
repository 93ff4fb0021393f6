"""Reading databases: schema, semantic layer, guard, policy, and statements run read-only."""
