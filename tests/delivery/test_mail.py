"""Mail: the page with its charts inside, the paper attached, protected on the way, and no doubt unless there is one."""

import socket
import ssl
import threading
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from pydantic import ValidationError

from crew.delivery.delivering import Deliverer, post_parcel
from crew.delivery.parcel import Parcel
from crew.delivery.specs import Target
from crew.store.delivery_records import DeliveryRecord
from crew.store.store import Store
from tests.delivery.parcels import mail, weekly
from tests.delivery.receivers import mail_server

Delivering = Callable[[Target], dict[str, DeliveryRecord]]


@pytest.fixture
def deliver(local_state: Store, deliverer: Callable[[Store], Deliverer], parcel: Parcel) -> Delivering:
    """Delivers the parcel, and tells by recipient what became of it."""

    def delivered(target: Target) -> dict[str, DeliveryRecord]:
        posted = post_parcel(local_state, parcel, [target])
        return {each.destination: each for each in deliverer(local_state).deliver_parcel(posted)}

    return delivered


def test_a_mail_shows_the_page_with_its_chart_and_brings_the_paper(deliver: Delivering) -> None:
    with mail_server() as mailbox:
        deliver(mail(mailbox.port))

    (message,) = mailbox.messages
    page = message.get_body(("html",))
    assert isinstance(page, EmailMessage)
    (chart,) = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert f'src="cid:{chart["Content-ID"].strip("<>")}"' in page.get_content()
    assert "base64" not in page.get_content()
    assert message["Subject"] == "Weekly review: Europe <fell> by 6.0%"
    assert message.get_body(("plain",)).get_content().startswith("Net revenue fell")  # type: ignore[union-attr]
    papers = [part.get_filename() for part in message.iter_attachments()]
    assert "weekly.pdf" in papers


def test_every_recipient_gets_a_message_and_an_outcome_of_their_own(deliver: Delivering) -> None:
    with mail_server() as mailbox:
        mailbox.refused.add("gone@example.org")
        outcomes = deliver(mail(mailbox.port, "team@example.org", "gone@example.org"))

    assert outcomes["team@example.org"].state == "delivered"
    assert outcomes["gone@example.org"].state == "failed"
    assert "no such mailbox" in (outcomes["gone@example.org"].detail or "")
    assert [envelope.rcpt_tos for envelope in mailbox.envelopes] == [["team@example.org"]]


def test_a_mail_sent_again_keeps_its_message_id(deliver: Delivering) -> None:
    with mail_server() as mailbox:
        mailbox.replies = ["451 try later", "250 OK"]
        (delivery,) = deliver(mail(mailbox.port)).values()

    assert (delivery.state, delivery.attempts) == ("delivered", 2)
    assert len({message["Message-ID"] for message in mailbox.messages}) == 1
    assert delivery.key in mailbox.messages[0]["Message-ID"]


@pytest.mark.parametrize("password", ["right", "wrong"])
def test_a_protected_server_gets_name_and_password_only_over_tls(
    deliver: Delivering, certificate: tuple[ssl.SSLContext, Path], password: str
) -> None:
    context, ca_file = certificate
    names = {"user_env": "MAIL_USER", "password_env": "MAIL_PASSWORD", "ca_file": str(ca_file)}
    with mail_server(context=context, password=password) as mailbox:
        (delivery,) = deliver(mail(mailbox.port, security="starttls", **names)).values()

    assert delivery.state == ("delivered" if password == "right" else "failed")
    assert len(mailbox.messages) == (1 if password == "right" else 0)


def test_a_server_whose_certificate_nobody_knows_gets_nothing(
    deliver: Delivering, certificate: tuple[ssl.SSLContext, Path]
) -> None:
    with mail_server(context=certificate[0]) as mailbox:
        (delivery,) = deliver(mail(mailbox.port, security="starttls")).values()

    assert (delivery.state, mailbox.messages) == ("failed", [])
    assert "ca_file" in (delivery.detail or "")


def test_a_server_that_is_away_is_tried_again_later(deliver: Delivering) -> None:
    with mail_server() as mailbox:
        port = mailbox.port
    (delivery,) = deliver(mail(port)).values()

    assert (delivery.state, delivery.attempts) == ("queued", 4)


def test_a_connection_lost_after_the_text_was_sent_waits_for_a_person(deliver: Delivering) -> None:
    with _hanging_up() as port:
        (delivery,) = deliver(mail(port)).values()

    assert (delivery.state, delivery.attempts) == ("unknown", 1)
    assert "broke off before it had confirmed" in (delivery.detail or "")


def test_a_subject_cannot_add_headers(local_state: Store, deliverer: Callable[[Store], Deliverer]) -> None:
    parcel = weekly(subject="Weekly\r\nBcc: everyone@example.org")
    with mail_server() as mailbox:
        posted = post_parcel(local_state, parcel, [mail(mailbox.port)])
        deliverer(local_state).deliver_parcel(posted)

    assert mailbox.messages[0]["Subject"] == "Weekly Bcc: everyone@example.org"
    assert mailbox.messages[0]["Bcc"] is None


@pytest.mark.parametrize("address", ["nobody", "a@b\r\nBcc: c@d", "a@b, c@d", "<a@b>"])
def test_what_is_no_address_is_refused_at_load(address: str) -> None:
    with pytest.raises(ValidationError, match="is no mail address"):
        mail(25, address)


def test_a_password_without_encryption_is_refused_at_load() -> None:
    with pytest.raises(ValidationError, match="without encryption"):
        mail(25, security="none", user_env="MAIL_USER", password_env="MAIL_PASSWORD")


class _hanging_up:  # noqa: N801 (a context manager)
    """A mail server that takes the text and hangs up without a word."""

    def __enter__(self) -> int:
        self._listening = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._serve, daemon=True).start()
        return int(self._listening.getsockname()[1])

    def __exit__(self, *_exception: object) -> None:
        self._listening.close()

    def _serve(self) -> None:
        connection, _ = self._listening.accept()
        with connection, connection.makefile("rb") as lines:
            connection.sendall(b"220 here\r\n")
            is_text = False
            for line in lines:
                if line == b".\r\n":
                    return
                if not is_text:
                    is_text = line.upper().startswith(b"DATA")
                    connection.sendall(b"354 go on\r\n" if is_text else b"250 OK\r\n")
