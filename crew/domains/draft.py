"""Drafts a domain's file from a database, for its owner to correct."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from crew.configuration.checked_yaml import parse_yaml
from crew.configuration.yaml_text import scalar, yaml_lines
from crew.errors import SourceUnavailable, WrongInput
from crew.render.plain import plain
from crew.specs import DomainSpec
from tools.asker import Asker
from tools.sql.database import Database
from tools.sql.draft_semantics import draft_semantics
from tools.sql.errors import SourceError
from tools.sql.introspect import introspect
from tools.sql.schema import Join, Schema
from tools.sql.specs import DatabaseSpec, PolicySpec

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_FILE_URL = re.compile(r"((?:sqlite|duckdb)(?:\+\w+)?:///)(.+)")
_PASSWORD = re.compile(r"(?P<before>[\w+]+://[^:/@]*:)(?P<password>[^@]+)(?=@)")

_FURTHER = """
# Further sections, commented out; `crosscheck domain check` says what is wrong with them.
# calendar: {time_zone: Europe/Berlin, week_starts: monday, fiscal_year_starts: 1, default_period: last quarter}
# currency: {base: EUR}
# policy: {exclude_tables: [salaries], exclude_columns: ["*.email"], mask_columns: [customers.phone]}
# budgets: {seconds: 60, tokens: 20000}
"""


@dataclass(frozen=True)
class DomainDraft:
    """A domain's file as it was written, and what its owner should do next."""

    path: Path
    next_steps: tuple[str, ...]


@dataclass(frozen=True)
class _Address:
    """How the file names the database: by URL, or by a variable that holds a URL with a password."""

    key: str
    lines: dict[str, str]
    variable: str | None
    shown: str


def draft_domain(name: str, *, database: str, documents: Path | None, config: Path, is_forced: bool) -> DomainDraft:
    """Read a database's schema and write `domains/<name>.yaml` below `config`.

    An existing file is overwritten only when forced. Raises WrongInput and SourceUnavailable.
    """
    path = _free_path(name, config, is_forced)
    if documents is not None and not documents.is_dir():
        raise WrongInput(f"--documents {documents} is not a folder. Name the folder that holds the documents.")
    address = _address(name, database, base=config.absolute().parent)
    text = _written(name, address, _read_schema(address.key, database), documents, config)
    DomainSpec.model_validate(parse_yaml(text.encode(), str(path)))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise WrongInput(f"{path} cannot be written: {error.strerror}. Name another folder with --config.") from error
    where = "" if config == Path("config") else f" --config {config}"
    return DomainDraft(path, tuple(_next_steps(name, path, address, documents, where)))


def _free_path(name: str, config: Path, is_forced: bool) -> Path:
    if not _NAME.fullmatch(name):
        raise WrongInput(f"`{name}` cannot name a domain. Use letters, digits, - and _.")
    path = config / "domains" / f"{name}.yaml"
    if path.exists() and not is_forced:
        raise WrongInput(f"{path} exists already. Choose another name, or overwrite it with --force.")
    return path


def _address(name: str, url: str, base: Path) -> _Address:
    file = _FILE_URL.fullmatch(url)
    key = _database_key(url, name)
    if _PASSWORD.match(url):
        variable = f"{re.sub(r'[^A-Z0-9]', '_', name.upper())}_DATABASE_URL"
        shown = _PASSWORD.sub(r"\g<before>PASSWORD", url)
        return _Address(key, {"url_env": variable}, variable, shown)
    if file:
        url = f"{file[1]}{_from_base(Path(file[2]), base)}"
    return _Address(key, {"url": url}, None, url)


def _database_key(url: str, name: str) -> str:
    stem = Path(url.partition("://")[2].partition("?")[0]).stem
    words = re.sub(r"[^A-Za-z0-9_]+", "_", stem).strip("_")
    return words if words and "/" in url.partition("://")[2] else name


def _from_base(path: Path, base: Path) -> str:
    """A path as the file writes it: relative to `base` where it lies below, else absolute."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100  resolve() would follow links
    return str(absolute.relative_to(base)) if absolute.is_relative_to(base) else str(absolute)


def _read_schema(key: str, url: str) -> Schema:
    try:
        database = Database(key, DatabaseSpec(), url, Asker(id="domain-init"))
    except SourceError as error:
        raise SourceUnavailable(f"--database: {error}") from error
    try:
        schema = introspect(database, PolicySpec())
    finally:
        database.close()
    if not schema.tables:
        raise SourceUnavailable(
            "--database: the database shows no tables. Fill it, or use an account that may see them."
        )
    return schema


def _written(name: str, address: _Address, schema: Schema, documents: Path | None, config: Path) -> str:
    tables = [table.name for table in schema.tables]
    semantic = draft_semantics(schema).model_dump(mode="json", exclude_defaults=True)
    lines = [
        "# Drafted from the database. Correct what is wrong, and describe what names do not tell: the better the words",
        f"# here, the better the answers. `crosscheck domain check {name}` shows what does not fit.",
        "version: 1",
        f"about: {scalar(_about(tables))}",
        "databases:",
        f"  {scalar(address.key)}:",
        *yaml_lines(address.lines, 4),
        "    # Only these tables may be asked. Without this list: every table the account can see.",
        *yaml_lines({"tables": tables}, 4),
        "    semantic:",
        *_semantic_lines(semantic),
        *_suggested(schema.suggestions),
    ]
    if documents is not None:
        folder = _from_base(documents, config.absolute().parent)
        lines += ["indexes:", "  documents:", *yaml_lines({"folder": folder}, 4)]
    return "\n".join(lines) + "\n" + _FURTHER


_EXPLANATIONS = {
    "tables": "What tables and columns mean: `about`, `synonyms`, a column's `unit`, other words for its `values`.",
    "metrics": "Named measures. The one that stands for performance gets `is_headline: true`.",
    "dimensions": "Named ways to group and filter.",
    "joins": "Joins that the database does not declare.",
}


def _semantic_lines(semantic: dict[str, object]) -> Iterator[str]:
    for section, content in semantic.items():
        if section in _EXPLANATIONS:
            yield f"      # {_EXPLANATIONS[section]}"
        yield from yaml_lines({section: content}, 6)
    if not semantic:
        yield "      {}"


def _suggested(joins: tuple[Join, ...]) -> Iterator[str]:
    if joins:
        yield "      # Names and values suggest these joins. Add those that hold to `joins:`, in quotes."
    for join in joins:
        pairs = " and ".join(f"{left} = {right}" for left, right in zip(join.left, join.right, strict=True))
        yield f'      #   - "{plain(pairs)}"  # {join.confidence:.0%} {plain(join.reason)}'


def _about(tables: list[str]) -> str:
    named = ", ".join(tables[:8])
    return (
        f"What the tables {named} hold."
        if len(tables) <= 8
        else f"What {named} and {len(tables) - 8} more tables hold."
    )


def _next_steps(name: str, path: Path, address: _Address, documents: Path | None, where: str) -> Iterator[str]:
    yield f"Wrote {path}."
    yield "Next:"
    if address.variable:
        yield f"  export {address.variable}='{address.shown}'   (with the password; it is not in the file)"
    yield f"  edit {path}: say what tables, columns and measures mean"
    yield f"  crosscheck domain check {name}{where}"
    if documents is not None:
        yield f"  crosscheck documents add --domain {name}{where}"
    yield f"  crosscheck domain describe {name}{where}"
