"""Tracing a SELECT tree back to the tables: subqueries, CTEs, aliases and parameters resolved."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlglot import exp

from tools.sql.binding import Scope, bound_parameters, conjuncts, has_own_aggregate
from tools.sql.columns import column_node
from tools.sql.dates import with_plain_formats
from tools.sql.equal_forms import plainer
from tools.sql.expressions import aggregates
from tools.sql.join_effects import JoinEffects
from tools.sql.nesting import keep_conditions_apart, regrouped, together, with_distinct_counts
from tools.sql.relation import Edge, Ordering, Relation
from tools.sql.row_counts import counted
from tools.sql.schema import Join, Schema
from tools.sql.source_reading import SourceReading
from tools.sql.table_names import table_named
from tools.terms import Scalar

_READ_OF_SOURCE = {"this", "db", "catalog", "alias", "with_", "hints"}
_READ = {"expressions", "from_", "joins", "where", "group", "having", "order", "limit", "distinct", "with_", "kind"}


def trace(tree: exp.Expr, schema: Schema, joins: Sequence[Join], parameters: Mapping[str, Scalar]) -> Relation:
    """The statement over base columns. What cannot be traced is listed in `unread`, never dropped."""
    relation = _Tracer(schema, joins).query(with_plain_formats(bound_parameters(tree, parameters)), {}, None)
    return replace(relation, unread=[*relation.unread, *relation.partial])


class _Tracer:
    def __init__(self, schema: Schema, joins: Sequence[Join]) -> None:
        self._schema = schema
        self._joins = joins

    def query(self, node: exp.Expr, known: dict[str, Relation], outer: Scope | None) -> Relation:
        while isinstance(node, exp.Subquery | exp.Paren) and not node.args.get("with_"):
            node = node.this
        node = plainer(node) if isinstance(node, exp.Select) else node
        known = {**known, **self._ctes(node, known)}
        if isinstance(node, exp.Select):
            return self._select(node, known, outer)
        if isinstance(node, exp.Union):
            return self._union(node, known)
        return Relation(columns={}, unread=[self._sql(node)])

    def _ctes(self, node: exp.Expr, known: dict[str, Relation]) -> dict[str, Relation]:
        found: dict[str, Relation] = {}
        clause = node.args.get("with_")
        if clause is None:
            return found
        for cte in clause.expressions:
            if clause.args.get("recursive") and _names_itself(cte):
                found[cte.alias.lower()] = Relation(columns={}, unread=[self._sql(cte)])
                continue
            relation = self.query(cte.this, {**known, **found}, None)
            found[cte.alias.lower()] = _with_column_names(relation, cte)
        return found

    def _union(self, node: exp.Union, known: dict[str, Relation]) -> Relation:
        """Branches over the same columns are one set of keys; anything else is unread."""
        left, right = self.query(node.this, known, None), self.query(node.expression, known, None)
        pairs = list(zip(left.columns.values(), right.columns.values(), strict=False))
        are_keys = node.args.get("distinct") and all(a == b and not aggregates(a) for a, b in pairs)
        if not are_keys or len(left.columns) != len(right.columns) or left.unread or right.unread:
            tables = list(dict.fromkeys([*left.tables, *right.tables]))
            columns: dict[str, exp.Expr] = {name: exp.column(name) for name in left.columns}
            return Relation(columns=columns, tables=tables, unread=[self._sql(node)])
        shared = [c for c in left.conditions if c in right.conditions]
        apart = [c for c in (*left.conditions, *right.conditions) if c not in shared]
        partial = [f"only some rows where {self._sql(c)}" for c in apart]
        keys = list(left.columns.values())
        return replace(left, group=keys, conditions=shared, having=[], order=[], limit=None, partial=partial)

    def _select(self, node: exp.Select, known: dict[str, Relation], outer: Scope | None) -> Relation:
        reading = SourceReading(self._schema, outer)
        self._read_sources(reading, node, known)
        keep_conditions_apart(reading.parts)
        where = node.args.get("where")
        for condition in conjuncts(where.this) if where else ():
            self._read_condition(reading, condition, known)
        result = self._put_together(reading, node)
        result.unread += [self._sql(node.args[key]) for key in node.args if node.args[key] and key not in _READ]
        return result

    def _read_sources(self, reading: SourceReading, node: exp.Select, known: dict[str, Relation]) -> None:
        source = node.args.get("from_")
        if source:
            self._add_source(reading, source.this, known)
        for join in node.args.get("joins") or ():
            before = len(reading.parts)
            alias = self._add_source(reading, join.this, known)
            self._read_join(reading, join, alias, has_right=len(reading.parts) > before, known=known)

    def _add_source(self, reading: SourceReading, node: exp.Expr, known: dict[str, Relation]) -> str:
        alias = node.alias_or_name.lower()
        if isinstance(node, exp.Table) and not node.db and node.name.lower() in known:
            relation = known[node.name.lower()]
        elif isinstance(node, exp.Table):
            relation = self._table(node)
        elif isinstance(node, exp.Subquery):
            relation = _with_column_names(self.query(node, known, None), node)
            relation.unread += self._beyond(node)
        else:
            relation = Relation(columns={}, unread=[self._sql(node)])
        reading.add(alias, relation)
        return alias

    def _table(self, node: exp.Table) -> Relation:
        table = table_named(node, self._schema)
        if table is None or not node.name:
            return Relation(columns={}, unread=[self._sql(node)])
        columns: dict[str, exp.Expr] = {c.name.lower(): column_node(table, c) for c in table.columns}
        return Relation(columns=columns, tables=[table.name], unread=self._beyond(node))

    def _beyond(self, source: exp.Expr) -> list[str]:
        """What else is said of a source than its name: a sample, a partition, another moment, a pivot."""
        return [self._sql(value) for key, value in source.args.items() if value and key not in _READ_OF_SOURCE]

    def _read_join(
        self, reading: SourceReading, join: exp.Join, alias: str, has_right: bool, known: dict[str, Relation]
    ) -> None:
        side = (join.side or join.kind or "inner").lower()
        kind = side if side in ("left", "right", "full") else "inner"
        if join.args.get("using"):
            pairs = [reading.using(column.name, alias) for column in join.args["using"]]
            reading.edges += [Edge(left, right, kind) for left, right in pairs]
        elif join.method or side in ("semi", "anti"):
            reading.unread.append(self._sql(join))
        on = join.args.get("on")
        for condition in conjuncts(on) if on and has_right else ():
            if kind == "inner":
                self._read_condition(reading, condition, known)
            else:
                reading.outer_condition(condition, alias, kind)

    def _read_condition(self, reading: SourceReading, node: exp.Expr, known: dict[str, Relation]) -> None:
        inner = self._inner_query(reading, node, known)
        if inner is not None:
            reading.add_semi(inner)
        elif node.find(exp.Query):
            reading.unread.append(self._sql(node))
        else:
            reading.add_condition(reading.scope.bind(node))

    def _inner_query(self, reading: SourceReading, node: exp.Expr, known: dict[str, Relation]) -> Relation | None:
        """What stands inside an IN or EXISTS, with the equality that ties it to the rows outside."""
        if isinstance(node, exp.In) and node.args.get("query"):
            relation = self.query(node.args["query"], known, reading.scope)
            columns = list(relation.columns.values())
            tied = reading.scope.bind(node.this)
            if relation.limit is None and not relation.having and len(columns) == 1 and not aggregates(columns[0]):
                relation.edges.append(Edge(tied, columns[0], "semi"))
                return relation
        if isinstance(node, exp.Exists):
            relation = self.query(node.this, known, reading.scope)
            if relation.limit in (None, 1) and not relation.having:
                return relation
        return None

    def _put_together(self, reading: SourceReading, node: exp.Select) -> Relation:
        scope = reading.scope
        columns = scope.projections(node)
        group = scope.groups(node, columns)
        clause = node.args.get("having")
        having = [scope.bind(c, columns) for c in conjuncts(clause.this)] if clause else []
        joined = together(reading.parts, reading.edges, reading.conditions, self._effects)
        joined.unread += [*reading.unread, *scope.unread]
        if group is not None or any(map(has_own_aggregate, [*node.expressions, *([clause] if clause else [])])):
            result = self._aggregated(joined, columns, group or [], having)
        else:
            result = replace(joined, columns=columns)
            result.conditions = [*result.conditions, *having]
        distinct = node.args.get("distinct")
        result.is_distinct = distinct is not None and result.group is None
        if distinct is not None and distinct.args.get("on"):
            result.unread = [*result.unread, f"DISTINCT ON {self._sql(distinct.args['on'])}"]
        return self._sorted(result, joined, scope, node)

    def _aggregated(
        self,
        joined: Relation,
        columns: dict[str, exp.Expr],
        group: list[exp.Expr],
        having: list[exp.Expr],
    ) -> Relation:
        effects = self._effects(joined.tables, joined.edges)
        columns = with_distinct_counts(joined, columns, group)
        columns = {name: counted(tree, joined, effects, self._schema) for name, tree in columns.items()}
        totals = [counted(tree, joined, effects, self._schema) for tree in having if aggregates(tree)]
        result = regrouped(joined, columns, group)
        result.conditions = [*result.conditions, *(tree for tree in having if not aggregates(tree))]
        result.having = [*(joined.having if joined.group is None else ()), *totals]
        return result

    def _effects(self, tables: Sequence[str], edges: Sequence[Edge]) -> JoinEffects:
        return JoinEffects(tables, edges, self._schema, self._joins)

    def _sorted(self, result: Relation, joined: Relation, scope: Scope, node: exp.Select) -> Relation:
        clause, limit = node.args.get("order"), node.args.get("limit")
        if clause:
            effects, result.order = self._effects(joined.tables, joined.edges), []
            for entry in clause.expressions:
                tree = scope.ordered(entry.this, result.columns)
                if result.group is not None and tree not in result.columns.values():
                    tree = counted(tree, joined, effects, self._schema)
                result.order.append(Ordering(tree, bool(entry.args.get("desc"))))
        if limit:
            count = limit.expression if isinstance(limit, exp.Limit) else limit.args.get("count")
            options = limit.args.get("limit_options")
            is_share = options is not None and (options.args.get("percent") or options.args.get("with_ties"))
            if isinstance(count, exp.Literal) and count.is_int and not is_share:
                result.limit = int(count.name)
            else:
                result.unread.append(self._sql(limit))
        return result

    def _sql(self, node: Any) -> str:
        if isinstance(node, list):
            return ", ".join(self._sql(n) for n in node)
        return node.sql(dialect=self._schema.dialect) if isinstance(node, exp.Expr) else str(node)


def _with_column_names(relation: Relation, node: exp.Expr) -> Relation:
    """The relation under the column names that an alias such as `t(a, b)` gives."""
    alias = node.args.get("alias")
    names = [column.name.lower() for column in alias.columns] if isinstance(alias, exp.TableAlias) else []
    if len(names) != len(relation.columns):
        return relation
    return replace(relation, columns=dict(zip(names, relation.columns.values(), strict=True)))


def _names_itself(cte: exp.CTE) -> bool:
    return any(table.name.lower() == cte.alias.lower() for table in cte.this.find_all(exp.Table))
