"""The tables of reports that were run, and of what is delivered of them."""

from sqlalchemy import Column, ForeignKey, Integer

from crew.store.columns import Bytes, Json, LongText, ShortText, Utc
from crew.store.table_parts import table

report_runs = table(
    "report_runs",
    Column("id", ShortText(40), primary_key=True),
    Column("report", ShortText(200), nullable=False, index=True),
    Column("due_at", Utc, nullable=False),
    Column("claim", ShortText(64), nullable=False, unique=True),
    Column("run_as", ShortText(200), nullable=False),
    Column("started_at", Utc, nullable=False),
    Column("ended_at", Utc),
    Column("status", ShortText(40)),
    Column("outcome", Json),
)
"""One row per due time of a report; `claim` is unique, so that two schedulers never run the same one."""

parcels = table(
    "parcels",
    Column("id", ShortText(40), primary_key=True),
    Column("key", ShortText(200), nullable=False, unique=True),
    Column("report", ShortText(200), nullable=False, index=True),
    Column("owner", ShortText(200), nullable=False),
    Column("created_at", Utc, nullable=False, index=True),
    Column("subject", LongText),
    Column("content", Json),
    Column("emptied_at", Utc),
)
"""What is to be delivered, kept until retention empties it, so that it can be delivered again as it was."""

parcel_files = table(
    "parcel_files",
    Column("parcel", ShortText(40), ForeignKey("parcels.id"), primary_key=True),
    Column("name", ShortText(150), primary_key=True),
    Column("format", ShortText(40), nullable=False),
    Column("media_type", ShortText(100), nullable=False),
    Column("size", Integer, nullable=False),
    Column("sha256", ShortText(64), nullable=False),
    Column("content", Bytes),
)

deliveries = table(
    "deliveries",
    Column("id", ShortText(40), primary_key=True),
    Column("parcel", ShortText(40), ForeignKey("parcels.id"), nullable=False, index=True),
    Column("key", ShortText(64), nullable=False, unique=True),
    Column("channel", ShortText(40), nullable=False),
    Column("destination", ShortText(500), nullable=False),
    Column("target", Json, nullable=False),
    Column("state", ShortText(20), nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("retry_at", Utc),
    Column("lease_until", Utc),
    Column("created_at", Utc, nullable=False),
    Column("settled_at", Utc),
    Column("detail", LongText),
)
"""One parcel to one receiver; `key` is what the receiver can recognise a repeated delivery by."""

delivery_attempts = table(
    "delivery_attempts",
    Column("delivery", ShortText(40), ForeignKey("deliveries.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("holder", ShortText(200), nullable=False),
    Column("begun_at", Utc, nullable=False),
    Column("settled_at", Utc),
    Column("outcome", ShortText(20)),
    Column("detail", LongText),
)
"""A row is written before anything is sent, with no outcome, and settled after it."""
