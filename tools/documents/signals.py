"""What the reader of a search's result must know about it."""

from collections.abc import Sequence
from typing import Literal

from tools.documents.ambiguity import Reading
from tools.documents.embedding import Embedder, LexicalOnly
from tools.documents.language import detect_language
from tools.documents.rewording import disambiguate
from tools.frozen import Frozen
from tools.wording import said

SignalKind = Literal[
    "nothing_found",
    "ambiguous",
    "stale",
    "injection_suspected",
    "superseded",
    "lexical_only",
    "other_language",
    "incomplete",
    "covered",
]


class Signal(Frozen):
    """Something about a search that the reader of its result must know."""

    kind: SignalKind
    message: str
    passage: str | None = None
    choices: tuple[str, ...] = ()
    """For `ambiguous`: the words of a search for each reading, in their order."""


def language_signals(words: str, written: Sequence[str], embedder: Embedder | LexicalOnly) -> list[Signal]:
    """That a question could not be compared by meaning with documents, which are `written` in other languages."""
    asked = detect_language(words)
    if not asked or not written or asked in written:
        return []
    if not isinstance(embedder, LexicalOnly) and all(map(embedder.knows, [asked, *written])):
        return []
    message = said(
        "The question is in {asked}, the documents are in {written}: only words that both share were looked for. "
        "Ask in the documents' language, or configure a multilingual embedder.",
        asked=asked,
        written=", ".join(written),
    )
    return [Signal(kind="other_language", message=message)]


def ambiguity_signals(words: str, readings: Sequence[Reading]) -> list[Signal]:
    """That several documents fit equally, with each reading and the words that settle it; none without readings."""
    if not readings:
        return []
    named = "; ".join(f"`{r.title}` ({r.document}, cosine {r.cosine:.2f})" for r in readings)
    message = said(
        "Several documents fit equally and the question does not say which is meant: {documents}.", documents=named
    )
    return [Signal(kind="ambiguous", message=message, choices=tuple(disambiguate(words, r) for r in readings))]


def warning_signals(warnings: Sequence[tuple[str, str, str]]) -> list[Signal]:
    """Signals for the warnings of passages, each given as document, passage and warning."""
    return [
        Signal(kind=_WARNED[key], message=f"{document}: {warning}", passage=passage)
        for document, passage, warning in warnings
        if (key := warning.partition(":")[0]) in _WARNED
    ]


_WARNED: dict[str, SignalKind] = {
    "injection_suspected": "injection_suspected",
    "superseded_by": "superseded",
    "stale": "stale",
}
