"""Reading a domain's YAML: parsing, checking, and joining it to the defaults."""
