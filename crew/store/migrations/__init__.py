"""The schema's history, run by `crew.store.schema`."""
