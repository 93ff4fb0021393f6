"""Reading documents: loading, passages, embeddings, and hybrid search over one index."""
