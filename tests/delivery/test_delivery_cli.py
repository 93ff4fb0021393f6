"""What an operator sees of deliveries, and how they decide what is uncertain."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from crew.cli.main import app
from crew.delivery.delivering import post_parcel
from crew.delivery.specs import Target
from crew.store.store import Store
from tests.delivery.parcels import SECRET, folder, mail, webhook, weekly
from tests.delivery.receivers import WebServer, mail_server

Run = Callable[..., Result]


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line over a store in a folder of its own."""
    monkeypatch.setenv("CROSSCHECK_HOME", str(tmp_path))
    monkeypatch.delenv("CROSSCHECK_STORE_URL", raising=False)
    monkeypatch.setenv("HOOK_SECRET", SECRET)
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *arguments: CliRunner().invoke(app, ["delivery", *arguments])


@pytest.fixture
def lost(tmp_path: Path) -> Iterator[Callable[[Target], str]]:
    """Posts a parcel whose delivery a lost process had begun; returns the delivery's id."""
    with Store.open(f"sqlite:///{tmp_path / 'state.sqlite'}") as store:

        def begun(target: Target) -> str:
            posted = post_parcel(store, weekly(), [target])
            (delivery,) = store.deliveries(parcel=posted)
            store.begin_attempt(delivery.id, holder="gone", lease=timedelta(seconds=-1))
            return delivery.id

        yield begun


def test_what_is_queued_is_sent_and_listed(cli: Run, local_state: Store, tmp_path: Path) -> None:
    post_parcel(local_state, weekly(), [folder(tmp_path / "out")])
    sent, listed = cli("send"), cli("list")

    assert (sent.exit_code, sent.stdout) == (0, "1 deliveries looked after; 0 unknown.\n")
    assert "delivered" in listed.stdout and "weekly" in listed.stdout


def test_an_uncertain_mail_waits_and_a_person_settles_it(cli: Run, lost: Callable[[Target], str]) -> None:
    delivery = lost(mail(1))
    sent = cli("send")

    assert sent.exit_code == 11
    assert "delivery list --state unknown" in sent.stderr
    assert cli("settle", delivery, "delivered", "--as", "anna").exit_code == 0
    shown = cli("show", delivery[:12])
    assert "Settled as delivered by anna" in shown.stdout
    assert "by gone: unknown" in shown.stdout
    assert cli("settle", delivery, "failed").exit_code == 2


def test_an_uncertain_mail_can_be_sent_again_after_a_rehearsal(cli: Run, lost: Callable[[Target], str]) -> None:
    with mail_server() as mailbox:
        delivery = lost(mail(mailbox.port))
        cli("send")
        rehearsed = cli("redeliver", delivery, "--dry-run")
        assert mailbox.messages == []
        again = cli("redeliver", delivery)

    assert "Would send by mail to team@example.org: weekly.html, weekly.pdf" in rehearsed.stdout
    assert (again.exit_code, len(mailbox.messages)) == (0, 1)


def test_a_rehearsal_tells_what_would_stop_a_delivery(
    cli: Run, local_state: Store, hook: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted = post_parcel(local_state, weekly(), [webhook(hook.url)])
    (delivery,) = local_state.deliveries(parcel=posted)
    monkeypatch.delenv("HOOK_SECRET")
    rehearsed = cli("redeliver", delivery.id, "--dry-run")

    assert rehearsed.exit_code == 2
    assert "HOOK_SECRET" in rehearsed.stderr
    assert hook.requests == []


def test_a_delivery_nobody_knows_is_wrong_input(cli: Run) -> None:
    outcome = cli("show", "nothing")

    assert outcome.exit_code == 2
    assert "crosscheck delivery list" in outcome.stderr
