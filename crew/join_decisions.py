"""Decisions on inferred joins: kept in the store, laid over the schemas of open databases."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from crew.errors import WrongInput
from crew.sources import OpenDatabase
from crew.store.records import JoinApproval
from crew.store.store import Store
from tools.errors import ToolError
from tools.sql.check_semantics import read_join
from tools.sql.join_decisions import JoinDecision, find_join
from tools.sql.join_words import join_text
from tools.sql.joins import APPROVABLE
from tools.sql.schema import Join


@dataclass(frozen=True)
class JoinStatus:
    """One join of a database, and where it stands."""

    source: str
    join: Join
    status: str
    """declared, in the domain file, suggested, approved by …, confirmed by … or rejected by …."""

    @property
    def is_usable(self) -> bool:
        """Whether statements may use it."""
        return self.join.origin not in ("inferred", "rejected")

    @property
    def text(self) -> str:
        """The join in words of SQL."""
        return join_text(self.join.left, self.join.right)


@dataclass(frozen=True)
class JoinDecisions:
    """The decisions of one domain."""

    store: Store
    domain: str
    databases: Mapping[str, OpenDatabase]

    def load(self) -> None:
        """Lay what has been decided so far over the databases' schemas."""
        kept = self.store.join_decisions(self.domain)
        for name, opened in self.databases.items():
            opened.decisions = tuple(_decision(each) for each in kept if each.source == name)

    def approve(self, source: str, joins: Iterable[Join], *, asker: str, run: str) -> None:
        """Keep what the supervisor's plan for a question of `asker` approves."""
        for join in joins:
            self._keep(source, join, is_approved=True, decided_by=asker, role="supervisor", run=run)
        self.load()

    def confirm(self, source: str, text: str, *, asker: str) -> Join:
        """Let a join be used because a person knows that it holds; raises WrongInput when it is no join."""
        return self._decide(source, text, is_approved=True, asker=asker)

    def reject(self, source: str, text: str, *, asker: str) -> Join:
        """Let a join never be suggested or used; raises WrongInput when it is no join, or a declared one."""
        return self._decide(source, text, is_approved=False, asker=asker)

    def tried(self, source: str, join: Join) -> None:
        """Keep that the first run of an approved join was fine."""
        self.store.join_was_tried(self.domain, source, join.left, join.right)
        self.load()

    def listed(self) -> list[JoinStatus]:
        """Every join of every database, usable ones first, then suggestions, the most confident first, and rejected."""
        kept = self.store.join_decisions(self.domain)
        found = []
        for name, opened in self.databases.items():
            schema = opened.schema()
            found += [JoinStatus(name, join, _usable(join)) for join in schema.joins]
            found += [JoinStatus(name, join, _suggested(join)) for join in schema.suggestions]
            found += [
                JoinStatus(name, _as_join(each), f"rejected by {each.decided_by} on {each.decided_at:%Y-%m-%d %H:%M}")
                for each in kept
                if each.source == name and not each.is_approved
            ]
        return found

    def _decide(self, source: str, text: str, *, is_approved: bool, asker: str) -> Join:
        schema = self.databases[source].schema()
        fixed = find_join(text, (join for join in schema.joins if not _is_decided(join)))
        if fixed is not None:
            place = "the database declares it" if fixed.origin == "declared" else "the domain file has it under `joins`"
            raise WrongInput(f"`{text}` is not for decision: {place}.")
        join = find_join(text, (*schema.suggestions, *schema.joins)) or self._read(source, text)
        self._keep(source, join, is_approved=is_approved, decided_by=asker, role="person", run=None)
        self.load()
        return join

    def _read(self, source: str, text: str) -> Join:
        try:
            return read_join(text, self.databases[source].schema())
        except (ToolError, ValueError) as error:
            raise WrongInput(
                f"`{text}` is no join of `{source}`: {error} Write it as `orders.customer_id = customers.id`."
            ) from error

    def _keep(self, source: str, join: Join, *, is_approved: bool, decided_by: str, role: str, run: str | None) -> None:
        kept = JoinApproval.model_validate(
            {
                "domain": self.domain,
                "source": source,
                "left_columns": join.left,
                "right_columns": join.right,
                "is_approved": is_approved,
                "decided_by": decided_by,
                "role": role,
                "decided_at": datetime.now(UTC),
                "run": run,
                "confidence": join.confidence,
            }
        )
        self.store.decide_join(kept)


def _decision(kept: JoinApproval) -> JoinDecision:
    return JoinDecision(
        left=kept.left_columns,
        right=kept.right_columns,
        is_approved=kept.is_approved,
        is_by_person=kept.role == "person",
        is_tried=kept.tried_at is not None,
        words=_words(kept),
    )


def _words(kept: JoinApproval) -> str:
    when = f"{kept.decided_at:%Y-%m-%d %H:%M}"
    if kept.role == "person":
        return f"confirmed by {kept.decided_by} on {when}"
    return f"approved by the supervisor for {kept.decided_by} on {when}"


def _as_join(kept: JoinApproval) -> Join:
    return Join(left=kept.left_columns, right=kept.right_columns, confidence=kept.confidence or 0.0, origin="rejected")


def _is_decided(join: Join) -> bool:
    return join.origin == "approved" or (join.origin == "confirmed" and bool(join.reason))


def _usable(join: Join) -> str:
    if join.origin == "declared":
        return "declared"
    if not _is_decided(join):
        return "in the domain file"
    return join.reason if join.is_tried else f"{join.reason}, not run yet"


def _suggested(join: Join) -> str:
    return "suggested" if join.confidence >= APPROVABLE else "suggested, a person must confirm it"
