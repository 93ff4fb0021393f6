"""Going through a question from left to right, to find the role of each name in it."""

from dataclasses import dataclass

from crew.models.offline.items import Item
from crew.models.offline.language import stems_of, words_of
from crew.models.offline.linking import Linked
from crew.models.offline.reading import Mention, Reading, Role
from crew.models.offline.small_words import EMPTY, FILLERS
from tools.terms import Operator


def read_roles(linked: Linked) -> Reading:
    """Go through the question once, from left to right."""
    reader = _Reader(linked.text)
    items = [i for i in linked.items if i.kind not in ("filler", "period")]
    for position, item in enumerate(items):
        reader.take(item, position, items[position + 1] if position + 1 < len(items) else None)
    return reader.finish()


@dataclass(frozen=True)
class _Loose:
    """A quoted value or proper name that still waits for the name it belongs to."""

    text: str
    start: int
    end: int
    position: int
    is_quoted: bool


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.reading = Reading()
        self.pending: Role = "plain"
        self.negation: Item | None = None
        self.operator: Operator | None = None
        self.comparing = ""
        """The words of the comparison that waits for its name or number."""
        self.is_range = False
        self.bounds: list[float | int] = []
        self.also: list[Role] = []
        """Further aggregates that wait for the same name."""
        self.since: Item | None = None
        self.pattern = ""
        """How a quoted text that follows is to be found: at the start, at the end, or anywhere."""
        self.loose: _Loose | None = None
        self.position = 0

    def take(self, item: Item, position: int, following: Item | None) -> None:
        self.position = position
        if item.kind == "cue":
            self._cue(item, following)
        elif item.kind == "name":
            self._name(item)
        elif item.kind == "number":
            self._number(item, following)
        elif item.kind == "sign":
            self.operator, self.comparing = _SIGNS.get(item.text, self.operator), item.text
        elif item.kind == "quoted":
            self._literal(item)
        elif item.is_capital:
            self._proper_name(item)
        elif item.text.lower() == "first" and (self.reading.ranking or self.reading.descending is not None):
            return
        else:
            self.reading.not_understood.append(item.text)

    def finish(self) -> Reading:
        self._settle_loose()
        if self.negation is not None:
            self.reading.not_understood.append(self.negation.text)
        if self.operator is not None or self.bounds or self.pattern or self.also:
            self.reading.not_understood.append(self.comparing)
        return self.reading

    def _cue(self, item: Item, following: Item | None) -> None:
        cue = item.cue
        if cue.startswith("unit_"):
            self._unit(item, cue.removeprefix("unit_"))
        elif cue in _ROLES:
            self._role(cue, item, following)
        elif cue in _OPERATORS:
            self.operator, self.is_range, self.comparing = _OPERATORS[cue], cue == "between", item.text
        elif cue in _PATTERNS:
            self.pattern, self.comparing = _PATTERNS[cue], item.text
        elif cue in ("or_more", "or_less"):
            self.comparing = item.text
            self._widen(">=" if cue == "or_more" else "<=")
        elif cue == "not":
            self.negation = item
        elif cue in ("ascending", "descending"):
            self.reading.descending = cue == "descending"
            self.pending = "plain"
        elif cue not in ("and", "named"):
            self.reading.asks.add(cue)

    def _role(self, cue: str, item: Item, following: Item | None) -> None:
        if item.text.lower() == "all" and self.pending in _MEASURING:
            return
        if cue == "which" and self._is_relative(item):
            self.pending = "plain"
            if self.reading.relative_from is None:
                self.reading.relative_from = self.position
            return
        if cue in ("highest", "lowest", "latest", "earliest"):
            self.reading.ranking = "highest" if cue in ("highest", "latest") else "lowest"
            self.reading.superlative = item.text.lower()
        is_measure_next = following is not None and (
            following.cue in _MEASURING
            or following.cue in ("highest", "lowest")
            or any(t.kind == "metric" for t in following.targets)
        )
        if cue == "each" and is_measure_next:
            cue = "order"
        role = _ROLES[cue]
        if self.pending in _AGGREGATES and role in _AGGREGATES and self._is_listed(item):
            self.also.append(self.pending)
        self.pending, self.since = role, item

    def _is_listed(self, item: Item) -> bool:
        """Whether a cue stands in a row with the one before: `minimum, maximum and average`."""
        before = self.since
        between = self.text[before.end : item.start].strip() if before is not None else "."
        return between in (",", "and", ", and", "und", "et", "y")

    def _is_relative(self, item: Item) -> bool:
        """`who` in `customers who …` asks nothing: it tells more of what stands before it."""
        last = self.reading.mentions[-1] if self.reading.mentions else None
        between = self.text[last.item.end : item.start] if last is not None else "."
        return last is not None and last.position == self.position - 1 and not set(between) & set(".;?!")

    def _unit(self, item: Item, unit: str) -> None:
        if item.text.lower().endswith("ly") or self.pending in ("group", "order"):
            if item.targets:
                self._name(item)
            else:
                self.reading.units.append(unit)
        elif item.targets:
            self._name(item)
        else:
            self.reading.not_understood.append(item.text)

    def _name(self, item: Item) -> None:
        is_value = bool(item.targets) and item.targets[0].kind == "value"
        if self.negation is not None and not is_value and self._denies(item):
            self.reading.mentions.append(Mention(item, "absent", is_negated=True, position=self.position))
            self.negation, self.pending = None, "plain"
            return
        for role in [] if is_value else self.also:
            self.reading.mentions.append(Mention(item, role, position=self.position))
        self.also = [] if not is_value else self.also
        mention = Mention(item, "value" if is_value else self.pending, position=self.position)
        if self.operator and len(self.bounds) > self.is_range and not is_value:
            self._bind_comparison(mention)
        if is_value:
            mention.is_negated, self.negation = self._is_negated(item), None
        elif self.pending not in ("group",):
            self.pending = "plain"
        self._attach_loose(mention)
        self.reading.mentions.append(mention)

    def _is_negated(self, item: Item) -> bool:
        """Whether a negation reaches a value: it stands before it, or before the one it is joined to."""
        last = self.reading.mentions[-1] if self.reading.mentions else None
        if self.negation is not None:
            between = self.text[self.negation.end : item.start]
            if not set(stems_of(between)) <= _REACHED_OVER | self._columns_since(self.negation):
                self.reading.not_understood.append(self.text[self.negation.start : item.end])
            return True
        if last is None or not last.is_negated:
            return False
        joining = set(self.text[last.item.end : item.start].lower().replace(",", " ").split())
        if joining <= _JOINING and last.item.targets[0].name == item.targets[0].name:
            return True
        if joining & _JOINING:
            self.reading.not_understood.append(self.text[last.item.start : item.end])
        return False

    def _denies(self, item: Item) -> bool:
        """Whether a negation says that there are none: `have no orders`, `have not placed any orders`."""
        negation = self.negation
        if negation is None or not any(t.kind == "table" and t.rank == 0 for t in item.targets):
            return False
        between = {w.plain for w in words_of(self.text[negation.end : item.start])}
        return between <= FILLERS | EMPTY | _TAKING_PART

    def _columns_since(self, negation: Item) -> set[str]:
        named = [m.item for m in self.reading.mentions if m.item.start > negation.start]
        kinds = ("column", "dimension")
        return {w for i in named if any(t.kind in kinds for t in i.targets) for w in stems_of(i.text)}

    def _number(self, item: Item, following: Item | None) -> None:
        number = item.number if item.number is not None else 0
        last = self.reading.mentions[-1] if self.reading.mentions else None
        if self.operator:
            self.bounds.append(number)
            self._compare(item, last, following)
        elif self._is_limit(following) and isinstance(number, int):
            self.reading.limit = number
        elif following is not None and following.cue in ("or_more", "or_less"):
            self.operator, self.bounds, self.comparing = "=", [number], item.text
        elif last is not None and last.position == self.position - 1 and last.role != "value" and not last.operator:
            last.operator, last.values = "=", (number,)
        else:
            self.reading.not_understood.append(item.text)

    def _is_limit(self, following: Item | None) -> bool:
        if self.reading.limit is not None:
            return False
        is_asked = self.pending == "subject" and following is not None and following.kind == "name"
        return (
            bool(self.reading.ranking) or is_asked or (following is not None and following.cue in ("highest", "lowest"))
        )

    def _compare(self, item: Item, last: Mention | None, following: Item | None) -> None:
        if self.is_range and len(self.bounds) < 2:
            return
        is_adjacent = last is not None and self.position - last.position <= len(self.bounds) + 2
        is_counted = following is not None and following.kind == "name" and not following.cue
        is_counted = is_counted and not self.text[item.end : following.start].strip() if following else False
        if last is not None and last.role != "value" and is_adjacent and not is_counted:
            self._bind_comparison(last)

    def _bind_comparison(self, mention: Mention) -> None:
        mention.operator, mention.values = self.operator or "=", tuple(self.bounds[:1])
        mention.upper = self.bounds[1] if self.is_range and len(self.bounds) > 1 else None
        self.operator, self.bounds, self.is_range = None, [], False

    def _widen(self, operator: Operator) -> None:
        last = self.reading.mentions[-1] if self.reading.mentions else None
        if self.bounds:
            self.operator = operator
        elif last is not None and last.operator in ("=", ">", "<"):
            last.operator = operator
        else:
            self.reading.not_understood.append(self.comparing)

    def _literal(self, item: Item) -> None:
        last = self.reading.mentions[-1] if self.reading.mentions else None
        if self.pattern and self.negation is None and last is not None and last.operator is None:
            last.operator, last.values = "like", (self.pattern.format(item.text),)
            self.pattern = ""
            return
        if any(t.kind == "value" for t in item.targets):
            self.reading.mentions.append(Mention(item, "value", self.negation is not None, position=self.position))
            self.negation = None
            return
        self._settle_loose()
        self.loose = _Loose(item.text, item.start, item.end, self.position, is_quoted=True)
        if self.reading.mentions:
            self._attach_loose(self.reading.mentions[-1])

    def _proper_name(self, item: Item) -> None:
        if self.loose and not self.loose.is_quoted and item.start - self.loose.end <= 1:
            text = f"{self.loose.text} {item.text}"
            self.loose = _Loose(text, self.loose.start, item.end, self.position, is_quoted=False)
            return
        self._settle_loose()
        self.loose = _Loose(item.text, item.start, item.end, self.position, is_quoted=False)

    def _attach_loose(self, mention: Mention) -> None:
        if self.loose is None or mention.operator is not None:
            return
        if self._is_beside(mention, self.loose) and mention.role != "value":
            mention.operator = "!=" if self.negation else "="
            mention.values = (self.loose.text,)
            self.loose = self.negation = None

    def _is_beside(self, mention: Mention, loose: "_Loose") -> bool:
        """Directly adjacent; a quoted value may stand after `named`, `is` and the like."""
        ends = sorted([(mention.item.start, mention.item.end), (loose.start, loose.end)])
        between = self.text[ends[0][1] : ends[1][0]].lower().split()
        return all(w.strip("\"'“”`,:=") in _NAMING if loose.is_quoted else not w.strip("\"'") for w in between)

    def _settle_loose(self) -> None:
        if self.loose is not None:
            last = self.reading.mentions[-1] if self.reading.mentions else None
            if last is not None and last.position < self.loose.position:
                self._attach_loose(last)
        if self.loose is not None:
            self.reading.not_understood.append(self.loose.text)
            self.loose = None


