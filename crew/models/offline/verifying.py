"""The verifier's part: whether a cited passage speaks of what the sentence and the question are about."""

import re
from collections.abc import Iterable

from crew.models.offline.language import content_stems
from crew.models.offline.material import Material
from crew.models.offline.times import are_related
from crew.models.offline.wording import own_words
from tasks.checks.quotations import without_quotations
from tasks.verdict import Judgement, Verdict
from tools.evidence import Evidence, PassageEvidence, RowsEvidence

_FIGURE = re.compile(r"q?\d|million|billion|percent|point")


def judge_sentences(material: Material) -> Verdict:
    """One judgement for each sentence; whatever cannot be seen to be supported is not."""
    evidence = material.evidence
    by_id = {e.id: e for e in evidence}
    subject = {*content_stems(material.question), *(w for e in evidence for w in _names_in_rows(e))}
    judgements = []
    for block in material.blocks.get("sentences", []):
        cited = [by_id[c] for c in block.get("citations", []) if c in by_id]
        reason = _objection(str(block["text"]), cited, subject)
        judgements.append(Judgement(sentence=int(block["index"]), is_supported=not reason, reason=reason))
    return Verdict(judgements=tuple(judgements))


def _objection(text: str, cited: list[Evidence], subject: set[str]) -> str:
    if not cited:
        return "The sentence cites no evidence."
    carried = {w for e in cited for w in _words_of(e)}
    known = carried | subject | own_words()
    claimed = dict.fromkeys(content_stems(without_quotations(text)))
    missing = [w for w in claimed if not _FIGURE.match(w) and not _is_among(w, known)]
    if missing:
        return f"The cited evidence does not speak of: {', '.join(missing)}."
    if not any(_is_among(w, carried) for w in subject):
        return "The cited evidence names nothing that the question asks about."
    return ""


def _is_among(word: str, words: Iterable[str]) -> bool:
    return any(word == w or (len(word) > 4 and are_related(word, w)) for w in words)


def _names_in_rows(evidence: Evidence) -> tuple[str, ...]:
    """Members and measures that the figures of the same answer speak of."""
    if not isinstance(evidence, RowsEvidence):
        return ()
    measures = [w for c in evidence.columns if c.role == "measure" for w in (*c.words, c.unit or "")]
    members = [str(v) for row in range(len(evidence.rows)) for v in evidence.row_key(row).values()]
    return content_stems(" ".join([*measures, *members]))


def _words_of(evidence: Evidence) -> tuple[str, ...]:
    if isinstance(evidence, PassageEvidence):
        return content_stems(f"{evidence.title} {evidence.section} {evidence.text} {evidence.date or ''}")
    if isinstance(evidence, RowsEvidence):
        return (*_names_in_rows(evidence), *content_stems(evidence.computed.words), *_flags_in(evidence))
    return ()


def _flags_in(evidence: RowsEvidence) -> Iterable[str]:
    """What a condition on a flag says: `true` where a database without a yes and no keeps 1."""
    values = {v for f in evidence.computed.filters for v in f.values if isinstance(v, int) and v in (0, 1)}
    return (str(bool(v)).lower() for v in values)
