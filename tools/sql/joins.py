"""How tables can be joined: by declared foreign keys, and by keys whose names and values fit."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tools.sql.key_names import Words, column_words, endings, key_forms, names_own_key, own_key_fit, table_prefix
from tools.sql.naming import singular, words_in
from tools.sql.schema import Column, Join, Schema, Table

LEAST_CONFIDENCE = 0.5
"""Below this an inferred join is not worth a suggestion."""
APPROVABLE = 0.8
"""From this confidence on the supervisor may approve a join; below it only a person may confirm it."""
MOST_LOOKS = 400
"""How many joins have their values compared."""
_NAME, _OVERLAP, _ROLE = 0.5, 0.5, 0.8

Side = tuple[str, tuple[str, ...]]
"""A table and some of its columns."""


class KeyLooks(Protocol):
    """What the rows say of keys; None when that is unknown."""

    def share_found(self, left: Side, right: Side) -> float | None:
        """The share of one side's values found on the other."""

    def is_unique(self, side: Side) -> bool | None:
        """Whether no two rows have the same values there."""


def declared_joins(schema: Schema, foreign_keys: Mapping[str, Sequence[Any]]) -> tuple[Join, ...]:
    """The foreign keys between tables of the schema, as SQLAlchemy's inspector lists them by table."""
    joins = (_declared(schema, name, key) for name, keys in foreign_keys.items() for key in keys)
    return tuple(join for join in joins if join)


def infer_joins(schema: Schema, known: Sequence[Join], looks: KeyLooks) -> tuple[Join, ...]:
    """Joins that are not declared but likely, the most confident first.

    confidence = 0.5 * fit of the names + 0.5 * share of the values found on the key's side; with unknown values half
    of that share is assumed, and a key that may not be unique counts half. A column with a declared foreign key has
    no others.
    """
    likely = sorted(_Names(schema, known).candidates(), key=lambda candidate: -candidate.fit)
    looked = [_join(candidate, looks if number < MOST_LOOKS else None) for number, candidate in enumerate(likely)]
    found = {join: None for join in looked if join and join.confidence >= LEAST_CONFIDENCE}
    return tuple(sorted(found, key=lambda join: -join.confidence))


@dataclass(frozen=True)
class _Key:
    table: Table
    columns: tuple[Column, ...]
    is_declared: bool


@dataclass(frozen=True)
class _Candidate:
    left: Side
    key: _Key
    fit: float


