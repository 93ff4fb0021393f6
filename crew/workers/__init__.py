"""Asking and reporting as jobs on many machines; may import `crew.store`, `crew.schedule` and `crew.assemble`."""
