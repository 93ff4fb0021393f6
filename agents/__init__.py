"""Who works: the roles built from `agents.yaml`. May import `tools`."""
