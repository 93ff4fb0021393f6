"""Puts public corpora of SQL statements to `crosscheck sql check`, beside the real servers.

Usage: scripts/bench/guard_corpus.py FOLDER [--list]

FOLDER holds `sqlfluff-dialects/{mysql,mariadb,sqlite}/*.sql`, `sqlglot-fixtures/identity.sql` and
`sqlglot-fixtures/tpc-h/tpc-h.sql`. Servers: CROSSCHECK_TEST_MARIADB_URL and CROSSCHECK_TEST_POSTGRES_URL; SQLite and
DuckDB are built in. The tables that a plain SELECT names are made on an empty database, and the server is asked whether
it accepts the SELECT; what it accepts must pass a guard that knows those tables.
"""

import argparse
import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from guard_servers import Columns, Server, accepted, open_servers, table_names

ROOT = Path(__file__).parents[2]
CHECK = [sys.executable, "-m", "crew.cli.main", "sql", "check"]
DIALECTS = {"mysql": "mysql", "mariadb": "mysql", "sqlite": "sqlite"}
ALL = ("sqlite", "mysql", "postgres", "duckdb")

_TOKEN = re.compile(
    r"""('(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`)|(--[^\n]*|\#[^\n]*|/\*.*?\*/)|;""", re.DOTALL
)
_READS = re.compile(r"[\s(]*(SELECT|WITH|VALUES|TABLE|FROM)\b", re.IGNORECASE)
_HARMS = re.compile(
    r"\b(INTO|LOCK|FOR\s+(NO\s+KEY\s+|KEY\s+)?(UPDATE|SHARE)|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CALL|DO|"
    r"CREATE|DROP|ALTER|MERGE|TRUNCATE\s+TABLE|HANDLER|PROCEDURE|NEXT\s+VALUE|NEXTVAL|SETVAL|SLEEP|BENCHMARK|LOAD_FILE|"
    r"GET_LOCK|RELEASE_LOCK|PG_\w+|READ_\w+|LOAD_EXTENSION|RAISE)\b|:=",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\bAS\s+\w+", re.IGNORECASE)
_UNREADABLE = "This cannot be read"
_TPCH_TYPES = {
    "DATE": r"date$",
    "BIGINT": r"key$|size$|linenumber$|availqty$|shippriority$",
    "DECIMAL(15,2)": r"price$|discount$|tax$|quantity$|acctbal$|supplycost$",
}


@dataclass(frozen=True)
class Case:
    """One statement of a file."""

    id: str
    file: str
    dialect: str
    statement: str

    @property
    def only_reads(self) -> bool:
        """Whether its text is that of a plain SELECT; judged apart from the guard, by words outside of quotes."""
        bare = _TOKEN.sub(lambda match: " " if match[2] else ("''" if match[1] else ";"), self.statement)
        has_variable = "@" in bare and self.dialect == "mysql"  # elsewhere it is an operator, or nothing at all
        return bool(_READS.match(bare)) and not has_variable and not _HARMS.search(_NAMED.sub("", bare))


def main() -> None:
    """Measure every corpus of the folder; exit code 1 when something harmful passes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--list", action="store_true", help="list what is refused, and what cannot be read")
    chosen = parser.parse_args()
    servers = open_servers()
    try:
        holes = _dialect_files(chosen.folder / "sqlfluff-dialects", servers, is_listed=chosen.list)
        holes += _lines(chosen.folder / "sqlglot-fixtures" / "identity.sql", servers, is_listed=chosen.list)
        _tpch(chosen.folder / "sqlglot-fixtures" / "tpc-h", servers)
    finally:
        for server in servers.values():
            server.close()
    sys.exit(1 if holes else 0)


def _dialect_files(folder: Path, servers: dict[str, Server], *, is_listed: bool) -> int:
    cases = [
        Case(f"{name}/{path.name}#{number}", f"{name}/{path.name}", dialect, statement)
        for name, dialect in DIALECTS.items()
        for path in sorted((folder / name).glob("*.sql"))
        for number, statement in enumerate(_statements(path.read_text()), 1)
    ]
    return _measured("statement files", cases, servers, is_listed=is_listed)


def _lines(path: Path, servers: dict[str, Server], *, is_listed: bool) -> int:
    holes = 0
    for dialect in ALL:
        cases = [
            Case(f"{path.name}:{number}", f"{path.name}:{number}", dialect, line)
            for number, line in enumerate(path.read_text().splitlines(), 1)
            if line.strip()
        ]
        holes += _measured(f"{path.name} as {dialect}", cases, servers, is_listed=is_listed)
    return holes


def _measured(title: str, cases: Sequence[Case], servers: dict[str, Server], *, is_listed: bool) -> int:
    """Print a corpus's figures; returns how many statements passed that do more than read."""
    verdicts = _checked(cases)
    by_file: dict[str, list[Case]] = {}
    for case in cases:
        by_file.setdefault(case.file, []).append(case)
    holes = [case for case in cases if verdicts[case.id]["allowed"] and not case.only_reads]
    reading = {file: them for file, them in by_file.items() if all(case.only_reads for case in them)}
    good = {
        file: them
        for file, them in reading.items()
        if all(c.dialect in servers and accepted(servers[c.dialect], c.statement, c.dialect) for c in them)
    }
    refused = {file: [c for c in them if not verdicts[c.id]["allowed"]] for file, them in good.items()}
    unread = {file for file, them in refused.items() if any(_is_unread(verdicts[c.id]) for c in them)}
    false = {file for file, them in refused.items() if them} - unread
    print(
        f"{title}: {len(by_file)} files, {len(reading)} of them only SELECT; the server accepts {len(good)}, of which "
        f"{len(unread)} cannot be read by the parser and {len(false)} of the other {len(good) - len(unread)} are "
        f"refused; {len(holes)} statements pass that do more than read"
    )
    for case in holes:
        print(f"  passes: {case.id}: {_short(case.statement)}")
    for file in (*sorted(false), *sorted(unread)) if is_listed else ():
        for case in refused[file]:
            print(f"  refused: {case.id}: {_short(case.statement)}\n      {verdicts[case.id]['reason']}")
    return len(holes)


def _tpch(folder: Path, servers: dict[str, Server]) -> None:
    queries = [_uncommented(text) for text in _statements((folder / "tpc-h.sql").read_text())[::2]]
    tables = {path.name.split(".")[0]: _tpch_columns(path) for path in sorted(folder.glob("*.csv.gz"))}
    for dialect in ALL:
        cases = [Case(str(number), str(number), dialect, query) for number, query in enumerate(queries, 1)]
        verdicts = _checked(cases, sorted(tables))
        passed = sum(verdict["allowed"] for verdict in verdicts.values())
        server = servers.get(dialect)
        good = sum(server.accepts(case.statement, tables) for case in cases) if server else 0
        ran = sum(
            server.accepts(verdicts[case.id]["statement"], tables)
            for case in cases
            if server and verdicts[case.id]["allowed"]
        )
        print(
            f"TPC-H as {dialect}: {passed} of {len(cases)} pass; "
            f"the server runs {good} of them as written, {ran} as re-rendered"
        )
        for case in cases:
            if not verdicts[case.id]["allowed"]:
                print(f"  refused: {case.id}: {verdicts[case.id]['reason']}")


def _tpch_columns(path: Path) -> Columns:
    with gzip.open(path, "rt") as lines:
        names = next(lines).strip().split("|")
    return {name: next((k for k, p in _TPCH_TYPES.items() if re.search(p, name)), "VARCHAR(200)") for name in names}


def _checked(cases: Sequence[Case], tables: Iterable[str] = ()) -> dict[str, dict[str, Any]]:
    """The verdicts of `crosscheck sql check` by id, over a catalogue of all tables that plain SELECTs name."""
    listed = set(tables) or {t for case in cases if case.only_reads for t in table_names(case.statement, case.dialect)}
    lines = "".join(json.dumps({"id": c.id, "dialect": c.dialect, "statement": c.statement}) + "\n" for c in cases)
    command = [*CHECK, "--tables", ",".join(sorted(listed)), "-"]
    done = subprocess.run(  # noqa: S603  our own program
        command, input=lines, text=True, capture_output=True, check=True, cwd=ROOT
    )
    return {verdict["id"]: verdict for verdict in map(json.loads, done.stdout.splitlines())}


def _is_unread(verdict: dict[str, Any]) -> bool:
    return str(verdict["reason"]).startswith(_UNREADABLE)


def _statements(script: str) -> list[str]:
    """The statements of a script, apart at semicolons that stand outside of quotes and comments."""
    found, start = [], 0
    for match in _TOKEN.finditer(script):
        if match[0] == ";":
            found.append(script[start : match.start()])
            start = match.end()
    return [text for text in [*found, script[start:]] if _TOKEN.sub(lambda m: m[1] or "", text).strip()]


def _uncommented(statement: str) -> str:
    """Without comments: MySQL reads lines of dashes as something else."""
    return _TOKEN.sub(lambda match: match[1] or " ", statement)


def _short(statement: str) -> str:
    return " ".join(statement.split())[:200]


if __name__ == "__main__":
    main()
