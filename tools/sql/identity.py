"""With whose rights a database is read: the role and session variables that an asker gets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tools.asker import EVERYONE, Asker
from tools.sql.errors import NoIdentity
from tools.sql.specs import DatabaseSpec, IdentitySpec


@dataclass(frozen=True)
class Identity:
    """What a connection becomes before it reads; empty where the account's own rights are enough."""

    role: str | None = None
    variables: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.role or self.variables)


def identity_of(spec: IdentitySpec, asker: Asker) -> Identity:
    """The asker's role and variables; raises NoIdentity when roles are listed and none is the asker's."""
    role = _chosen(spec.roles, asker, "roles")
    variables = tuple((name, _filled(value, asker)) for name, value in spec.variables.items())
    return Identity(role=_filled(role, asker) if role else None, variables=variables)


def spec_for(spec: DatabaseSpec, asker: Asker) -> DatabaseSpec:
    """The database with the asker's own address; raises NoIdentity when addresses are listed and none is theirs."""
    variable = _chosen(spec.identity.url_envs, asker, "url_envs")
    return spec.model_copy(update={"url": None, "url_env": variable}) if variable else spec


def _chosen(by_asker: Mapping[str, str], asker: Asker, key: str) -> str | None:
    found = asker.entry_in(by_asker)
    if found is not None or not by_asker:
        return found
    raise NoIdentity(
        f"`identity.{key}` lists nothing for the asker `{asker.id}`, their groups, or everyone (`{EVERYONE}`)."
    )


def _filled(text: str, asker: Asker) -> str:
    parts: dict[str, Any] = {"{asker}": asker.id, "{groups}": ",".join(asker.groups)}
    for mark, value in parts.items():
        text = text.replace(mark, value)
    return text
