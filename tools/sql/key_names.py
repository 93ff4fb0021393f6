"""How columns of other tables may name the key of a table."""

from collections.abc import Collection, Iterator, Sequence

from tools.sql.naming import singular, words_in
from tools.sql.schema import Table

Words = tuple[str, ...]

_BARE = frozenset({"id", "key", "code", "no", "nr", "number", "name", "type", "date", "status", "value", "seq"})
"""Words that alone say nothing of the table they belong to."""
_LONGEST_PREFIX = 3
_SHORTEST_THING = 4
"""Letters of a table's name that is looked for inside a word."""


def table_prefix(table: Table) -> str:
    """The short word with which all columns of a table begin, such as the `l` of `l_orderkey`; empty without one."""
    first = {words_in(column.name)[:1] for column in table.columns}
    words = first.pop() if len(first) == 1 and len(table.columns) > 1 else ()
    has_more = all(len(words_in(column.name)) > 1 for column in table.columns)
    return words[0] if words and has_more and len(words[0]) <= _LONGEST_PREFIX else ""


def column_words(table: Table, column: str, prefix: str, things: Collection[str] = ()) -> Words:
    """The words of a column's name without the prefix of its table; run-together words such as `citingpaperid` are
    parted where they end with one of `things`, the singular names of tables, and `id`.
    """
    words = words_in(column)
    words = words[1:] if prefix and words[:1] == (prefix,) else words
    return _parted(words[0], things) if len(words) == 1 else words


def _parted(word: str, things: Collection[str]) -> Words:
    stem = word.removesuffix("id")
    thing = next((t for t in things if len(t) >= _SHORTEST_THING and stem.endswith(t)), "") if stem != word else ""
    role = stem.removesuffix(thing)
    return tuple(filter(None, (role, thing, "id"))) if thing else (word,)


def own_key_fit(table: str, words: Words) -> int:
    """How clearly a name, without a declared key, speaks of its table's own: 2 for `id`, `order_id` and `oid` in
    `orders`, 1 for `item_id` in `order_items`, else 0.
    """
    target = words_in(table)
    named = tuple(singular(word) for word in target)
    initials = "".join(word[0] for word in target if word)
    if words in (("id",), (f"{initials}id",)):
        return 2
    if len(words) < 2 or words[-1] not in _BARE:
        return 0
    return 2 if words[:-1] in (named, target) else int(words[:-1] == named[-1:])


def key_forms(table: str, key: Words, *, is_prefixed: bool = False) -> Iterator[tuple[Words, float, bool]]:
    """Names that a column pointing to a key may have, how well each fits, and whether words may stand before it.

    1 for `customer_id` to `customers.id`, and for the same name when it says more than `id`; 0.8 for a last word of
    the table, or a role before it as in `billing_address_id`; 0.6 for the table's name alone.
    """
    target = words_in(table)
    named = tuple(singular(word) for word in target)
    says_enough = len(key) > 1 or (is_prefixed and key[:1] and key[0] not in _BARE)
    if says_enough or (own_key_fit(table, key) and key[0] not in _BARE):
        yield key, 1.0, len(key) > 1 and key[-1] in _BARE
    for words in dict.fromkeys((named, target)):
        yield (*words, *key), 1.0, True
    if key and key[-1] in _BARE and len(key) == 1:
        yield (named[-1], *key), 0.8, True
    if len(key) == 1:
        for words in dict.fromkeys((named, target)):
            yield words, 0.6, False


def names_own_key(table: str, words: Words) -> bool:
    """Whether a key's name speaks of its own table, as `id` or `customer_id` of `customers` does."""
    target = words_in(table)
    named = tuple(singular(word) for word in target)
    return len(words) < 2 or words[:-1] in (named, target, named[-1:])


def endings(words: Sequence[str]) -> Iterator[Words]:
    """The last two or more words of a name, the longest first, without the whole."""
    for start in range(1, len(words) - 1):
        yield tuple(words[start:])
