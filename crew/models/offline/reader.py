"""Going through a question from left to right, to find the role of each name in it."""

from crew.models.offline.comparing_words import OPERATORS, SIGNS, Comparison
from crew.models.offline.cues import (
    asks_what_is_done,
    extreme_named,
    is_certain_day,
    is_one_by_one,
    is_total,
)
from crew.models.offline.figures_said import AGGREGATES, MEASURING, is_beside, is_of_all, lost_before
from crew.models.offline.items import Item, is_date, is_happening, is_metric, is_table
from crew.models.offline.linking import Linked
from crew.models.offline.loose_names import LooseNames
from crew.models.offline.negations import Negation
from crew.models.offline.numbers_said import OWNING, bounds_column, counts_rows
from crew.models.offline.reading import Mention, Reading, Role
from crew.models.offline.sorting_words import ORDERS, Sorts


def read_roles(linked: Linked) -> Reading:
    """Go through the question once, from left to right."""
    reader = _Reader(linked.text)
    items = [i for i in linked.items if i.kind not in ("filler", "period")]
    for position, item in enumerate(items):
        reader.take(item, position, items[position + 1] if position + 1 < len(items) else None)
    return reader.finish()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.reading = Reading()
        self.pending: Role = "plain"
        self.negation = Negation(text, self.reading)
        self.comparison = Comparison(text, self.reading)
        self.sorts = Sorts(text)
        self.loose = LooseNames(text, self.reading, self.negation)
        self.also: list[Role] = []
        """Further aggregates that wait for the same name."""
        self.since: Item | None = None
        """The cue that gave the pending role."""
        self.is_grouped = True
        """Whether something was named behind the last `by`."""
        self.pattern = ""
        """How a quoted text that follows is to be found: at the start, at the end, or anywhere."""
        self.is_of_all = False
        """A figure has just been said to be one of all the rows that are named next."""
        self.number: Item | None = None
        """A number before a name that is a limit only if something ranks: `the 2 shops with the highest sales`."""
        self.position = 0
        self.ranked_at = 0
        """The place of the last superlative."""

    def take(self, item: Item, position: int, following: Item | None) -> None:
        self.position = position
        if self._is_ordinal(item, following):
            self._role(_ORDINALS[item.text.lower()], item, following)
        elif item.kind == "cue":
            self._cue(item, following)
        elif item.kind == "name":
            self._name(item, following)
        elif item.kind == "number":
            self._number(item, following)
        elif item.kind == "sign":
            if item.text in SIGNS:
                self.comparison.open(SIGNS[item.text], item.text)
        elif item.kind == "quoted":
            self._literal(item)
        elif item.is_capital:
            self.loose.proper(item, position)
        elif item.text.lower() == "first" and (self.reading.ranking or self.reading.descending is not None):
            return
        else:
            self.reading.not_understood.append(item.text)

    def _is_ordinal(self, item: Item, following: Item | None) -> bool:
        """`first` in `when was the first order` and `the first order`, unless a thing goes by that name."""
        is_dated = is_date(following) or is_table(following) or (following is not None and is_metric(following))
        is_asked = ("when" in self.reading.asks or is_dated) and not self.reading.ranking
        return is_asked and item.text.lower() in _ORDINALS and all(t.rank for t in item.targets)

    def finish(self) -> Reading:
        self.loose.settle()
        self.negation.close()
        if self.sorts.opened and not self.reading.sorting and all(m.role != "order" for m in self.reading.mentions):
            self.reading.not_understood.append(self.sorts.opened)
        if self.comparison.is_open or self.pattern or self.also:
            self.reading.not_understood.append(self.comparison.words)
        self._said_afterwards()
        if self.number is not None:
            self._limit_afterwards(self.number)
        if self.pending == "group" and self.since is not None and not self.is_grouped:
            self.reading.not_understood.append(self.since.text)
        return self.reading

    def _cue(self, item: Item, following: Item | None) -> None:
        cue = item.cue
        if cue.startswith("unit_"):
            self._unit(item, cue.removeprefix("unit_"))
        elif cue.startswith("on_") and is_certain_day(self.text, item.start):
            self.reading.not_understood.append(item.text)
        elif cue.startswith("on_"):
            self.reading.weekdays += [name.capitalize() for name in cue.split("_")[1:]]
        elif cue == "count_more":
            self.reading.asks.add(cue)
            self._role("count", item, following)
        elif item.text.lower() == "most" and self.text[item.end :].lower().startswith(" of"):
            self.reading.not_understood.append(item.text)
        elif is_of_all(item, following, self.reading):
            self.pending, self.is_of_all = "plain", True
        elif cue in _ROLES:
            self._role(cue, item, following)
        elif cue in OPERATORS:
            self.comparison.open(OPERATORS[cue], item.text, is_range=cue == "between")
        elif cue in _PATTERNS:
            self.pattern, self.comparison.words = _PATTERNS[cue], item.text
        elif cue in ("or_more", "or_less"):
            self.comparison.widen(">=" if cue == "or_more" else "<=", item.text)
        elif cue == "not":
            self.negation.open(item)
        elif cue in ORDERS:
            self.reading.sorting, self.reading.descending = self.sorts.ordered(item)
            self.pending = "order" if self.sorts.is_of(following) else "plain"
        elif cue not in ("and", "named", "due"):
            self.reading.asks.add(cue)

    def _role(self, cue: str, item: Item, following: Item | None) -> None:
        if item.text.lower() == "all" and (self.pending in MEASURING or self._is_of_what_is_measured(item)):
            return
        if cue == "which" and self._is_relative(item):
            self.pending = "plain"
            if self.reading.relative_from is None:
                self.reading.relative_from = self.position
            return
        if cue == "which" and asks_what_is_done(self.text, item.start):
            if self.pending == "average":
                self._said_afterwards()
            self.pending = "plain"
            return
        if cue in ("highest", "lowest", "latest", "earliest"):
            self.reading.ranking = "highest" if cue in ("highest", "latest") else "lowest"
            self.reading.superlative = item.text.lower()
            self.ranked_at = self.position
        is_measure_next = following is not None and (
            following.cue in MEASURING
            or following.cue in ("highest", "lowest")
            or any(t.kind == "metric" for t in following.targets)
        )
        if cue == "each" and ((is_measure_next and not is_one_by_one(item)) or self.sorts.is_by(item)):
            cue = "order"
        if cue == "ordered" and self.sorts.opens(item, self.position):
            cue = "listing"
        role = _ROLES[cue]
        is_value = bool(self.also) and self.pending in ("highest", "lowest")
        if role == "count" and (self.pending == "average" or is_value) and self._is_right_behind(item):
            return
        self.reading.is_listing |= cue == "listing"
        self.reading.names_wanted |= cue == "listing" and item.text.lower().startswith("names")
        if self.pending in AGGREGATES and role in AGGREGATES and self._is_listed(item):
            self.also.append(self.pending)
        elif self.pending == "average" and self.since is not item:
            self._said_afterwards()
        elif self.pending in ("count", "count_distinct") and role in ("group", "subject") and self.since is not None:
            self.reading.not_understood += [] if self.reading.not_understood else [self.since.text]
        self.pending, self.since, self.is_grouped = role, item, role != "group"

    def _is_of_what_is_measured(self, item: Item) -> bool:
        """`all` in `the total fee of all rides` lists nothing."""
        is_measured = any(
            m.role in AGGREGATES or m.role in MEASURING or any(t.kind == "metric" for t in m.item.targets)
            for m in self.reading.mentions
        )
        return is_measured and self.text[: item.start].rstrip().lower().endswith((" of", " in", " from", " over"))

    def _is_listed(self, item: Item) -> bool:
        """Whether a cue stands in a row with the one before: `minimum, maximum and average`."""
        return self.since is not None and is_beside(self.text, self.since, item)

    def _is_counted_too(self, item: Item) -> bool:
        """Whether a name stands in a row with one that is counted: `how many riders and stations`."""
        if not self.reading.mentions or not (is_table(item) or is_metric(item)):
            return False
        last = self.reading.mentions[-1]
        return (last.role == "count" or is_metric(last.item)) and is_beside(self.text, last.item, item)

    def _is_behind_group(self, item: Item) -> bool:
        """`admitted` in `per ward were admitted` and `members` in `by city for members` group by nothing more."""
        last = self.reading.mentions[-1] if self.reading.mentions else None
        if self.pending != "group" or last is None or last.role != "group" or is_beside(self.text, last.item, item):
            return False
        is_verb = item.text.lower().endswith("ed") and all(t.kind == "column" for t in item.targets)
        return is_verb or bool(self.text[last.item.end : item.start].strip())

    def _is_right_behind(self, item: Item) -> bool:
        """`number of` in `average number of` says only that what follows is counted: the average stays asked for."""
        return self.since is not None and not self.text[self.since.end : item.start].strip()

    def _is_relative(self, item: Item) -> bool:
        """`who` in `customers who …` asks nothing: it tells more of what stands before it."""
        last = self.reading.mentions[-1] if self.reading.mentions else None
        between = self.text[last.item.end : item.start] if last is not None else "."
        return last is not None and last.position == self.position - 1 and not set(between) & set(".;?!")

    def _unit(self, item: Item, unit: str) -> None:
        is_asked = self.pending == "subject" and not self.reading.mentions
        if item.text.lower().endswith("ly") or self.pending in ("group", "order") or (is_asked and not item.targets):
            if item.targets:
                self._name(item)
            else:
                self.reading.units.append(unit)
                self.is_grouped = True
        elif item.targets:
            self._name(item)
        else:
            self.reading.not_understood.append(item.text)

    def _name(self, item: Item, following: Item | None = None) -> None:
        if self.is_of_all and is_table(item):
            self.is_of_all = False
            return
        before = self.text[: item.start].lower()
        if before.endswith(_HELD) and (named := extreme_named(item)):
            self.reading.ranking, self.reading.superlative = named, item.text.split()[0].lower()
            self.pending, self.ranked_at = named, self.position
        elif self.pending in ("plain", "subject") and before.endswith(_ASKING_ONE) and is_total(item):
            self.pending = "total"
        if self._is_behind_group(item):
            self.pending = "plain"
        if self.pending == "group" and (following is None or following.kind != "name"):
            item = item.as_group
        is_value = item.is_value
        self.is_grouped |= not (is_value and self.pending == "group" and is_one_by_one(self.since))
        if not is_value and self.negation.denies(item):
            self.reading.mentions.append(Mention(item, "absent", is_negated=True, position=self.position))
            self.negation.item, self.pending = None, "plain"
            return
        last = self.reading.mentions[-1] if self.reading.mentions else None
        if last is not None and last.role == "order" and is_beside(self.text, last.item, item):
            self.reading.not_understood.append(item.text)
        for other in [] if is_value else self.also:
            self.reading.mentions.append(Mention(item, other, position=self.position))
        self.also = [] if not is_value else self.also
        is_ranked = self.pending in ("highest", "lowest") and is_happening(item)
        is_counted = is_ranked or (self.pending == "plain" and self._is_counted_too(item))
        role: Role = "value" if is_value else "count" if is_counted else self.pending
        is_per = role == "group" and self.since is not None and self.since.text.lower() == "per"
        mention = Mention(item, role, is_per=is_per, position=self.position)
        self.reading.not_understood += lost_before(self.text, self.reading, self.since, item, role)
        if self.comparison.waits_for_name() and not is_value:
            self.comparison.bind(mention)
        if is_value:
            mention.comparing = self.negation.item.text.lower() if self.negation.item else ""
            mention.is_negated, self.negation.item = self.negation.reaches_value(item), None
        elif self.pending not in ("group",):
            self.pending = "plain"
        self.loose.attach(mention)
        self.reading.mentions.append(mention)

    def _number(self, item: Item, following: Item | None) -> None:
        number = item.number if item.number is not None else 0
        last = self.reading.mentions[-1] if self.reading.mentions else None
        if not counts_rows(item, following, self.text):
            self.reading.not_understood.append(item.text)
        elif self.comparison.operator:
            self.comparison.take(item, number, self.position, following)
        elif bounds_column(item, following, self.text, self.pending):
            self.comparison.equals(number, item.text)
        elif self._is_limit(item, following) and isinstance(number, int):
            self.reading.limit = number
        elif following is not None and following.cue in ("or_more", "or_less"):
            self.comparison.equals(number, item.text)
        elif self.text[: item.start].lower().endswith(OWNING):
            self.reading.not_understood.append(item.text)
        elif last is not None and last.position == self.position - 1 and last.role != "value" and not last.operator:
            last.operator, last.values = "=", (number,)
        elif self.number is None and isinstance(number, int) and is_table(following):
            self.number = item
        else:
            self.reading.not_understood.append(item.text)

    def _is_limit(self, item: Item, following: Item | None) -> bool:
        """Whether a number says how many rows are wanted: it stands before what is ranked or asked for."""
        if self.reading.limit is not None:
            return False
        is_name = following is not None and following.kind == "name"
        is_next = self.pending in ("highest", "lowest") or self.text[: item.start].lower().endswith(_FIRST)
        is_ranked = bool(self.reading.ranking) and (is_next or (is_name and self._is_behind_ranking()))
        is_asked = self.pending == "subject" and is_name
        return is_ranked or is_asked or (following is not None and following.cue in ("highest", "lowest"))

    def _is_behind_ranking(self) -> bool:
        """`the longest 3 tracks` are three tracks, `the largest tank with 3 pumps` is one tank."""
        last = self.reading.mentions[-1] if self.reading.mentions else None
        return bool(self.reading.ranking) and (last is None or last.position < self.ranked_at)

    def _literal(self, item: Item) -> None:
        last = self.reading.mentions[-1] if self.reading.mentions else None
        if self.pattern and self.negation.item is None and last is not None and last.operator is None:
            last.operator, last.values = "like", (self.pattern.format(item.text),)
            self.pattern = ""
            return
        if any(t.kind == "value" for t in item.targets):
            is_negated = self.negation.item is not None
            self.reading.mentions.append(Mention(item, "value", is_negated, position=self.position))
            self.negation.item = None
            return
        self.loose.quoted(item, self.position)

    def _limit_afterwards(self, item: Item) -> None:
        if self.reading.ranking and self.reading.limit is None:
            self.reading.limit = int(item.number or 0)
        else:
            self.reading.not_understood.append(item.text)

    def _said_afterwards(self) -> None:
        """`in total` or `on average` behind what it is about, where just one thing is named that it can be of."""
        if self.pending not in ("total", "average") or self.since is None:
            return
        before = [m for m in self.reading.mentions if m.item.start < self.since.start]
        plain = [m for m in before if m.role in ("plain", "subject")]
        measured = any(m.role in ("count", "count_distinct", self.pending) for m in self.reading.mentions)
        columns = [m for m in plain if not any(t.kind == "table" and not t.rank for t in m.item.targets)]
        if measured and self.pending == "total":
            return
        if measured or len(columns) != 1:
            self.reading.not_understood.append(self.since.text)
        else:
            columns[0].role = self.pending


_ROLES: dict[str, Role] = {
    "count": "count", "count_distinct": "count_distinct", "average": "average", "total": "total", "highest": "highest",
    "lowest": "lowest", "latest": "highest", "earliest": "lowest", "each": "group", "order": "order",
    "ordered": "order",
    "which": "subject", "listing": "subject",
}  # fmt: skip
_FIRST = ("first ", "top ", "only ", "limit ", "limit to ", "ersten ", "premiers ", "premières ", "primeros ")
_HELD = ("with the ", "has the ", "have the ", "had the ", "having the ")
_ASKING_ONE = ("what is the ", "what was the ", "what are the ", "what's the ")
_ORDINALS = {"first": "earliest", "last": "latest"}
_PATTERNS = {"starting": "{}%", "ending": "%{}", "containing": "%{}%"}
