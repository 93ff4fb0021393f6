"""A dry run: what would be sent to whom, checked as far as that goes without sending anything."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from crew.delivery.addresses import checked_address
from crew.delivery.channels.webhook import address_of
from crew.delivery.parcel import Parcel
from crew.delivery.specs import MailTarget, ObjectStoreTarget, SlackTarget, Target, WebhookTarget
from crew.errors import CrewError
from crew.settings import Settings
from tools.frozen import Frozen


class Rehearsed(Frozen):
    """One delivery that would be made; `problem` tells what would stop it."""

    channel: str
    destination: str
    files: tuple[str, ...]
    size: int
    problem: str | None = None


def rehearse(parcel: Parcel, targets: Sequence[Target], settings: Settings) -> list[Rehearsed]:
    """What would be delivered; nothing is sent, and nothing is stored."""
    rehearsed = []
    for target in targets:
        files = parcel.of_formats(target.formats)
        problem = _problem(target, settings)
        for destination in target.destinations():
            rehearsed.append(
                Rehearsed(
                    channel=target.to,
                    destination=destination,
                    files=tuple(file.name for file in files),
                    size=sum(len(file.content) for file in files),
                    problem=problem,
                )
            )
    return rehearsed


def _problem(target: Target, settings: Settings) -> str | None:
    try:
        for name, variable in _secrets(target).items():
            settings.secret(variable, f"`delivery` to {target.to}: `{name}`")
        if isinstance(target, WebhookTarget | SlackTarget):
            parts = urlsplit(address_of(target, settings))
            checked_address(parts.hostname or "", parts.port or 443, allow_private=target.allow_private)
    except CrewError as error:
        return str(error)
    return None


def _secrets(target: Target) -> dict[str, str]:
    holder: Any = target.server if isinstance(target, MailTarget) else target
    names = {
        MailTarget: ("user_env", "password_env"),
        ObjectStoreTarget: ("key_env", "secret_env"),
        WebhookTarget: ("secret_env", "url_env"),
        SlackTarget: ("url_env",),
    }.get(type(target), ())
    return {name: variable for name in names if (variable := getattr(holder, name))}
