"""Brings a finished parcel to its receivers, once where that can be known; may import `crew.store` and `tools`."""
