"""The sections of `routes.yaml`."""

from decimal import Decimal
from typing import Any, Literal

from pydantic import Field

from tools.frozen import Frozen


class DeploymentSpec(Frozen):
    """One model at one provider, as LiteLLM names it (`openai/gpt-4o`, `ollama/llama3`, `offline/analyst`)."""

    model: str
    api_base: str | None = None
    api_key_env: str | None = None
    """The environment variable with the key; without it LiteLLM's own variable for the provider counts."""
    timeout: float = Field(default=60, gt=0)
    """Seconds for one call."""
    context_window: int = Field(default=32_000, ge=1000)
    """Tokens. A deployment that a prompt does not fit is passed over."""
    input_price: Decimal | None = Field(default=None, ge=0)
    """US dollars for a million prompt tokens, for models LiteLLM has no price of."""
    output_price: Decimal | None = Field(default=None, ge=0)
    prompt_cache: bool = False
    """Mark the system message for the provider's prompt cache (Anthropic, Bedrock)."""
    parameters: dict[str, Any] = {}
    """Further LiteLLM parameters, such as `api_version`."""


class RouteSpec(Frozen):
    """A named choice of model: deployments in order, each asked when the one before it fails."""

    deployments: tuple[DeploymentSpec, ...] = Field(min_length=1)
    reach: Literal["local", "hosted"] = "hosted"
    """Whether prompts leave the operator's machines; `policy.hosted_columns` says what they may then carry."""
    temperature: float = Field(default=0, ge=0, le=2)
    max_tokens: int = Field(default=4096, ge=16)
    """The longest completion, which a call's reservation counts on."""
    cooldown: float = Field(default=30, ge=0)
    """Seconds a failing deployment is left alone."""
    reuse_completions_hours: float = Field(default=0, ge=0)
    """Hours in which an identical request of the same asker is answered from the store; 0 asks every time."""


class RoutesSpec(Frozen):
    """`routes.yaml`."""

    version: Literal[1]
    routes: dict[str, RouteSpec]
