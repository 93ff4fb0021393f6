"""One question being answered: its state, what may be fetched, what is written down, and the answer put together."""
