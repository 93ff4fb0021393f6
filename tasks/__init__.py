"""What work is, and what counts as done: plans, drafts, prompt blocks, receipts. May import `tools`."""
