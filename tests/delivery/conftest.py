"""A store on every database at hand, a parcel, and receivers on this machine."""

import ipaddress
import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from crew.delivery.delivering import Deliverer
from crew.delivery.parcel import Parcel
from crew.settings import Settings
from crew.store.store import Store
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


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[ssl.SSLContext, Path]:
    """A server's context with a certificate for 127.0.0.1, and the file that lets a client trust it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = {"cert.pem": made.public_bytes(serialization.Encoding.PEM)}
    files["key.pem"] = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    for file, content in files.items():
        (tmp_path / file).write_bytes(content)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    return context, tmp_path / "cert.pem"
