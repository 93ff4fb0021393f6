"""A server on this machine that speaks S3, and what is put there."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import boto3
from moto.server import ThreadedMotoServer

from crew.delivery.specs import Target, target_of


@contextmanager
def object_server() -> Iterator[str]:
    """The address of a server with one bucket, `reports`, until the block ends."""
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        port = opened.getsockname()[1]
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=port, verbose=False)
    server.start()
    address = f"http://127.0.0.1:{port}"
    object_client(address).create_bucket(Bucket="reports")
    yield address
    server.stop()


def bucket(address: str, url: str) -> Target:
    """A place in a bucket of that server."""
    place = {"endpoint": address, "key_env": "S3_KEY", "secret_env": "S3_SECRET", "region": "us-east-1"}
    return target_of({"to": "s3", "url": url, "time_out": 20, **place})


def object_client(address: str) -> "boto3.client":
    """Looks into that server."""
    os.environ.setdefault("AWS_EC2_METADATA_DISABLED", "true")
    return boto3.client(
        "s3", endpoint_url=address, aws_access_key_id="key", aws_secret_access_key="secret", region_name="us-east-1"
    )
