"""Folders and object stores: whole files, the same ones when delivered again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from crew.delivery.delivering import Deliverer, post_parcel
from crew.delivery.parcel import Parcel, ParcelFile
from crew.delivery.specs import Target
from crew.store.delivery_records import DeliveryRecord
from crew.store.store import Store
from tests.delivery.object_stores import bucket, object_client
from tests.delivery.parcels import PAGE, folder

Delivering = Callable[[Target], DeliveryRecord]


@pytest.fixture
def deliver(local_state: Store, deliverer: Callable[[Store], Deliverer], parcel: Parcel) -> Delivering:
    """Delivers the parcel to one target."""

    def delivered(target: Target) -> DeliveryRecord:
        posted = post_parcel(local_state, parcel, [target])
        return deliverer(local_state).deliver_parcel(posted)[0]

    return delivered


def test_a_folder_gets_the_wanted_files_whole_and_no_others(deliver: Delivering, tmp_path: Path) -> None:
    delivery = deliver(folder(tmp_path / "out" / "weekly", formats=["html", "pdf"]))

    assert delivery.state == "delivered"
    assert sorted(path.name for path in (tmp_path / "out" / "weekly").iterdir()) == ["weekly.html", "weekly.pdf"]
    assert (tmp_path / "out" / "weekly" / "weekly.html").read_text() == PAGE


def test_a_folder_that_cannot_be_made_is_told(deliver: Delivering, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    delivery = deliver(folder(tmp_path / "file" / "out"))

    assert delivery.state == "failed"
    assert "change `path`" in (delivery.detail or "")


def test_a_file_s_name_cannot_lead_out_of_the_folder() -> None:
    for name in ("../weekly.html", "/etc/passwd", ".hidden", "a/b"):
        with pytest.raises(ValueError, match="pattern"):
            ParcelFile(name=name, format="html", media_type="text/html", content=b"")


def test_an_object_store_gets_the_files(deliver: Delivering, store_address: str) -> None:
    delivery = deliver(bucket(store_address, "s3://reports/weekly/"))

    assert delivery.state == "delivered", delivery.detail
    got = object_client(store_address).get_object(Bucket="reports", Key="weekly/weekly.html")["Body"].read()
    assert got == PAGE.encode()


def test_a_bucket_that_is_not_there_is_told_and_not_tried_again(deliver: Delivering, store_address: str) -> None:
    delivery = deliver(bucket(store_address, "s3://no-such-bucket/weekly"))

    assert (delivery.state, delivery.attempts) == ("failed", 1)
    assert "s3://no-such-bucket/weekly does not exist" in (delivery.detail or "")


def test_an_object_store_that_is_away_is_tried_again_later(deliver: Delivering) -> None:
    delivery = deliver(bucket("http://127.0.0.1:1", "s3://reports/weekly"))

    assert delivery.state == "queued", delivery.detail
