"""When reports run, and that each due time runs once; may import `crew.store`, `crew.delivery` and `crew.reports`."""
