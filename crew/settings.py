"""What the environment provides. Only the CLI's entry reads it; everything below is passed what it needs."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from crew.errors import WrongConfiguration


@dataclass(frozen=True)
class Settings:
    """Addresses, keys and choices from `CROSSCHECK_*` variables."""

    home: Path
    """Where our own state lies by default."""
    store_url: str
    config: Path | None
    domain: str | None
    today: date | None
    audit_key: str | None
    audit_export: Path
    auditors: frozenset[str]
    """Ids of those who may see everyone's runs."""
    environment: Mapping[str, str]

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """Read the environment; raises WrongConfiguration for a value that cannot be used."""
        env = dict(os.environ) if environment is None else dict(environment)
        home = Path(env.get("CROSSCHECK_HOME") or _default_home(env)).expanduser().absolute()
        config = env.get("CROSSCHECK_CONFIG")
        return cls(
            home=home,
            store_url=env.get("CROSSCHECK_STORE_URL") or f"sqlite:///{home / 'state.sqlite'}",
            config=Path(config).expanduser() if config else None,
            domain=env.get("CROSSCHECK_DOMAIN") or None,
            today=_date(env.get("CROSSCHECK_TODAY")),
            audit_key=env.get("CROSSCHECK_AUDIT_KEY") or None,
            audit_export=Path(env.get("CROSSCHECK_AUDIT_EXPORT") or home / "audit.jsonl"),
            auditors=frozenset(name.strip() for name in env.get("CROSSCHECK_AUDITORS", "").split(",") if name.strip()),
            environment=env,
        )

    def secret(self, variable: str, where: str) -> str:
        """The value of a variable that the configuration names at `where`; raises WrongConfiguration when unset."""
        value = self.environment.get(variable)
        if not value:
            raise WrongConfiguration(f"{where} names the environment variable {variable}, which is not set. Set it.")
        return value


def _default_home(env: Mapping[str, str]) -> str:
    base = env.get("XDG_STATE_HOME") or f"{env.get('HOME', '~')}/.local/state"
    return f"{base}/crosscheck"


def _date(text: str | None) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise WrongConfiguration(f"CROSSCHECK_TODAY is `{text}`; write a date such as 2025-10-20.") from error
