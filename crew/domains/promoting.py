"""Drafting a verified query of a domain from what a run computed."""

import difflib
import os
import re
import tempfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from crew.configuration.yaml_insert import with_entry
from crew.errors import WrongInput

_NAME_WORDS = 6
_SMALL = {"a", "an", "the", "of", "in", "for", "to", "was", "were", "is", "are", "what", "which", "how", "by", "and"}
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def drafted_query(question: str, evidence: Mapping[str, Any]) -> dict[str, Any]:
    """The entry for one piece of evidence of an answer. Raises WrongInput where it cannot be one."""
    statement, parameters = evidence["statement"], evidence.get("parameters") or {}
    if "asker" in parameters or "'***'" in statement:
        raise WrongInput(
            f"The statement of {evidence['id']} was changed by policy for its asker, so the domain cannot "
            "keep it. Write the query by hand; policy is then applied to each who asks it."
        )
    entry: dict[str, Any] = {"about": question, "statement": statement}
    if parameters:
        entry["parameters"] = {name: _parameter(value) for name, value in parameters.items()}
    return entry


def chosen_evidence(answer: Mapping[str, Any], wanted: str | None, run: str) -> Mapping[str, Any]:
    """The rows of an answer to draft from; raises WrongInput naming the choices."""
    rows = {piece["id"]: piece for piece in answer["evidence"] if piece["kind"] == "rows"}
    if not rows:
        raise WrongInput(f"Run {run} rests on no statement, so there is no query to draft.")
    if wanted is None and len(rows) > 1:
        raise WrongInput(f"Run {run} rests on several statements. Choose one with --evidence: {', '.join(rows)}.")
    if wanted is not None and wanted not in rows:
        raise WrongInput(f"Run {run} has no rows {wanted}. Choose one of {', '.join(rows)}.")
    return rows[wanted or next(iter(rows))]


def name_for(question: str) -> str:
    """A name for a query that answers the question."""
    words = [word for word in re.findall(r"[a-z0-9]+", question.lower()) if word not in _SMALL]
    name = "_".join(words[:_NAME_WORDS]) or "promoted"
    return name if name[0].isalpha() else f"query_{name}"


def promoted(file: Path, source: str, name: str, entry: Mapping[str, Any]) -> tuple[str, str]:
    """The domain's file with the query added, and the difference as a unified diff; nothing is written."""
    before = file.read_text(encoding="utf-8")
    after = with_entry(before, ("databases", source, "semantic", "verified_queries"), name, entry, name=str(file))
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{file.name}", f"b/{file.name}"
    )
    return after, "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def write_checked(file: Path, text: str) -> None:
    """Write a domain's file in one go, once what is to be written loads; else raises WrongConfiguration."""
    from crew.load import packaged_defaults, read_spec
    from crew.specs import DomainSpec

    if file.resolve().is_relative_to(packaged_defaults().resolve()):
        raise WrongInput(f"{file} comes with the program. Copy it to `config/domains/` and add the query there.")
    handle, draft = tempfile.mkstemp(prefix=f".{file.stem}-", suffix=".yaml", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        read_spec(Path(draft), DomainSpec)
        Path(draft).chmod(file.stat().st_mode & 0o777)
        Path(draft).replace(file)
    finally:
        Path(draft).unlink(missing_ok=True)


def _parameter(value: Any) -> dict[str, Any]:
    return {"type": _type(value), "default": value}


def _type(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return "integer"
    if isinstance(value, float) or (isinstance(value, str) and "." in value and _NUMBER.fullmatch(value)):
        return "decimal"
    try:
        date.fromisoformat(str(value))
    except ValueError:
        return "text"
    return "date"
