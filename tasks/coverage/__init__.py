"""The receipt's second half: what a statement computed, compared with what its slot asked for."""
