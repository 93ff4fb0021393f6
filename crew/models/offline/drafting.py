"""The draft: what the evidence says, in sentences whose every figure and quotation can be checked."""

import re
from collections.abc import Iterator

from crew.models.offline.language import content_stems
from crew.models.offline.material import Material
from crew.models.offline.quoting import Quote, answering_quotes, causing_quotes
from crew.models.offline.tellable import TellableRows, measure_words, same_terms
from crew.models.offline.telling import MOST_ROWS, Teller
from crew.models.offline.wording import SPOKEN, say
from tasks.draft import Draft, DraftSentence
from tasks.plan import Slot
from tools.evidence import EVIDENCE, Evidence, PassageEvidence, RowsEvidence


def draft_answer(material: Material) -> Draft:
    """Figures first, then quotations; what was rejected before is left out."""
    drafter = _Drafter(material)
    sentences = [s for s in drafter.sentences() if not _is_rejected(s, material)]
    return Draft(sentences=tuple(sentences), missing=tuple(drafter.missing(sentences)))


class _Drafter:
    def __init__(self, material: Material) -> None:
        self.material = material
        self.language = material.language if material.language in SPOKEN else "en"
        self.teller = Teller(self.language)
        self.kind = str(material.blocks.get("plan", {}).get("question_kind", ""))
        evidence: list[Evidence] = [EVIDENCE.validate_python(e) for e in material.blocks.get("evidence", [])]
        self.by_id = {e.id: e for e in evidence}
        self.passages = [e for e in evidence if isinstance(e, PassageEvidence)]
        self.slots = [(Slot.model_validate(_slot_fields(s)), s) for s in material.blocks.get("slots", [])]
        self.rows = [
            TellableRows(slot, found)
            for slot, block in self.slots
            for id_ in block.get("filled_by", ())
            if isinstance(found := self.by_id.get(id_), RowsEvidence) and found.rows
        ]

    def sentences(self) -> Iterator[DraftSentence]:
        pairs = self._pairs()
        paired = {id(t) for pair in pairs for t in pair}
        for now, before in pairs:
            yield from self._changes(now, before)
        for told in self.rows:
            if id(told) not in paired and (told.slot.is_required or not pairs):
                yield from self._figures(told)
        yield from self._quotations()

    def missing(self, sentences: list[DraftSentence]) -> Iterator[str]:
        answered = {s.slot for s in sentences}
        for slot, block in self.slots:
            if (
                slot.id in answered
                or not slot.is_required
                or (block.get("is_filled") and slot.kind == "rows" and sentences)
            ):
                continue
            about = slot.need.about or ", ".join([*slot.need.entities, *slot.need.measures]) or slot.id
            yield say(self.language, "no_passage" if slot.kind == "passage" else "no_rows", about=about)
        if self.material.language not in SPOKEN:
            yield say("en", "language")

    def _pairs(self) -> list[tuple[TellableRows, TellableRows]]:
        """The rows of a period with those of the earlier one, the fewest rows first."""
        pairs = []
        for now in self.rows:
            for before in self.rows:
                a, b = now.slot.need.period, before.slot.need.period
                if a and b and b.start < a.start and same_terms(now.slot, before.slot):
                    pairs.append((now, before))
        return sorted(pairs, key=lambda p: (not p[0].slot.is_required, self.rows.index(p[0])))

    def _changes(self, now: TellableRows, before: TellableRows) -> Iterator[DraftSentence]:
        """Every measure of a single row; of several rows the first measure, the largest falls (or rises) first."""
        rows = list(range(len(now.evidence.rows)))
        columns = now.measures
        if len(rows) > 1:
            columns = columns[:1]
            rows = self._by_change(now, before, rows)
            if self.kind == "cause":
                rows = [r for r in rows if not set(map(str, now.key(r))) & self._told_entities()][:2]
        for row in rows[:MOST_ROWS]:
            for column in columns:
                sentence = self.teller.change(now, before, row, column)
                if sentence is not None:
                    yield sentence

    def _told_entities(self) -> set[str]:
        return {e for slot, _block in self.slots for e in slot.need.entities}

    def _by_change(self, now: TellableRows, before: TellableRows, rows: list[int]) -> list[int]:
        column = now.measures[0] if now.measures else None

        def fall(row: int) -> float:
            then = before.row_of(now.key(row))
            if column is None or then is None:
                return 0.0
            new, old = now.value(row, column), before.value(then, column)
            return float(new - old) if new is not None and old is not None else 0.0

        return sorted(rows, key=lambda r: fall(r) if self.kind == "cause" else -fall(r))

    def _figures(self, told: TellableRows) -> Iterator[DraftSentence]:
        if not told.measures:
            yield from self.teller.listing(told)
        elif self.kind == "share":
            yield from self._shares(told)
        elif self.kind == "ranking" and told.keys:
            yield from self.teller.ranking(told, self._is_highest_first(told))
        else:
            yield from self.teller.values(told)
        if len(told.evidence.rows) > MOST_ROWS:
            yield self.teller.count(told)

    def _shares(self, told: TellableRows) -> Iterator[DraftSentence]:
        entities = set(told.slot.need.entities)
        rows = [r for r in range(len(told.evidence.rows)) if not entities or entities & set(map(str, told.key(r)))]
        for row in rows[:MOST_ROWS]:
            if told.value(row, told.measures[0]) is not None:
                yield self.teller.share(told, row, told.measures[0])

    def _is_highest_first(self, told: TellableRows) -> bool:
        found = [v for r in range(len(told.evidence.rows)) if (v := told.value(r, told.measures[0])) is not None]
        return found == sorted(found, reverse=True)

    def _quotations(self) -> Iterator[DraftSentence]:
        for slot, _block in self.slots:
            if slot.kind != "passage":
                continue
            is_cause = self.kind == "cause"
            for quote in self._chosen(slot, is_cause):
                text = say(self.language, "cause" if is_cause else "says", source=self._source(quote), quote=quote.text)
                yield DraftSentence(text=text, citations=(quote.passage.id,), slot=slot.id)

    def _chosen(self, slot: Slot, is_cause: bool) -> list[Quote]:
        """The best quotation, and a second that is nearly as good."""
        found = self._causes(slot) if is_cause else answering_quotes(self.passages, self.material.question)
        return [q for q in found[:2] if q.score >= 0.8 * found[0].score]

    def _causes(self, slot: Slot) -> list[Quote]:
        names = dict.fromkeys(content_stems(" ".join(slot.need.entities)), 1.0)
        for weight, member in zip((3.0, 2.0), self._members(), strict=False):
            names |= dict.fromkeys(content_stems(member), weight)
        measures = [w for t in self.rows for c in t.measures for w in content_stems(measure_words(c))]
        if not names:
            names = dict.fromkeys(measures, 1.0)
        since = min((t.slot.need.period.start for t, _b in self._pairs() if t.slot.need.period), default=None)
        return causing_quotes(self.passages, names, [*measures, *content_stems(self.material.question)], since)

    def _members(self) -> list[str]:
        """The members of the breakdown that fell, the largest fall first."""
        for now, before in self._pairs():
            if len(now.evidence.rows) > 1 and now.slot.need.filters:
                rows = self._by_change(now, before, list(range(len(now.evidence.rows))))
                return [" ".join(map(str, now.key(r))) for r in rows]
        return []

    def _source(self, quote: Quote) -> str:
        date = quote.passage.date
        dated = say(self.language, "dated", date=date[:10]) if date else ""
        return say(self.language, "document", title=quote.passage.title or quote.passage.document, dated=dated)


def _slot_fields(block: dict[str, object]) -> dict[str, object]:
    kept = {k: v for k, v in block.items() if k in Slot.model_fields}
    need = block.get("need")
    is_rows = isinstance(need, dict) and bool(need.get("measures") or need.get("grain"))
    return {"kind": "rows" if is_rows else "passage", **kept}


def _is_rejected(sentence: DraftSentence, material: Material) -> bool:
    """True for a sentence that was sent back, recognised by its text with the values filled in."""
    pattern = re.sub(r"\\\[\\\[\w+\\\]\\\]", ".+?", re.escape(sentence.text))
    return any(re.fullmatch(pattern, str(r.get("text", "")).strip()) for r in material.blocks.get("rejections", []))
