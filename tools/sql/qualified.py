"""Names with a schema in a statement: tables of one name told apart, and columns written `schema.table.column`."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from sqlglot import exp

from tools.sql.errors import StatementRefused, UnknownColumn
from tools.sql.schema import Schema
from tools.sql.table_names import home_of, written_name

_QUALIFIABLE = (exp.Table, exp.Column)


def has_qualified(nodes: Iterable[exp.Expr]) -> bool:
    """Whether any table or column is written with a schema."""
    return any(isinstance(node, _QUALIFIABLE) and node.args.get("db") for node in nodes)


def part_namesakes(nodes: Sequence[exp.Expr], schema: Schema) -> None:
    """Give tables without alias that share their name with another source one that tells their schema, and let every
    column written with such a table, or with a schema, name its table by it.

    The statement is in lower case. Raises UnknownColumn for a column of a table that no SELECT around it reads, and
    StatementRefused where a column may be of several, or a WITH query has the name of a table written with its schema.
    """
    _Namesakes(nodes, schema).part(nodes)


class _Namesakes:
    """The sources of each SELECT of a statement."""

    def __init__(self, nodes: Sequence[exp.Expr], schema: Schema) -> None:
        self._schema = schema
        self._defined = {node.alias for node in nodes if isinstance(node, exp.CTE)}
        self._sources: dict[int, list[exp.Expr]] = defaultdict(list)
        for node in nodes:
            if isinstance(node, exp.Table | exp.Subquery | exp.Lateral | exp.UDTF) and node.alias_or_name:
                self._sources[id(_select(node))].append(node)
        everything = [node for found in self._sources.values() for node in found]
        shared = Counter(node.alias_or_name for node in everything)
        self._plain = {id(node): self._whole(node) for node in everything if self._is_plain(node)}
        """What tables without alias are called, with their schema."""
        self._names = {
            id(node): self._apart(node)
            if id(node) in self._plain and shared[node.alias_or_name] > 1
            else node.alias_or_name
            for node in everything
        }
        """What each source is called in the end."""

    def part(self, nodes: Iterable[exp.Expr]) -> None:
        for column in nodes:
            if isinstance(column, exp.Column) and column.table:
                self._point(column)
        for node in nodes:
            if id(node) in self._plain and self._names[id(node)] != node.alias_or_name:
                node.set("alias", exp.TableAlias(this=exp.to_identifier(self._names[id(node)], quoted=True)))

    def _point(self, column: exp.Column) -> None:
        """Let a column name the source that it means: the nearest around it."""
        for sources in self._around(column):
            meant = [node for node in sources if self._is_meant(node, column)]
            if len(meant) > 1:
                raise StatementRefused(f"`{column.table}` names several tables here; give each an alias.")
            if meant:
                name = self._names[id(meant[0])]
                column.set("table", exp.to_identifier(name, quoted=True))
                column.set("db", None)
                column.set("catalog", None)
                return
        if column.db:
            raise UnknownColumn(".".join(part.name for part in column.parts))

    def _is_meant(self, node: exp.Expr, column: exp.Column) -> bool:
        if not column.db:
            return node.alias_or_name == column.table
        parts = {part: column.args.get(key) for part, key in _PARTS.items()}
        return self._plain.get(id(node)) == written_name(exp.Table(**parts), self._schema)

    def _around(self, node: exp.Expr) -> Iterator[list[exp.Expr]]:
        select = _select(node)
        while select is not None:
            yield self._sources.get(id(select), [])
            select = _select(select)

    def _is_plain(self, node: exp.Expr) -> bool:
        if not isinstance(node, exp.Table) or not isinstance(node.this, exp.Identifier):
            return False
        is_defined = self._whole(node) in self._defined
        if node.db and is_defined:
            raise StatementRefused(f"Give the WITH query `{self._whole(node)}` a name that no table bears.")
        return not node.alias and not is_defined

    def _whole(self, node: exp.Expr) -> str:
        return written_name(node, self._schema) if isinstance(node, exp.Table) else ""

    def _apart(self, node: exp.Expr) -> str:
        """A name with the schema, so that no other source has it."""
        whole = self._whole(node)
        return whole if "." in whole else f"{home_of(self._schema)}.{whole}"


_PARTS = {"this": "table", "db": "db", "catalog": "catalog"}


def _select(node: exp.Expr) -> exp.Expr | None:
    return node.find_ancestor(exp.Select)
