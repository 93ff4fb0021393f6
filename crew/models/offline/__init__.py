"""`offline/analyst`: a deterministic model that plans, words statements, drafts and verifies by rule."""
