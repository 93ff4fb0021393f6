"""Chooses the way a parcel travels."""

from threading import Thread

from crew.delivery.channels.folder import write_to_folder
from crew.delivery.channels.mail import send_mail
from crew.delivery.channels.object_store import put_into_store
from crew.delivery.channels.webhook import send_slack, send_webhook
from crew.delivery.errors import Uncertain
from crew.delivery.parcel import Parcel
from crew.delivery.specs import FolderTarget, MailTarget, ObjectStoreTarget, SlackTarget, Target
from crew.settings import Settings


def send(parcel: Parcel, target: Target, *, destination: str, key: str, settings: Settings) -> str:
    """Send a parcel once, within the target's time as a whole, and say what the receiver answered.

    Raises NotDelivered or Uncertain. What has not ended in time is left to its thread: a receiver that drips its reply
    byte by byte never trips the time-out of a read.
    """
    outcome: list[str | BaseException] = []

    def work() -> None:
        try:
            outcome.append(_send(parcel, target, destination=destination, key=key, settings=settings))
        except BaseException as error:  # noqa: BLE001 - raised again below
            outcome.append(error)

    thread = Thread(target=work, name=f"deliver-{target.to}", daemon=True)
    thread.start()
    thread.join(target.time_out)
    if not outcome:
        raise Uncertain(f"{destination} had not answered after {target.time_out:g} s.")
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


def _send(parcel: Parcel, target: Target, *, destination: str, key: str, settings: Settings) -> str:
    if isinstance(target, FolderTarget):
        return write_to_folder(parcel, target)
    if isinstance(target, ObjectStoreTarget):
        return put_into_store(parcel, target, settings)
    if isinstance(target, MailTarget):
        return send_mail(parcel, target, recipient=destination, key=key, settings=settings)
    if isinstance(target, SlackTarget):
        return send_slack(parcel, target, settings=settings)
    return send_webhook(parcel, target, key=key, settings=settings)
