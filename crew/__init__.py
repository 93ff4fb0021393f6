"""The program: puts the parts together and talks to people. May import `agents`, `tasks` and `tools`."""
