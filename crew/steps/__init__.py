"""The steps of the flow, one file each. Each reads and changes the state through the run it is given."""
