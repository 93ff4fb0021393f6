"""A conversation at a desk: follow-ups are completed from earlier turns, and nothing is fetched twice."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from crew.answer import Answer
from crew.answering.prepared import Prepared
from crew.answering.progress import Listener
from crew.answering.sharing import SharedFetches
from crew.desk import Desk
from crew.store.records import TurnRecord
from tools.evidence import Evidence

_TOLD_WHOLE = 3
"""Of the latest turns the answers too; of the ones before, the questions only."""
_REMEMBERED = 10
_LONGEST_ANSWER = 400


@dataclass
class Conversation:
    """The turns of one session of the desk's asker."""

    desk: Desk
    session: str
    last: Answer | None = None
    _shared: SharedFetches = field(default_factory=SharedFetches)
    _evidence: list[dict[str, Evidence]] = field(default_factory=list)
    """What each turn of this process found, by ids such as `T1.E2`; of a conversation gone on with later, nothing, as
    its sources may have changed and its asker's rights too."""

    @classmethod
    def begin(cls, desk: Desk, session: str | None = None) -> "Conversation":
        """Go on with a session, or start a new one. Raises UnknownSession."""
        if session is not None:
            return cls(desk, desk.store.session(session, desk.asker).id)
        return cls(desk, desk.store.start_session(asker=desk.asker, domain=desk.configuration.name))

    def ask(self, question: str, *, on_progress: Listener | None = None) -> Answer:
        """Answer a question in the light of the earlier ones, and remember both."""
        earlier = {name: piece for found in self._evidence[-_TOLD_WHOLE:] for name, piece in found.items()}
        prepared = Prepared(history=tuple(self.history()), session=self.session, shared=self._shared, earlier=earlier)
        answer = self.desk.ask(question, on_progress=on_progress, prepared=prepared)
        turn = TurnRecord(
            run=answer.run_id,
            at=datetime.now(UTC),
            question=question,
            standalone=answer.standalone or question,
            answer=answer.answer,
            context={"asked_back": answer.choices} if answer.status == "clarify" else None,
        )
        self.desk.store.append_turn(self.session, self.desk.asker, turn)
        self._evidence.append(self._found_by(answer, len(self._evidence) + 1))
        self.last = answer
        return answer

    def _found_by(self, answer: Answer, turn: int) -> dict[str, Evidence]:
        pieces = self.desk.store.evidence(answer.run_id)
        return {f"T{turn}.{piece.id}": piece for piece in pieces if piece.kind != "nothing_found"}

    def history(self) -> list[dict[str, Any]]:
        """The earlier turns as a prompt shows them, the oldest first: bounded, however long the conversation is."""
        turns = self.desk.store.turns(self.session, self.desk.asker, limit=_REMEMBERED)
        told = []
        for position, turn in enumerate(turns):
            entry: dict[str, Any] = {"question": turn.standalone or turn.question}
            if position >= len(turns) - _TOLD_WHOLE:
                entry["answer"] = (turn.answer or "")[:_LONGEST_ANSWER]
                entry |= turn.context or {}
            told.append(entry)
        return [entry for entry in told if entry["question"]]
