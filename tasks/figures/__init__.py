"""Figures: result cells, calculations over them, and numbers printed for people or read back from prose."""
