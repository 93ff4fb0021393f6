"""Files of records: CSV, and JSON Lines with one object a line."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from tools.documents.document import Block, Content, UnreadableContent
from tools.documents.loaders.text import decode

_ROWS_A_BLOCK = 20


def load_csv(raw: bytes) -> Content:
    """Read a CSV file; every block repeats the header above its rows."""
    text = decode(raw)
    try:
        dialect = csv.Sniffer().sniff(text[:4000], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    rows = csv.reader(io.StringIO(text), dialect)
    header = " | ".join(next(rows, []))
    lines = (" | ".join(row) for row in rows if any(row))
    return Content(blocks=tuple(Block(text=f"{header}\n{part}", kind="table") for part in _parts(lines)))


def load_json_lines(raw: bytes) -> Content:
    """Read JSON Lines; each object becomes one block of `key: value` lines."""
    blocks = []
    for number, line in enumerate(decode(raw).splitlines(), 1):
        if line.strip():
            blocks.append(Block(text=_record_text(line, number)))
    return Content(blocks=tuple(blocks))


def _record_text(line: str, number: int) -> str:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        raise UnreadableContent(f"line {number} is not JSON") from error
    if not isinstance(record, Mapping):
        return str(record)
    return "\n".join(f"{key}: {value}" for key, value in record.items() if value not in (None, ""))


def _parts(lines: Iterable[str]) -> Iterator[str]:
    rest = iter(lines)
    while part := list(islice(rest, _ROWS_A_BLOCK)):
        yield "\n".join(part)
