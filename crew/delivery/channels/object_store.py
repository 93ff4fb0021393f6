"""Delivery into an S3-compatible store. The only file that speaks fsspec."""

from typing import Any

from crew.delivery.errors import NotDelivered
from crew.delivery.parcel import Parcel
from crew.delivery.specs import ObjectStoreTarget
from crew.settings import Settings


def put_into_store(parcel: Parcel, target: ObjectStoreTarget, settings: Settings) -> str:
    """Put the parcel's files under the target's address; the same parcel again replaces them by themselves."""
    store = _opened(target, settings)
    files = parcel.of_formats(target.formats)
    try:
        for file in files:
            store.pipe_file(f"{target.url.rstrip('/')}/{file.name}", file.content)
    except PermissionError as error:
        message = f"{target.url} refuses our key ({error}). Check `key_env`, `secret_env` and the bucket's policy."
        raise NotDelivered(message, can_help_to_wait=False) from error
    except FileNotFoundError as error:
        message = f"{target.url} does not exist ({error}). Make the bucket, or change `url`."
        raise NotDelivered(message, can_help_to_wait=False) from error
    except Exception as error:  # each store of fsspec has errors of its own
        if isinstance(error, TypeError | AttributeError):
            raise
        raise NotDelivered(f"{target.url} cannot be reached: {error}", can_help_to_wait=True) from error
    return f"{len(files)} files in {target.url}"


def _opened(target: ObjectStoreTarget, settings: Settings) -> Any:
    import fsspec

    scheme = target.url.partition("://")[0]
    options: dict[str, Any] = {"skip_instance_cache": True}
    if scheme in ("s3", "s3a"):
        options |= _s3_options(target, settings)
    try:
        return fsspec.filesystem(scheme, **options)
    except (ImportError, ValueError) as error:
        message = f"{target.url} needs a package that is not installed ({error}). For S3: pip install 's3fs'."
        raise NotDelivered(message, can_help_to_wait=False) from error


def _s3_options(target: ObjectStoreTarget, settings: Settings) -> dict[str, Any]:
    where = "`delivery` to s3:"
    limits = {"connect_timeout": target.time_out, "read_timeout": target.time_out, "retries": {"max_attempts": 1}}
    client = {"endpoint_url": target.endpoint, "region_name": target.region}
    return {
        "key": settings.secret(target.key_env, f"{where} `key_env`") if target.key_env else None,
        "secret": settings.secret(target.secret_env, f"{where} `secret_env`") if target.secret_env else None,
        "client_kwargs": {name: value for name, value in client.items() if value},
        "config_kwargs": limits,
    }
