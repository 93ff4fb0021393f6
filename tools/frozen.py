"""The base of every spec and of every value that steps hand to each other."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """An immutable value that refuses unknown keys; the text below a field describes it to models in its schema."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