_ROLES: dict[str, Role] = {
    "count": "count", "count_distinct": "count_distinct", "average": "average", "total": "total", "highest": "highest",
    "lowest": "lowest", "latest": "highest", "earliest": "lowest", "each": "group", "order": "order",
    "ordered": "order",
    "which": "subject", "listing": "subject",
}  # fmt: skip
_TAKING_PART = frozenset(["part", "member", "members"])
_NAMING = ("", "of", "the", "a", "is", "was", "named", "called", "titled", "with", "name", "title", "equals")
_LINKING = "in from of the a an at on for to with as having being by is been located im aus der des en de"
_REACHED_OVER = frozenset(_LINKING.split())
"""Words that may stand between a negation and the value it denies."""
_JOINING = frozenset(["and", "or", "nor", "the", "und", "oder", "et", "ou", "y"])
_AGGREGATES = ("average", "total", "highest", "lowest")
_PATTERNS = {"starting": "{}%", "ending": "%{}", "containing": "%{}%"}
_MEASURING = ("count", "count_distinct", "average", "total")
_OPERATORS: dict[str, Operator] = {
    "above": ">",
    "at_least": ">=",
    "below": "<",
    "at_most": "<=",
    "exactly": "=",
    "between": ">=",
}
_SIGNS: dict[str, Operator] = {
    ">": ">",
    "<": "<",
    ">=": ">=",
    "<=": "<=",
    "≥": ">=",
    "≤": "<=",
    "=": "=",
    "!=": "!=",
    "<>": "!=",
}
