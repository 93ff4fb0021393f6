"""The section of a domain file that concerns one document index."""

from typing import Self

from pydantic import Field, model_validator

from tools.frozen import Frozen


class IndexIdentitySpec(Frozen):
    """With whose rights an Elasticsearch is searched, so that its own document-level security decides too.

    An asker's own entry comes first, then that of a group (`@finance`), then everyone's (`*`); an asker for whom
    nothing is listed is refused. Documents are added with the index's own `api_key_env` or user.
    """

    api_key_envs: dict[str, str] = {}
    """The environment variable that holds each asker's key."""


class EmbeddingSpec(Frozen):
    """How a `litellm/…` embedder is called; the texts of passages and questions are sent there."""

    api_base: str | None = None
    api_key_env: str | None = None
    """The environment variable with the key; without it LiteLLM's own variable for the provider counts."""
    dimensions: int | None = Field(default=None, ge=1)
    """The length of vectors to ask for; by default the model's own."""
    timeout: float = Field(default=30, gt=0)
    """Seconds for one call while documents are added; a question waits for a few at most."""


class IndexSpec(Frozen):
    """One index: the folder of documents it is made from, where it is kept, and how it is searched.

    It is kept in an embedded LanceDB folder, unless `url_env` or `cloud_id_env` names an environment variable that is
    set. Relative paths count from the folder that holds the configuration; every `…_env` names a variable.
    """

    about: str = ""
    folder: str | None = None
    """Where the documents lie."""
    path: str | None = None
    """The embedded index's folder; by default chosen by the application."""
    url_env: str | None = None
    """The address of an Elasticsearch, or of several of its nodes with commas."""
    cloud_id_env: str | None = None
    api_key_env: str | None = None
    username_env: str | None = None
    password_env: str | None = None
    ca_env: str | None = None
    """The path of a certificate authority's file."""
    fingerprint_env: str | None = None
    """The sha256 of the server's certificate or of its authority's, in hexadecimal."""
    identity: IndexIdentitySpec = IndexIdentitySpec()
    name: str | None = None
    """The alias within Elasticsearch; by default the domain's and the source's name."""
    embedder: str = "all-MiniLM-L6-v2"
    """A sentence-transformers model by name or path, `litellm/…` for any model that LiteLLM can call, or `none`."""
    embedding: EmbeddingSpec = EmbeddingSpec()
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

    @model_validator(mode="after")
    def _one_way_each(self) -> Self:
        if self.url_env and self.cloud_id_env:
            raise ValueError("takes `url_env` or `cloud_id_env`, not both")
        if bool(self.username_env) != bool(self.password_env):
            raise ValueError("takes `username_env` and `password_env` together")
        if self.api_key_env and self.username_env:
            raise ValueError("takes `api_key_env` or `username_env`, not both")
        if self.ca_env and self.fingerprint_env:
            raise ValueError("takes `ca_env` or `fingerprint_env`, not both")
        return self
