"""The section of a domain file that concerns one document index."""

from pydantic import Field

from tools.frozen import Frozen


class IndexSpec(Frozen):
    """One index: the folder of documents it is made from, where it is kept, and how it is searched.

    It is kept in an embedded LanceDB folder, unless `url_env` names an environment variable that is set to the
    address of an Elasticsearch. Relative paths count from the folder that holds the configuration.
    """

    about: str = ""
    folder: str | None = None
    """Where the documents lie."""
    path: str | None = None
    """The embedded index's folder; by default chosen by the application."""
    url_env: str | None = None
    api_key_env: str | None = None
    ca_env: str | None = None
    """The environment variable with the path of a certificate authority's file."""
    name: str | None = None
    """The index's name within Elasticsearch; by default the domain's and the source's name."""
    embedder: str = "all-MiniLM-L6-v2"
    """A sentence-transformers model by name or path, or `none` for lexical search alone."""
    reranker: str | None = None
    """The folder of a cross-encoder that reads the best candidates once more; by default none does."""
    language: str = "en"
    """The ISO 639-1 code assumed for documents too short to tell."""
    authority: int = 0
    """Where sources disagree, the one with the higher number is preferred."""
    relevance: float = Field(default=0.4, ge=0, le=1)
    """The least cosine between question and passage; see `tools/documents/relevance.py` for its calibration."""
    max_passages: int = Field(default=6, ge=1, le=50)
    prefers_recent: bool = False
    """Age counts in every search, not only where the question is about the present."""
    half_life_days: int = Field(default=365, ge=1)
    """Where age counts, a passage this old counts half."""
    stale_after_days: int | None = Field(default=None, ge=1)
    """Passages older than this are reported as stale."""
