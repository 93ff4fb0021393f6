"""What goes over TLS goes only to whom the certificate names, for webhooks and for mail."""

import socket
import ssl
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509

from crew.delivery.delivering import Deliverer, post_parcel
from crew.delivery.parcel import Parcel
from crew.delivery.specs import Target
from crew.store.delivery_records import DeliveryRecord
from crew.store.store import Store
from tests.delivery.certificates import certificate_for
from tests.delivery.parcels import mail, webhook
from tests.delivery.receivers import mail_server, web_server

Delivering = Callable[[Target], DeliveryRecord]
HOST = "hooks.example.org"


@pytest.fixture
def deliver(local_state: Store, deliverer: Callable[[Store], Deliverer], parcel: Parcel) -> Delivering:
    """Delivers the parcel to one target."""

    def delivered(target: Target) -> DeliveryRecord:
        posted = post_parcel(local_state, parcel, [target])
        return deliverer(local_state).deliver_parcel(posted)[0]

    return delivered


@pytest.fixture(autouse=True)
def _known_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host's name stands for this machine."""
    real = socket.getaddrinfo

    def found(host: Any, *arguments: Any, **options: Any) -> Any:
        return real("127.0.0.1" if host == HOST else host, *arguments, **options)

    monkeypatch.setattr("socket.getaddrinfo", found)


def test_a_webhook_goes_to_the_host_whose_certificate_a_named_house_has_signed(
    deliver: Delivering, tmp_path: Path
) -> None:
    context, ca_file = certificate_for(tmp_path, x509.DNSName(HOST))
    with web_server(context) as server:
        delivery = deliver(webhook(f"https://{HOST}:{server.port}/hook", ca_file=str(ca_file)))

    assert (delivery.state, len(server.requests)) == ("delivered", 1), delivery.detail
    assert server.requests[0].headers["Host"] == f"{HOST}:{server.port}"


@pytest.mark.parametrize("fault", ["signed by nobody", "of another host", "too old"])
def test_a_webhook_whose_host_cannot_be_trusted_gets_nothing(deliver: Delivering, tmp_path: Path, fault: str) -> None:
    name = x509.DNSName("else.example.org" if fault == "of another host" else HOST)
    until = timedelta(days=-1 if fault == "too old" else 1)
    context, ca_file = certificate_for(tmp_path, name, until=until)
    trusted = {} if fault == "signed by nobody" else {"ca_file": str(ca_file)}
    with web_server(context) as server:
        delivery = deliver(webhook(f"https://{HOST}:{server.port}/hook", **trusted))

    assert (delivery.state, delivery.attempts, server.requests) == ("failed", 1, [])
    assert "cannot be trusted" in (delivery.detail or "")


@pytest.mark.parametrize("is_trusted", [True, False])
def test_a_mail_server_that_speaks_tls_from_the_first_byte_must_be_trusted(
    deliver: Delivering, certificate: tuple[ssl.SSLContext, Path], is_trusted: bool
) -> None:
    trusted = {"ca_file": str(certificate[1])} if is_trusted else {}
    with mail_server(context=certificate[0], is_tls_first=True) as mailbox:
        delivery = deliver(mail(mailbox.port, security="tls", **trusted))

    assert (delivery.state, len(mailbox.messages)) == (("delivered", 1) if is_trusted else ("failed", 0))


def test_a_mail_server_of_another_name_gets_nothing(deliver: Delivering, tmp_path: Path) -> None:
    context, ca_file = certificate_for(tmp_path, x509.DNSName("else.example.org"))
    with mail_server(context=context) as mailbox:
        delivery = deliver(mail(mailbox.port, security="starttls", ca_file=str(ca_file)))

    assert (delivery.state, mailbox.messages) == ("failed", [])


def test_a_file_of_certificates_that_is_not_there_is_told(deliver: Delivering, tmp_path: Path) -> None:
    delivery = deliver(webhook(f"https://{HOST}:1/hook", ca_file=str(tmp_path / "none.pem")))

    assert delivery.state == "failed"
    assert "`ca_file`" in (delivery.detail or "") and "cannot be read" in (delivery.detail or "")
