"""Reading files: one module a family of formats, and `folder` that reads a whole folder. Imports `tools.documents`."""
