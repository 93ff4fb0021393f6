"""Several schemas of one database read as one catalogue."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from tools.sql.schema import Column

Columns = dict[str, list[Column]]


class Catalog(Protocol):
    """One schema of a database. Each method is a fixed number of statements, however many tables there are.

    `only` narrows an answer to one table or view.
    """

    def schemas(self) -> list[str]:
        """The names of all schemas of the database that the account can see."""

    def tables(self) -> list[str]:
        """The names of the tables."""

    def views(self) -> dict[str, str | None]:
        """The views with their definitions."""

    def columns(self, only: str | None = None) -> Columns:
        """The columns of every table and view, in order."""

    def primary_keys(self) -> dict[str, tuple[str, ...]]:
        """The columns of each table's primary key; tables without one may be missing."""

    def foreign_keys(self) -> dict[str, list[Any]]:
        """Mappings with `constrained_columns`, `referred_table`, `referred_columns`, by table; with `referred_schema`
        where that may be another one.
        """

    def comments(self) -> dict[str, str]:
        """What was written of tables and views in the database."""


class SchemasCatalog:
    """As Catalog: the home schema's tables under their names, others as `schema.table`.

    A table whose own name has a dot and would be taken for one of another schema is left out, and so are keys that
    refer to schemas that are not read.
    """

    def __init__(self, home: str, catalogs: Mapping[str, Catalog]) -> None:
        """`home` is the name of the home schema, whose catalogue stands under the empty name."""
        self._home = home
        self._catalogs = catalogs

    def schemas(self) -> list[str]:
        return self._catalogs[""].schemas()

    def qualifier(self, name: str) -> str:
        """The schema that a table's name begins with; empty for one of the home schema."""
        return next((each for each in self._catalogs if each and name.startswith(f"{each}.")), "")

    def tables(self) -> list[str]:
        return [name for qualifier, each in self._catalogs.items() for name in self._names(qualifier, each.tables())]

    def views(self) -> dict[str, str | None]:
        return {
            name: views[bare]
            for qualifier, each in self._catalogs.items()
            for views in [each.views()]
            for name, bare in self._names(qualifier, views).items()
        }

    def columns(self, only: str | None = None) -> Columns:
        if only is not None:
            qualifier = self.qualifier(only)
            bare = only.removeprefix(f"{qualifier}.") if qualifier else only
            return {only: self._catalogs[qualifier].columns(bare).get(bare, [])}
        return dict(self._each(lambda catalog: catalog.columns()))

    def primary_keys(self) -> dict[str, tuple[str, ...]]:
        return dict(self._each(lambda catalog: catalog.primary_keys()))

    def foreign_keys(self) -> dict[str, list[Any]]:
        found = {}
        for name, keys in self._each(lambda catalog: catalog.foreign_keys()):
            placed = [self._placed(key, self.qualifier(name)) for key in keys]
            found[name] = [key for key in placed if key]
        return found

    def comments(self) -> dict[str, str]:
        return dict(self._each(lambda catalog: catalog.comments()))

    def _each(self, read: Any) -> Iterator[tuple[str, Any]]:
        for qualifier, catalog in self._catalogs.items():
            found = read(catalog)
            for name, bare in self._names(qualifier, found).items():
                yield name, found[bare]

    def _names(self, qualifier: str, names: Iterable[str]) -> dict[str, str]:
        """The names within one schema by their names here."""
        if qualifier:
            return {f"{qualifier}.{name}": name for name in names if "." not in name}
        return {name: name for name in names if not self.qualifier(name)}

    def _placed(self, key: Mapping[str, Any], own: str) -> dict[str, Any] | None:
        """A foreign key with the name of the table it refers to; None where that table is not read."""
        schema = key.get("referred_schema")
        qualifier = own if schema is None else "" if schema == self._home else schema
        if qualifier not in self._catalogs:
            return None
        table = key["referred_table"]
        return {**key, "referred_table": f"{qualifier}.{table}" if qualifier else table}
