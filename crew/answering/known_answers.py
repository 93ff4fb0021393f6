"""Answers given before, offered again only when every row and document behind them is still as it was.

A question is the same when its words are, but for case, punctuation, articles and politeness: questions that merely
mean nearly the same (Spain, France) must never share an answer.
"""

import re
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from crew.answer import Answer, UsageOut
from crew.answering.run import Run
from crew.store.base import UnknownRun
from crew.store.store import Store
from crew.stored_answers import OutgrownAnswer, stored_answer
from tools.errors import ToolError
from tools.evidence import Evidence, RowsEvidence, digest

_NAMESPACE = "answers"
_WORD = re.compile(r"[\w%€$£¥&+-]+")
_SAYS_NOTHING = frozenset(("a", "an", "the", "please", "kindly", "bitte", "der", "die", "das", "le", "la", "les", "el"))


@dataclass(frozen=True)
class KnownAnswers:
    """The verified answers of one asker, for the question of a run."""

    run: Run
    store: Store

    @property
    def is_offered(self) -> bool:
        """Whether the domain reuses answers, and this question brings nothing that makes it its own."""
        brought = self.run.prepared
        own = (brought.history, brought.replay, brought.plan, brought.consent, brought.steps, brought.assumes)
        is_plain = not any(own)
        is_plain &= not self.run.shelf  # a run that goes on has evidence of its own
        return self.run.configuration.domain.reuse_answers_hours > 0 and brought.may_reuse and is_plain

    def find(self) -> Answer | None:
        """The earlier answer as this run's own, when all that it rests on is unchanged; None otherwise."""
        entry = self.store.cached(_NAMESPACE, self.run.asker.id, self._key)
        indexes = self._indexes()
        if entry is None or indexes is None or entry["indexes"] != indexes:
            return None
        try:
            earlier = self.store.run(entry["run"], self.run.asker)
            answer = stored_answer(earlier) if earlier.answer else None
        except (UnknownRun, OutgrownAnswer):
            return None
        if answer is None:
            return None
        if not all(self._is_unchanged(piece) for piece in self.store.evidence(earlier.id)):
            return None
        return self._as_own(answer)

    def keep(self, answer: Answer) -> None:
        """Remember a verified answer."""
        if answer.status != "verified" or answer.reused_from is not None:
            return
        indexes = self._indexes()
        if indexes is None:
            return
        value = {"run": answer.run_id, "indexes": indexes}
        lasts = timedelta(hours=self.run.configuration.domain.reuse_answers_hours)
        self.store.keep_cached(_NAMESPACE, self.run.asker.id, self._key, value, lasts=lasts)

    @property
    def _key(self) -> str:
        run = self.run
        words = [word for word in _WORD.findall(run.asked.casefold()) if word not in _SAYS_NOTHING]
        settings = run.configuration.model_dump(mode="json")
        return digest([words, run.today, run.asker.groups, run.prepared.language, settings])

    def _indexes(self) -> dict[str, str] | None:
        """The state of each index: which documents it holds, in which versions; None where one cannot be asked."""
        try:
            return {
                name: digest(sorted((card.id, card.digest) for card in opened.index.documents(self.run.deadline)))
                for name, opened in self.run.sources.indexes.items()
            }
        except ToolError:
            return None

    def _is_unchanged(self, piece: Evidence) -> bool:
        """Whether a statement, run again with the asker's present rights, returns the same rows."""
        if not isinstance(piece, RowsEvidence):
            return piece.source in self.run.sources.indexes
        try:
            again = self.run.fetching.statement(piece.source, piece.statement, piece.parameters)
        except ToolError:  # also when time is over: the flow then says so
            return False
        return _content(again) == _content(piece)

    def _as_own(self, answer: Answer) -> Answer:
        run = self.run
        evidence = self.store.evidence(answer.run_id)
        run.recorder.evidence(evidence)
        usage = UsageOut(
            statements=sum(isinstance(piece, RowsEvidence) for piece in evidence),
            rows=sum(piece.row_count for piece in evidence if isinstance(piece, RowsEvidence)),
            seconds=round(time.monotonic() - run.started, 3),
        )
        changes = {"run_id": run.id, "question": run.asked, "reused_from": answer.run_id, "usage": usage, "models": []}
        return answer.model_copy(update=changes)


def _content(piece: Evidence) -> Any:
    if not isinstance(piece, RowsEvidence):
        return None
    return [column.name for column in piece.columns], piece.rows, piece.row_count
