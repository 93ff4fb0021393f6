"""What a sentence claims, compared with its evidence, one kind of claim to a file. May import `tasks` and `tools`."""
