"""A store on every database at hand, a parcel, and receivers on this machine."""

import ipaddress
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography import x509

from crew.delivery.delivering import Deliverer
from crew.delivery.parcel import Parcel
from crew.settings import Settings
from crew.store.store import Store
from tests.delivery.certificates import certificate_for
from tests.delivery.object_stores import object_server
from tests.delivery.parcels import SECRET, weekly
from tests.delivery.receivers import WebServer, web_server
from tests.store.conftest import shared_urls, store_url  # noqa: F401


@pytest.fixture
def state(store_url: str) -> Iterator[Store]:  # noqa: F811
    """An empty store, with the true clock."""
    with Store.open(store_url) as opened:
        yield opened


@pytest.fixture
def local_state(tmp_path: Path) -> Iterator[Store]:
    """An empty store in a file."""
    with Store.open(f"sqlite:///{tmp_path / 'state.sqlite'}") as opened:
        yield opened


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with the secrets the targets name."""
    secrets = {"HOOK_SECRET": SECRET, "MAIL_USER": "crosscheck", "MAIL_PASSWORD": "right", "S3_KEY": "key"}
    return Settings.read({"CROSSCHECK_HOME": str(tmp_path), "S3_SECRET": "secret", **secrets})


@pytest.fixture
def parcel() -> Parcel:
    """A parcel with a page, a paper and facts."""
    return weekly()


@pytest.fixture
def deliverer(settings: Settings) -> Callable[[Store], Deliverer]:
    """Makes a deliverer that hardly waits between attempts."""
    return lambda store: Deliverer(store, settings, first_wait=0.01)


@pytest.fixture
def hook() -> Iterator[WebServer]:
    """A receiver of webhooks that takes everything."""
    with web_server() as server:
        yield server


@pytest.fixture(scope="module")
def store_address() -> Iterator[str]:
    """A server that speaks S3, with one bucket."""
    with object_server() as address:
        yield address


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[ssl.SSLContext, Path]:
    """A server's context with a certificate for 127.0.0.1, and the file that lets a client trust it."""
    return certificate_for(tmp_path, x509.IPAddress(ipaddress.ip_address("127.0.0.1")))
