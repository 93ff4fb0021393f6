"""The verifier's part: whether a cited passage speaks of what the sentence says."""

from crew.models.offline.language import content_stems
from crew.models.offline.material import Material
from tasks.quotations import find_quotations, without_quotations
from tasks.verdict import Judgement, Verdict
from tools.evidence import EVIDENCE, Evidence, PassageEvidence, RowsEvidence

_SAYING = {
    "say",
    "state",
    "reason",
    "document",
    "according",
    "note",
    "report",
    "name",
    "sagt",
    "nennt",
    "dit",
    "dice",
    "indique",
}


def judge_sentences(material: Material) -> Verdict:
    """One judgement for each sentence; whatever cannot be seen to be supported is not."""
    evidence: list[Evidence] = [EVIDENCE.validate_python(e) for e in material.blocks.get("evidence", [])]
    by_id = {e.id: e for e in evidence}
    return Verdict(
        judgements=tuple(
            _judge(int(s["index"]), str(s["text"]), [by_id[c] for c in s.get("citations", []) if c in by_id], material)
            for s in material.blocks.get("sentences", [])
        )
    )


def _judge(index: int, text: str, cited: list[Evidence], material: Material) -> Judgement:
    reason = _objection(text, cited, material)
    return Judgement(sentence=index, is_supported=not reason, reason=reason)


def _objection(text: str, cited: list[Evidence], material: Material) -> str:
    if not cited:
        return "The sentence cites no evidence."
    quoted = {w for q in find_quotations(text) for w in content_stems(q.text)}
    claimed = set(content_stems(without_quotations(text))) - _SAYING
    asked = set(content_stems(material.question))
    carried = {w for e in cited for w in _words_of(e)}
    missing = sorted(w for w in claimed - carried - asked if not w[0].isdigit())
    if missing:
        return f"The cited evidence does not speak of: {', '.join(missing)}."
    if not (quoted | claimed) & asked & carried and not (asked & carried):
        return "The cited evidence names nothing that the question asks about."
    return ""


def _words_of(evidence: Evidence) -> set[str]:
    if isinstance(evidence, PassageEvidence):
        return set(content_stems(f"{evidence.title} {evidence.section} {evidence.text} {evidence.date or ''}"))
    if isinstance(evidence, RowsEvidence):
        named = [w for c in evidence.columns for w in (c.name.replace("_", " "), *c.words)]
        cells = [str(v) for row in evidence.rows for v in row if isinstance(v, str)]
        return set(content_stems(" ".join([*named, *cells, evidence.computed.words])))
    return set()
