"""How a report's numbers came about: every statement, passage, calculation and model, and what it all cost."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from crew.answer import Answer
from crew.render.plain import plain
from crew.render.words import figure_origin, model_lines, parameter_words, passage_place, row_count_words
from crew.reports.document import AppendixOut, SectionOut
from tools.wording import retold, worded

Asked = tuple[SectionOut, Answer]
_COUNTED = ("model_calls", "statements", "searches", "rows", "tokens")
_ROWS = (worded("{count} row"), worded("{count} rows"), worded("at least {rows}"))
_TRUSTED = worded("{rows} · trusted: verified query `{query}`")
_ORIGINS = (
    worded("{figure} — growth from {before} to {now}"),
    worded("{figure} — share of {part} in {whole}"),
    worded("{figure} — compound rate from {before} to {now} over {count} periods"),
)
"""How `crew.render.words` counts rows and tells calculations."""


def appendix_of(asked: Sequence[Asked], *, seconds: float, saved: int, language: str) -> AppendixOut:
    """The appendix; what several sections share is told once. `saved` fetches needed not be made again."""
    usage: dict[str, Any] = {key: sum(getattr(answer.usage, key) for _, answer in asked) for key in _COUNTED}
    cost = sum((Decimal(answer.usage.cost_usd) for _, answer in asked), Decimal(0))
    return AppendixOut(
        statements=_statements(asked, language),
        passages=_passages(asked),
        calculations=_calculations(asked, language),
        models=list(dict.fromkeys(_model_words(line) for _, answer in asked for line in model_lines(answer.models))),
        usage={**usage, "shared": saved, "cost_usd": format(cost, "f"), "seconds": round(seconds, 1)},
    )


def _statements(asked: Sequence[Asked], language: str) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for section, piece in _pieces(asked, "rows"):
        entry = {
            "source": piece["source"],
            "statement": piece["statement"],
            "parameters": parameter_words(piece),
            "rows": retold(row_count_words(piece), language),
            "sha256": piece["sha256"],
            "used": [],
        }
        found.setdefault(piece["sha256"], entry)["used"].append(f"{section.number}·{piece['id']}")
    return list(found.values())


def _passages(asked: Sequence[Asked]) -> list[dict[str, Any]]:
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for section, piece in _pieces(asked, "passage"):
        if piece["id"] not in {source.evidence for source in section.sources}:
            continue
        entry = {"source": piece["source"], "place": passage_place(piece), "text": piece["text"], "used": []}
        found.setdefault((piece["source"], piece["passage"]), entry)["used"].append(f"{section.number}·{piece['id']}")
    return list(found.values())


def _pieces(asked: Sequence[Asked], kind: str) -> list[tuple[SectionOut, dict[str, Any]]]:
    return [(section, piece) for section, answer in asked for piece in answer.evidence if piece["kind"] == kind]


def _calculations(asked: Sequence[Asked], language: str) -> list[str]:
    lines = [
        f"{section.number}·" + retold(f"{figure.text} — {figure_origin(figure, sentence, answer)}", language)
        for section, answer in asked
        for sentence in answer.sentences
        for figure in sentence.figures
        if figure.calculation
    ]
    return list(dict.fromkeys(lines))


def _model_words(line: str) -> str:
    """A role with what answered for it, without the steps that one answer counts."""
    return re.sub(r" \([^()]*\)$", "", plain(line))
