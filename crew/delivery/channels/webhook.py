"""Delivery by webhook: signed JSON, or a message in Slack's form."""

import base64
import json
from datetime import UTC, datetime
from typing import Any

from crew.delivery.channels.http import Post, post
from crew.delivery.parcel import Parcel, ParcelFile
from crew.delivery.signing import signed_headers
from crew.delivery.specs import SlackTarget, WebhookTarget
from crew.settings import Settings

_LONGEST_HEADER = 150
_LONGEST_SECTION = 3000
"""Slack's own limits."""


def send_webhook(parcel: Parcel, target: WebhookTarget, *, key: str, settings: Settings) -> str:
    """Post the parcel as JSON, signed with the present time. The key lets the receiver know a repeated one."""
    secrets = settings.secret(target.secret_env, "`delivery` to webhook: `secret_env`")
    body = json.dumps(webhook_payload(parcel, target), ensure_ascii=False).encode()
    headers = signed_headers(body, key=key, at=datetime.now(UTC), secrets=secrets)
    return post(_post_of(target, body, settings, headers))


def send_slack(parcel: Parcel, target: SlackTarget, *, settings: Settings) -> str:
    """Post subject and summary as a message."""
    body = json.dumps(slack_payload(parcel, target), ensure_ascii=False).encode()
    return post(_post_of(target, body, settings, {}))


def webhook_payload(parcel: Parcel, target: WebhookTarget) -> dict[str, Any]:
    """What a receiver gets: the parcel's facts, and its files in the formats the target wants."""
    return {
        "schema_version": 1,
        "type": "report.delivered",
        "report": parcel.report,
        "key": parcel.key,
        "subject": parcel.subject,
        "summary": parcel.summary,
        "facts": parcel.facts,
        "files": [_file(file) for file in parcel.of_formats(target.formats)],
    }


def slack_payload(parcel: Parcel, target: SlackTarget) -> dict[str, Any]:
    """A message in blocks; chats that know no blocks show its `text`."""
    header = {"type": "plain_text", "text": parcel.subject[:_LONGEST_HEADER], "emoji": False}
    section = {"type": "plain_text", "text": parcel.summary[:_LONGEST_SECTION] or "–", "emoji": False}
    blocks: list[dict[str, Any]] = [{"type": "header", "text": header}, {"type": "section", "text": section}]
    lines = [_escaped(parcel.subject), _escaped(parcel.summary[:_LONGEST_SECTION])]
    if target.link:
        link = f"<{target.link}|{_escaped(parcel.report)}>"
        blocks.append({"type": "context", "elements": [{"type": "mrkdwn", "text": link}]})
        lines.append(link)
    return {"text": "\n".join(lines), "blocks": blocks}


def address_of(target: WebhookTarget | SlackTarget, settings: Settings) -> str:
    """The address, from its variable where it is a secret."""
    if target.url_env:
        return settings.secret(target.url_env, f"`delivery` to {target.to}: `url_env`")
    return target.url or ""


def _post_of(target: WebhookTarget | SlackTarget, body: bytes, settings: Settings, headers: dict[str, str]) -> Post:
    return Post(
        url=address_of(target, settings),
        shown=target.destinations()[0],
        body=body,
        headers={"Content-Type": "application/json; charset=utf-8", "User-Agent": "crosscheck", **headers},
        time_out=target.time_out,
        allow_private=target.allow_private,
        ca_file=target.ca_file,
    )


def _file(file: ParcelFile) -> dict[str, Any]:
    entry = {"name": file.name, "format": file.format, "media_type": file.media_type, "sha256": file.sha256}
    if file.format == "json":
        return {**entry, "content": json.loads(file.content)}
    return {**entry, "content_base64": base64.b64encode(file.content).decode()}


def _escaped(text: str) -> str:
    """Text that Slack shows as it is: no mention and no link of its own."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
