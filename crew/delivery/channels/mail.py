"""Delivery by e-mail. The only file that speaks SMTP."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email.policy import SMTP

from crew.delivery.channels.mail_message import mail_of
from crew.delivery.errors import NotDelivered, Uncertain
from crew.delivery.parcel import Parcel
from crew.delivery.specs import MailTarget
from crew.delivery.trust import trusting
from crew.settings import Settings

_PORTS = {"tls": 465, "starttls": 587, "none": 25}


def send_mail(parcel: Parcel, target: MailTarget, *, recipient: str, key: str, settings: Settings) -> str:
    """Send the parcel to one recipient. Only a connection that ends after the text was sent leaves doubt."""
    content = mail_of(parcel, target, recipient=recipient, key=key, at=datetime.now(UTC)).as_bytes(policy=SMTP)
    server = f"The mail server {target.server.host}"
    with _known_not_sent(server), _connected(target) as client:
        _log_in(client, target, settings)
        client.ehlo_or_helo_if_needed()
        _expect(client.mail(target.sender), server)
        _expect(client.rcpt(recipient), server)
        return _hand_over(client, content, server)


def _hand_over(client: smtplib.SMTP, content: bytes, server: str) -> str:
    try:
        code, reply = client.data(content)
    except smtplib.SMTPDataError as error:  # refused before the text went out
        _expect((error.smtp_code, error.smtp_error), server)
        raise
    except (smtplib.SMTPServerDisconnected, OSError) as error:
        raise Uncertain(f"{server} broke off before it had confirmed the message: {error}.") from error
    _expect((code, reply), server)
    with suppress(smtplib.SMTPException, OSError):
        client.quit()
    return f"{server} answered {code}: {_words(reply)}"


@contextmanager
def _connected(target: MailTarget) -> Iterator[smtplib.SMTP]:
    spec = target.server
    port = spec.port or _PORTS[spec.security]
    context = trusting(spec.ca_file, "server.ca_file")
    if spec.security == "tls":
        client: smtplib.SMTP = smtplib.SMTP_SSL(spec.host, port, timeout=target.time_out, context=context)
    else:
        client = smtplib.SMTP(spec.host, port, timeout=target.time_out)
    try:
        if spec.security == "starttls":
            client.starttls(context=context)
        yield client
    finally:
        client.close()


def _log_in(client: smtplib.SMTP, target: MailTarget, settings: Settings) -> None:
    spec = target.server
    if spec.user_env and spec.password_env:
        where = "`delivery` to mail: `server."
        client.login(
            settings.secret(spec.user_env, f"{where}user_env`"),
            settings.secret(spec.password_env, f"{where}password_env`"),
        )


@contextmanager
def _known_not_sent(server: str) -> Iterator[None]:
    """Whatever goes wrong on the way to the text, the recipient certainly does not have it."""
    try:
        yield
    except smtplib.SMTPAuthenticationError as error:
        message = f"{server} refuses our name or password: {_words(error.smtp_error)}."
        raise NotDelivered(message, can_help_to_wait=error.smtp_code < 500) from error
    except smtplib.SMTPNotSupportedError as error:
        raise NotDelivered(f"{server}: {error} Check `server.security`.", can_help_to_wait=False) from error
    except smtplib.SMTPResponseException as error:
        _expect((error.smtp_code, error.smtp_error), server)
        raise
    except ssl.SSLError as error:
        message = f"{server} cannot be trusted or does not speak TLS: {error}. Check `server.security` and `ca_file`."
        raise NotDelivered(message, can_help_to_wait=False) from error
    except (smtplib.SMTPException, OSError) as error:
        raise NotDelivered(f"{server} cannot be reached: {error}.", can_help_to_wait=True) from error


def _expect(reply: tuple[int, bytes | str], server: str) -> None:
    code, text = reply
    if not 200 <= code < 300:
        raise NotDelivered(f"{server} answered {code}: {_words(text)}", can_help_to_wait=code < 500)


def _words(text: bytes | str) -> str:
    decoded = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return " ".join(decoded.split())[:200]
