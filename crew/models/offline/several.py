"""Several questions in one: clauses that each have a measure, a member or a period of their own."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from crew.models.offline.items import Item
from crew.models.offline.language import stems_of
from crew.models.offline.linking import Linked


def separate_questions(linked: Linked) -> tuple[str, ...]:
    """The questions that a text asks side by side, as it words them; empty when it asks one."""
    clauses = list(_clauses(linked))
    if not any(_are_apart(a, b) for at, a in enumerate(clauses) for b in clauses[at + 1 :]):
        return ()
    return tuple(dict.fromkeys(t for c in clauses if (t := c.text(linked).strip(" ,;?.!"))))


@dataclass
class _Clause:
    items: list[Item] = field(default_factory=list)

    def text(self, linked: Linked) -> str:
        return linked.text[self.items[0].start : self.items[-1].end]

    @property
    def measures(self) -> set[tuple[str, ...]]:
        """What the clause measures: a metric, what stands behind `how many` or `average`, or what it opens with."""
        said = [i for i in self.items if i.kind != "filler"]
        found = {stems_of(i.text) for i in said if any(t.kind == "metric" for t in i.targets)}
        for before, item in zip([None, *said], said, strict=False):
            is_measured = before is not None and before.cue in _MEASURING
            opens = item is self.items[0] and any(t.kind == "table" and t.rank == 0 for t in item.targets)
            if item.kind == "name" and not _is_member(item) and (is_measured or opens):
                found.add(stems_of(item.text))
        return found

    @property
    def members(self) -> set[str]:
        return {i.text.casefold() for i in self.items if _is_member(i)}

    @property
    def periods(self) -> set[str]:
        return {i.text.casefold() for i in self.items if i.kind == "period"}

    @property
    def is_question(self) -> bool:
        return self.items[0].cue in _ASKING or self.items[0].text.casefold() in _ASKING_WORDS


def _clauses(linked: Linked) -> Iterator[_Clause]:
    clause = _Clause()
    end = 0
    for item in linked.items:
        is_joint = item.cue in ("and", "against") and not item.targets
        if (is_joint or re.search(r"[;,?]", linked.text[end : item.start])) and clause.items:
            yield clause
            clause = _Clause()
        if not is_joint:
            clause.items.append(item)
        end = item.end
    if clause.items:
        yield clause


def _are_apart(one: _Clause, other: _Clause) -> bool:
    """True when two clauses ask for different things of different members or periods."""
    have_measures = one.measures and other.measures and not one.measures & other.measures
    scopes = one.members | one.periods, other.members | other.periods
    if have_measures and all(scopes) and scopes[0] != scopes[1]:
        return True
    if have_measures and scopes[0] and other.is_question:
        return True
    have_members = one.members and other.members and not one.members & other.members
    return bool(have_members and one.periods and other.periods and one.periods != other.periods)


def _is_member(item: Item) -> bool:
    return bool(item.targets) and item.targets[0].kind == "value"


_MEASURING = ("count", "count_distinct", "average", "total")
_ASKING = ("count", "count_distinct", "how_much", "which", "why")
_ASKING_WORDS = ("what", "which", "who", "when", "where", "how", "why", "was", "wie", "combien", "cuanto", "cuantos")
