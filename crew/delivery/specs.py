"""`delivery:` in a report's YAML: who receives what, and how. Secrets stand only in the variables named here."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, TypeAdapter, model_validator

from tools.frozen import Frozen


class _Target(Frozen):
    formats: tuple[str, ...] = ("html", "pdf")
    """Which of the parcel's files it takes."""
    retry_for_seconds: float = Field(default=6 * 3600, ge=0)
    """How long a receiver that is away is tried again."""
    time_out: float = Field(default=30, gt=0, le=600)
    """Seconds that one attempt may take as a whole."""
    when_unknown: Literal["send_again", "wait"] = "send_again"
    """After a crash or a lost reply: deliver again, under the same key, or wait for a person to settle it."""


class FolderTarget(_Target):
    """A folder of this machine, or one it has mounted."""

    to: Literal["folder"]
    path: str
    formats: tuple[str, ...] = ("html", "pdf", "markdown", "json")

    def destinations(self) -> tuple[str, ...]:
        """One."""
        return (self.path,)


class ObjectStoreTarget(_Target):
    """A bucket of an S3-compatible store (`s3://bucket/prefix`), or any other store fsspec can write to."""

    to: Literal["s3"]
    url: str = Field(pattern=r"^[a-z0-9+]+://[^/]+")
    endpoint: str | None = None
    """The store's address, where it is not Amazon's."""
    key_env: str | None = None
    secret_env: str | None = None
    region: str | None = None
    formats: tuple[str, ...] = ("html", "pdf", "markdown", "json")

    def destinations(self) -> tuple[str, ...]:
        """One."""
        return (self.url,)


class MailServerSpec(Frozen):
    """The server that takes mail from us."""

    host: str
    port: int | None = Field(default=None, ge=1, le=65535)
    """465 with `tls`, 587 with `starttls`, 25 without."""
    security: Literal["tls", "starttls", "none"] = "starttls"
    user_env: str | None = None
    password_env: str | None = None
    ca_file: str | None = None
    """Certificates to trust beside the system's."""

    @model_validator(mode="after")
    def _protects_passwords(self) -> Self:
        if self.security == "none" and self.password_env:
            raise ValueError("a password is not sent without encryption: set `security` to `tls` or `starttls`")
        if bool(self.user_env) != bool(self.password_env):
            raise ValueError("`user_env` and `password_env` go together: name both or neither")
        return self


class MailTarget(_Target):
    """E-mail: each recipient gets a message of their own, so that each outcome is known."""

    to: Literal["mail"]
    recipients: tuple[str, ...] = ()
    """By default the report's own."""
    sender: str
    server: MailServerSpec
    when_unknown: Literal["send_again", "wait"] = "wait"

    @model_validator(mode="after")
    def _has_addresses(self) -> Self:
        for address in (self.sender, *self.recipients):
            if not is_mail_address(address):
                raise ValueError(f"`{address}` is no mail address; write one such as team@example.org")
        return self

    def destinations(self) -> tuple[str, ...]:
        """Every recipient."""
        return self.recipients


class _Hook(_Target):
    url: str | None = Field(default=None, pattern=r"^https?://")
    url_env: str | None = None
    """The variable that holds the address, where the address itself is a secret."""
    allow_private: bool = False
    """Let the address be one of this machine or of a private network."""
    ca_file: str | None = None
    """Certificates to trust beside the system's."""

    @model_validator(mode="after")
    def _has_one_address(self) -> Self:
        if bool(self.url) == bool(self.url_env):
            raise ValueError("name the address by `url` or by `url_env`, one of them")
        return self

    def destinations(self) -> tuple[str, ...]:
        """One; an address that is a secret is called by its variable."""
        return (self.url or f"${self.url_env}",)


class WebhookTarget(_Hook):
    """An HTTP address that takes signed JSON."""

    to: Literal["webhook"]
    secret_env: str
    """The variable with the secret that signs; several, with spaces between, while one replaces another."""
    formats: tuple[str, ...] = ("json",)


class SlackTarget(_Hook):
    """An incoming webhook of Slack, or of a chat that takes Slack's payloads (Mattermost, Rocket.Chat, …)."""

    to: Literal["slack"]
    link: str | None = Field(default=None, pattern=r"^https?://")
    """Where the whole report can be read."""
    formats: tuple[str, ...] = ()


Target = FolderTarget | ObjectStoreTarget | MailTarget | WebhookTarget | SlackTarget
TargetSpec = Annotated[Target, Field(discriminator="to")]


class DeliverySpec(Frozen):
    """Where a report goes."""

    targets: tuple[TargetSpec, ...] = ()
    when_failed: tuple[TargetSpec, ...] = ()
    """Who is told when a run has failed for good."""


_ADAPTER: TypeAdapter[Target] = TypeAdapter(TargetSpec)


def is_mail_address(text: str) -> bool:
    """Whether mail can be sent to it, and to nobody else."""
    name, _, host = text.rpartition("@")
    return bool(name and host) and not any(letter in text for letter in "\r\n,;<> ")


def target_of(stored: dict[str, Any]) -> Target:
    """A target as it was stored with its delivery."""
    return _ADAPTER.validate_python(stored)
