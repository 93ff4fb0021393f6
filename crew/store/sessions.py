"""Sessions: the earlier turns of a conversation, seen by no one but its asker."""

from sqlalchemy import insert, select, update

from crew.errors import WrongInput
from crew.store import run_tables
from crew.store.base import StoreBase
from crew.store.ids import new_id, normalised
from crew.store.records import SessionRecord, TurnRecord
from tools.asker import Asker

_sessions = run_tables.sessions
_turns = run_tables.session_turns


class UnknownSession(WrongInput):
    """There is no such session, or it is someone else's."""


class Sessions(StoreBase):
    """Keeps conversations."""

    def start_session(self, *, asker: Asker, domain: str) -> str:
        """Begin a conversation and return its id."""
        now = self._clock()
        session = new_id(now)
        row = {"id": session, "asker": asker.id, "domain": domain, "started_at": now, "used_at": now}
        with self._writing() as connection:
            connection.execute(insert(_sessions).values(row))
        return session

    def session(self, session: str, asker: Asker) -> SessionRecord:
        """A conversation of the asker's own. Raises UnknownSession."""
        mine = (_sessions.c.id == normalised(session)) & (_sessions.c.asker == asker.id)
        with self._reading() as connection:
            row = connection.execute(select(_sessions).where(mine)).mappings().first()
        if row is None:
            raise UnknownSession(f"You have no session `{session}`. Leave it out to start a new one.")
        return SessionRecord.model_validate(dict(row))

    def sessions(self, asker: Asker, *, limit: int = 20) -> list[SessionRecord]:
        """The asker's conversations, the last used first."""
        query = select(_sessions).where(_sessions.c.asker == asker.id).order_by(_sessions.c.used_at.desc())
        with self._reading() as connection:
            rows = connection.execute(query.limit(limit)).mappings().all()
        return [SessionRecord.model_validate(dict(row)) for row in rows]

    def append_turn(self, session: str, asker: Asker, turn: TurnRecord) -> int:
        """Add a question and its answer, and return the turn's number. Raises UnknownSession."""
        own = self.session(session, asker).id
        with self._writing() as connection:
            lock = select(_sessions.c.id).where(_sessions.c.id == own).with_for_update()
            connection.execute(lock)
            sequence = self._next(connection, _turns, _turns.c.session == own)
            connection.execute(insert(_turns).values({**turn.model_dump(), "session": own, "sequence": sequence}))
            connection.execute(update(_sessions).where(_sessions.c.id == own).values(used_at=self._clock()))
        return sequence

    def turns(self, session: str, asker: Asker, *, limit: int = 10) -> list[TurnRecord]:
        """The last turns of a conversation, oldest first. Raises UnknownSession."""
        own = self.session(session, asker).id
        query = select(_turns).where(_turns.c.session == own).order_by(_turns.c.sequence.desc()).limit(limit)
        with self._reading() as connection:
            rows = connection.execute(query).mappings().all()
        return [TurnRecord.model_validate(dict(row)) for row in reversed(rows)]
