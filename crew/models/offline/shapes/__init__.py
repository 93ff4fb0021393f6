"""One file for each shape of plan: figures, changes, shares, causes, passages."""
