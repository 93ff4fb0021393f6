"""How much memory a result of ten million rows adds, beside plain SQLAlchemy streaming the same rows.

Usage: scripts/bench/result_memory.py [--rows 10000000] [URL …]

Each URL is a scratch database in which a table `crosscheck_bench_rows` is made and dropped; without any, a SQLite and a
DuckDB file are made in a temporary folder. Each reading runs in a process of its own (on Linux); what counts is how far
its resident memory rises above where it stood when connected.
"""

# ruff: noqa: S603, S608 - runs itself, over a table it made

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

TABLE = "crosscheck_bench_rows"
_CREATE = f"CREATE TABLE {TABLE} (id INTEGER, name VARCHAR(40), amount DECIMAL(12, 2))"
_TEXT = "'customer number ' || n"
_FILL = {
    "sqlite": f"INSERT INTO {TABLE} WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < :rows) "
    f"SELECT n, {_TEXT}, n / 100.0 FROM s",
    "duckdb": f"INSERT INTO {TABLE} SELECT n, {_TEXT}, n / 100.0 FROM range(1, :rows + 1) t(n)",
    "postgresql": f"INSERT INTO {TABLE} SELECT n, {_TEXT}, n / 100.0 FROM generate_series(1, :rows) t(n)",
    "mysql": f"INSERT INTO {TABLE} SELECT seq, CONCAT('customer number ', seq), seq / 100.0 FROM seq_1_to_:rows",
}


def main() -> None:
    """Measure every database and print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("urls", nargs="*")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--read", choices=sorted(_READERS), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.read:
        print(json.dumps(_measured(_READERS[given.read], given.urls[0])))
        return
    with tempfile.TemporaryDirectory() as folder:
        for url in given.urls or [f"sqlite:///{folder}/rows.sqlite", f"duckdb:///{folder}/rows.duckdb"]:
            _compare(url, given.rows)


def _compare(url: str, rows: int) -> None:
    engine = sa.create_engine(url)
    backend = engine.url.get_backend_name()
    with engine.begin() as connection:
        connection.exec_driver_sql(_CREATE)
        connection.exec_driver_sql(_FILL[backend].replace(":rows", str(rows)))
    engine.dispose()
    try:
        ours, plain = _in_own_process("crosscheck", url), _in_own_process("plain", url)
    finally:
        with engine.begin() as connection:
            connection.exec_driver_sql(f"DROP TABLE {TABLE}")
        engine.dispose()
    ratio = ours["megabytes"] / max(plain["megabytes"], 0.1)
    print(
        f"{backend}: {rows:,} rows: {ours['rows']:,} kept of {ours['count']:,} counted, "
        f"+{ours['megabytes']:.1f} MB in {ours['seconds']:.1f} s; plain streaming +{plain['megabytes']:.1f} MB "
        f"in {plain['seconds']:.1f} s; {ratio:.2f} times the memory"
    )


def _in_own_process(reader: str, url: str) -> dict[str, float]:
    command = [sys.executable, __file__, "--read", reader, url]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _measured(reader: Callable[[str], Callable[[], tuple[int, int]]], url: str) -> dict[str, float]:
    read = reader(url)
    before, started = _resident("VmRSS"), time.monotonic()
    Path("/proc/self/clear_refs").write_text("5")
    rows, count = read()
    seconds, added = time.monotonic() - started, _resident("VmHWM") - before
    return {"rows": rows, "count": count, "megabytes": added, "seconds": seconds}


def _resident(line: str) -> float:
    """Resident memory in megabytes, now (`VmRSS`) or at its highest (`VmHWM`), as Linux tells it."""
    status = Path("/proc/self/status").read_text().splitlines()
    return int(next(text.split()[1] for text in status if text.startswith(f"{line}:"))) / 1024


def _crosscheck(url: str) -> Callable[[], tuple[int, int]]:
    from tools.asker import Asker
    from tools.deadline import Deadline
    from tools.sql.database import Database
    from tools.sql.guard import check_statement
    from tools.sql.introspect import introspect
    from tools.sql.specs import DatabaseSpec, PolicySpec

    policy = PolicySpec(statement_seconds=300)
    database = Database("bench", DatabaseSpec(tables=(TABLE,)), url, Asker(id="bench"))
    checked = check_statement(f"SELECT * FROM {TABLE}", introspect(database, policy), database.dialect)

    def read() -> tuple[int, int]:
        fetched = database.fetch(checked.tree, {}, policy, Deadline(600))
        return len(fetched.rows), fetched.row_count

    return read


def _plain(url: str) -> Callable[[], tuple[int, int]]:
    connection = sa.create_engine(url).connect().execution_options(stream_results=True, yield_per=1000)

    def read() -> tuple[int, int]:
        count = sum(1 for _row in connection.exec_driver_sql(f"SELECT * FROM {TABLE}"))
        return count, count

    return read


_READERS = {"crosscheck": _crosscheck, "plain": _plain}


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    main()
