"""The draft: what the evidence says, in sentences whose every figure and quotation can be checked."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

from crew.models.offline.comparing import ComparedRows, compared_rows
from crew.models.offline.explaining import Explanation
from crew.models.offline.language import content_stems
from crew.models.offline.material import Material
from crew.models.offline.quoting import Quote, Sought, SoughtCause, answering_quotes, causing_quotes, summarising_quotes
from crew.models.offline.shapes.needs import ANYWHERE, OPTIONAL
from crew.models.offline.shapes.summaries import KIND as SUMMARY
from crew.models.offline.tellable import TellableRows, measure_words
from crew.models.offline.telling import MOST_ROWS, Teller
from crew.models.offline.telling_changes import ChangeTeller
from crew.models.offline.wording import SPOKEN, say
from tasks.draft import Draft, DraftSentence
from tasks.plan import Slot
from tools.evidence import PassageEvidence, RowsEvidence


def draft_answer(material: Material) -> Draft:
    """Figures first, then quotations; what was rejected before is left out."""
    drafter = _Drafter(material)
    drafted = list(dict.fromkeys(drafter.sentences()))
    sentences = [s for s in drafted if not _is_rejected(s, material)]
    missing = dict.fromkeys(drafter.missing(sentences, has_left_out=len(sentences) < len(drafted)))
    unanswered = tuple(drafter.unanswered(sentences))
    return Draft(sentences=tuple(sentences), missing=tuple(missing), needs_evidence=unanswered)


class _Drafter:
    def __init__(self, material: Material) -> None:
        self.material = material
        self.language = material.language if material.language in SPOKEN else "en"
        self.teller = Teller(self.language)
        self.change_teller = ChangeTeller(self.language)
        self.kind = str(material.blocks.get("plan", {}).get("question_kind", ""))
        evidence = material.evidence
        self.by_id = {e.id: e for e in evidence}
        self.passages = [e for e in evidence if isinstance(e, PassageEvidence)]
        self.slots = [(Slot.model_validate(_slot_fields(s)), s) for s in material.blocks.get("slots", [])]
        metrics = material.blocks.get("metrics", {})
        usual_days = {name: day for name, metric in metrics.items() if (day := metric.get("time"))}
        self.rows = [
            TellableRows(slot, found, usual_days)
            for slot, block in self.slots
            for id_ in block.get("filled_by", ())
            if isinstance(found := self.by_id.get(id_), RowsEvidence) and found.rows
        ]
        self.pairs = compared_rows(self.rows)
        self.explanation = Explanation(self.pairs, material.question) if self.kind == "cause" and self.pairs else None
        self.has_wrong_premise = self.explanation is not None and self.explanation.is_contradicted

    def sentences(self) -> Iterator[DraftSentence]:
        if self.explanation is not None:
            yield from self.explanation.sentences(self.change_teller)
        else:
            yield from self._all_figures()
        yield from self._quotations()

    def _all_figures(self) -> Iterator[DraftSentence]:
        paired = {id(t) for pair in self.pairs for t in (pair.now, pair.before)}
        for pair in self.pairs:
            yield from self._changes(pair)
        for told in self.rows:
            if id(told) not in paired and (told.slot.id not in OPTIONAL or not self.pairs):
                yield from self._figures(told)

    def missing(self, sentences: list[DraftSentence], *, has_left_out: bool) -> Iterator[str]:
        answered = {s.slot for s in sentences}
        if has_left_out or any(t.has_nameless_rows for t in self.rows if t.slot.id not in OPTIONAL):
            yield say(self.language, "left_out")
        if self.has_wrong_premise:
            yield say(self.language, "premise")
        for slot, block in self.slots:
            if (
                slot.id in answered
                or (slot.kind == "passage" and self.has_wrong_premise)
                or slot.id in OPTIONAL
                or (block.get("is_filled") and slot.kind == "rows" and sentences)
            ):
                continue
            if any(told.slot.id == slot.id for told in self.rows):
                yield say(self.language, "untold")
                continue
            about = slot.need.about or ", ".join([*slot.need.entities, *slot.need.measures]) or slot.id
            yield say(self.language, "no_passage" if slot.kind == "passage" else "no_rows", about=about)
        if self.material.language not in SPOKEN:
            yield say("en", "language")

    def unanswered(self, sentences: list[DraftSentence]) -> Iterator[str]:
        """What passages were found about although none of them answers it: another may, which they lead to."""
        told = {*OPTIONAL, *(s.slot for s in sentences)}
        for slot, block in self.slots:
            is_open = slot.kind == "passage" and slot.id not in told and block.get("is_filled")
            if is_open and self.kind == "document":
                yield slot.need.about

    def _changes(self, pair: ComparedRows) -> Iterator[DraftSentence]:
        """Every measure of a single row; of several rows the first measure, the largest rise first."""
        rows = pair.rows_by_change(falls_first=False)
        for row in rows[:MOST_ROWS]:
            for column in pair.now.measures if len(rows) == 1 else pair.now.measures[:1]:
                sentence = self.change_teller.change(pair, row, column)
                if sentence is not None:
                    yield sentence

    def _figures(self, told: TellableRows) -> Iterator[DraftSentence]:
        """What the rows hold; how many there are in all is said beside what they hold, never alone."""
        sentences = [*self._of_rows(told)]
        yield from sentences
        is_ranking = self.kind == "ranking" and bool(told.measures and told.keys)
        shown = self.teller.ranked(told) if is_ranking else MOST_ROWS
        if sentences and len(told.evidence.rows) > shown and self.kind != "share":
            yield self.teller.count(told)

    def _of_rows(self, told: TellableRows) -> Iterator[DraftSentence]:
        if not told.measures:
            yield from self.teller.listing(told)
        elif self.kind == "share":
            yield from self._shares(told)
        elif self.kind == "ranking" and told.keys:
            yield from self.teller.ranking(told, self._is_highest_first(told))
        else:
            yield from self.teller.values(told)

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
            if slot.kind != "passage" or slot.id in OPTIONAL or self.has_wrong_premise:
                continue
            is_cause = self.kind == "cause"
            for quote in self._chosen(slot, is_cause):
                text = say(self.language, "cause" if is_cause else "says", source=self._source(quote), quote=quote.text)
                yield DraftSentence(text=text, citations=(quote.passage.id,), slot=slot.id)

    def _chosen(self, slot: Slot, is_cause: bool) -> list[Quote]:
        """The best quotation, and a second that is nearly as good; for a summary one of each document."""
        if self.kind == SUMMARY:
            return summarising_quotes(self.passages, replace(self._sought(slot), question=slot.need.about))
        found = self._causes(slot) if is_cause else answering_quotes(self.passages, self._sought(slot))
        return [q for q in found[:2] if q.score >= 0.8 * found[0].score]

    def _sought(self, slot: Slot) -> Sought:
        about = " ".join(source.about for source in self.material.sources).casefold()
        names = [name for name in slot.need.entities if name.casefold() not in about]
        periods = () if self.rows else self.material.periods
        question = self.material.question
        return Sought(slot.need.about or question, names, periods, self.material.today, question, slot.id == ANYWHERE)

    def _causes(self, slot: Slot) -> list[Quote]:
        names = dict.fromkeys(content_stems(" ".join(slot.need.entities)), 1.0)
        if self.explanation is not None:
            names |= self.explanation.reason_names()
        measures = [w for t in self.rows for c in t.measures for w in content_stems(measure_words(c))]
        if not names:
            names = dict.fromkeys(measures, 1.0)
        since = min((p.now.slot.need.period.start for p in self.pairs if p.now.slot.need.period), default=None)
        sought = SoughtCause(
            names=names,
            words=(*measures, *content_stems(self.material.question)),
            other_names=self._other_names(names),
            since=since,
            direction=self.explanation.change if self.explanation else Decimal(0),
        )
        return causing_quotes(self.passages, sought)

    def _other_names(self, names: Mapping[str, float]) -> frozenset[str]:
        """Words (stems) that name other rows than those the cause is sought for."""
        keys = (v for t in self.rows for row in range(len(t.evidence.rows)) for v in t.key(row))
        return frozenset(s for v in keys if isinstance(v, str) for s in content_stems(v)) - set(names)

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