class _Names:
    """Columns that by name and type may point to keys of other tables."""

    def __init__(self, schema: Schema, known: Sequence[Join]) -> None:
        self._schema = schema
        self._settled = {column.lower() for join in known for column in join.left}
        self._prefixes = {table.name: table_prefix(table) for table in schema.tables}
        names = (words_in(table.bare_name) for table in schema.tables)
        self._things = sorted({singular(words[0]) for words in names if len(words) == 1}, key=len, reverse=True)
        self._forms: dict[Words, list[tuple[_Key, float, bool]]] = defaultdict(list)
        self._composite: list[_Key] = []
        self._owners = self._found_owners()
        for table in schema.tables:
            self._add_keys(table)

    def candidates(self) -> Iterator[_Candidate]:
        for table in self._schema.tables:
            for column in table.columns:
                if f"{table.name}.{column.name}".lower() not in self._settled:
                    yield from self._single(table, column)
        holders: dict[Words, list[tuple[Table, Column]]] = defaultdict(list)
        for table in self._schema.tables if self._composite else ():
            for column in table.columns:
                holders[self._words(table, column)].append((table, column))
        for key in self._composite:
            yield from self._several(key, holders)

    def _add_keys(self, table: Table) -> None:
        declared = [table.column(name) for name in table.primary_key]
        columns = tuple(column for column in declared if column)
        if len(columns) > 1:
            self._composite.append(_Key(table, columns, is_declared=True))
        keys = [columns] if len(columns) == 1 else []
        if not declared and not table.is_view and table.columns:
            keys = [(c,) for at, c in enumerate(table.columns) if self._may_be_key(table, c, is_first=at == 0)]
        for key in keys:
            words = self._words(table, key[0])
            for form, fit, takes_role in key_forms(
                table.bare_name, words, is_prefixed=bool(self._prefixes[table.name])
            ):
                self._forms[form].append((_Key(table, key, bool(declared)), fit, takes_role))

    def _single(self, table: Table, column: Column) -> Iterator[_Candidate]:
        words = self._words(table, column)
        best: dict[str, tuple[float, _Key]] = {}
        named = [(key, fit) for key, fit, _takes_role in self._forms.get(words, ())]
        named += [
            (key, min(fit, _ROLE))
            for ending in endings(words)
            for key, fit, takes_role in self._forms.get(ending, ())
            if takes_role
        ]
        for key, fit in named:
            if fit > best.get(key.table.name, (0.0, key))[0]:
                best[key.table.name] = (fit, key)
        if self._is_own_key(table, column, words):
            return
        for fit, key in best.values():
            if key.table.name != table.name and column.kind == key.columns[0].kind:
                yield _Candidate((table.name, (column.name,)), key, fit)

    def _several(self, key: _Key, holders: Mapping[Words, list[tuple[Table, Column]]]) -> Iterator[_Candidate]:
        """Tables that have every column of a composite key under its name."""
        words = [self._words(key.table, column) for column in key.columns]
        if not any(len(each) > 1 for each in words):
            return
        found: dict[str, list[Column]] = {}
        for table, column in holders.get(words[0], ()):
            others = [column, *(c for each in words[1:] for t, c in holders.get(each, ()) if t.name == table.name)]
            kinds = [c.kind for c in others] == [c.kind for c in key.columns]
            if table.name != key.table.name and kinds:
                found[table.name] = others
        for name, columns in found.items():
            if any(f"{name}.{column.name}".lower() not in self._settled for column in columns):
                yield _Candidate((name, tuple(column.name for column in columns)), key, 1.0)

    def _found_owners(self) -> dict[Words, set[str]]:
        """The tables that a key's name speaks of most clearly; where nothing is declared, it is the key of no other."""
        fits: dict[Words, dict[str, int]] = defaultdict(dict)
        for table in self._schema.tables:
            for column in table.columns:
                words = self._words(table, column)
                if fit := own_key_fit(table.bare_name, words):
                    fits[words][table.name] = fit
        return {
            words: {table for table, fit in found.items() if fit == max(found.values())}
            for words, found in fits.items()
        }

    def _may_be_key(self, table: Table, column: Column, *, is_first: bool) -> bool:
        owners = self._owners.get(self._words(table, column), set())
        return table.name in owners or (is_first and not owners)

    def _is_own_key(self, table: Table, column: Column, words: Words) -> bool:
        """Whether a column is the key of its table and speaks of it, so that it points nowhere else."""
        if table.primary_key == (column.name,):
            return names_own_key(table.bare_name, words)
        return (
            not table.primary_key
            and self._may_be_key(table, column, is_first=column == table.columns[0])
            and (names_own_key(table.bare_name, words))
        )

    def _words(self, table: Table, column: Column) -> Words:
        return column_words(table, column.name, self._prefixes[table.name], self._things)


def _declared(schema: Schema, name: str, key: Any) -> Join | None:
    table, target = schema.table(name), schema.table(key["referred_table"])
    if table is None or target is None:
        return None
    names = key["referred_columns"] or list(target.primary_key)
    left = [table.column(column) for column in key["constrained_columns"]]
    right = [target.column(column) for column in names]
    if len(left) != len(right) or not all(left) or not all(right):
        return None
    return Join(
        left=tuple(f"{table.name}.{column.name}" for column in left if column),
        right=tuple(f"{target.name}.{column.name}" for column in right if column),
        reason="declared foreign key",
    )


def _join(candidate: _Candidate, looks: KeyLooks | None) -> Join | None:
    table, key = candidate.left[0], candidate.key
    right = key.table.name, tuple(column.name for column in key.columns)
    is_unique = True if key.is_declared else looks.is_unique(right) if looks else None
    if is_unique is False:
        return None
    share = looks.share_found(candidate.left, right) if looks else None
    confidence = _NAME * candidate.fit + _OVERLAP * (0.5 if share is None else share)
    values = "values not compared" if share is None else f"{share:.0%} of its values found there"
    if is_unique is None:
        confidence, values = confidence / 2, f"{values}, and it is not known whether they are unique"
    return Join(
        left=tuple(f"{table}.{column}" for column in candidate.left[1]),
        right=tuple(f"{right[0]}.{column}" for column in right[1]),
        confidence=round(confidence, 2),
        origin="inferred",
        is_unique=is_unique is not False,
        reason=f"`{', '.join(candidate.left[1])}` names the key of `{right[0]}`; {values}",
    )
