"""The command line: parses, calls one function, prints. The only place that touches stdout, environment and signals."""
