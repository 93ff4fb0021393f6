"""The only door to the databases that are asked."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, CursorResult, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlglot import exp

from tools.asker import Asker
from tools.deadline import Deadline
from tools.sql.as_run import counting, limited, located
from tools.sql.connecting import address, missing_driver, why_unusable
from tools.sql.declared import Declared
from tools.sql.dialects import dialect_of, render_for_driver
from tools.sql.errors import AccountCanWrite, NoIdentity, SourceUnreachable, StatementTimeout
from tools.sql.failures import why_failed
from tools.sql.fetched import FetchedRows, batches, read_rows, typed_columns
from tools.sql.identity import identity_of
from tools.sql.sessions import Scope, session_for
from tools.sql.specs import DatabaseSpec, PolicySpec
from tools.sql.values import parameter
from tools.terms import Scalar

_COUNT_SECONDS = 5.0
_DUCKDB_PLACE = "SELECT current_schema(), current_database()"


class Database:
    """Reads one database for one asker. Thread-safe: each statement has a connection of its own."""

    def __init__(self, name: str, spec: DatabaseSpec, url: str, asker: Asker) -> None:
        """Open the database at `url`, which is resolved already.

        Raises SourceUnreachable, WrongPassword, MissingDatabase, MissingDriver, NoIdentity, or AccountCanWrite when
        `spec` requires a read-only account.
        """
        self.name = name
        self.spec = spec
        self.asker = asker
        self.identity = identity_of(spec.identity, asker)
        """The role and variables with which every statement runs."""
        self._url = _parsed(url)
        self.dialect = dialect_of(self._url)
        """sqlglot's name for its SQL."""
        self._session = session_for(self._url)
        try:
            self._engine = self._session.engine(self._url)
        except (NoSuchModuleError, ModuleNotFoundError) as cause:
            raise missing_driver(self._url) from cause
        self._check_account()

    def fetch(
        self,
        statement: exp.Query,
        parameters: Mapping[str, Scalar],
        limits: PolicySpec,
        deadline: Deadline,
        declared: Sequence[Declared | None] = (),
    ) -> FetchedRows:
        """Run a checked statement; raises StatementTimeout, SchemaChanged, StatementFailed.

        `declared` tells what stands behind each result column, for databases whose values carry no type.
        """
        with self._running(limits.statement_seconds, deadline, limits) as connection:
            result = self._execute(connection, limited(statement, limits.max_rows + 1), parameters)
            names = list(result.keys())
            rows, is_cut, cut_cells = read_rows(result, limits)
            result.close()
        count, is_exact = len(rows), True
        if is_cut:
            count, is_exact = self._count(statement, parameters, limits, deadline, at_least=len(rows) + 1)
        columns, typed = typed_columns(rows, names, declared if self.dialect == "sqlite" else ())
        return FetchedRows(columns, typed, count, is_exact, is_cut, cut_cells)

    @contextmanager
    def streaming(
        self, statement: exp.Query, parameters: Mapping[str, Scalar], limits: PolicySpec, deadline: Deadline
    ) -> Iterator[tuple[list[str], Iterator[list[tuple[Scalar, ...]]]]]:
        """The names of a checked statement's columns, and all its rows in batches as they are read, uncapped.

        Raises as `fetch` does. Of the limits only the time counts, until the last row.
        """
        with self._running(limits.statement_seconds, deadline, limits) as connection:
            result = self._execute(connection, statement, parameters)
            yield list(result.keys()), batches(result)
            result.close()

    def count(self, statement: exp.Query, parameters: Mapping[str, Scalar], deadline: Deadline, seconds: float) -> int:
        """How many rows a checked statement returns; raises StatementTimeout after `seconds`."""
        with self._running(seconds, deadline, PolicySpec()) as connection:
            return int(self._execute(connection, counting(statement), parameters).scalar_one())

    @contextmanager
    def connection(self, deadline: Deadline, seconds: float) -> Iterator[Connection]:
        """A read-only connection for the catalogue, cancelled after `seconds`; raises SourceError or DeadlinePassed."""
        with self._connected() as connection:
            stop = self._session.stopper(connection)
            self._session.begin(connection, seconds, Scope((self._schema,) if self._schema else (), True))
            self._session.identify(connection, self.identity)
            try:
                with deadline.watching(stop, seconds):
                    yield connection
            except DBAPIError as cause:
                connection.invalidate()
                deadline.check()
                raise why_unusable(cause, self._url) from cause

    @property
    def place(self) -> str:
        """What tells this database and account from others: the address without its password."""
        return self._url.render_as_string(hide_password=True)

    @property
    def home_schema(self) -> str:
        """The schema that table names without one are looked up in."""
        return str(self._schema)

    def close(self) -> None:
        """Give back every connection."""
        self._engine.dispose()

    @contextmanager
    def _running(self, seconds: float, deadline: Deadline, limits: PolicySpec) -> Iterator[Connection]:
        allowed = deadline.within(seconds)
        with self._connected() as connection:
            stop = self._session.stopper(connection)
            self._session.begin(connection, allowed, self._scope(limits))
            self._session.identify(connection, self.identity)
            stopped = _Stopped(stop)
            try:
                with deadline.watching(stopped, allowed):
                    yield connection
            except SQLAlchemyError as cause:
                connection.invalidate()
                deadline.check()
                if stopped.happened:
                    told = f"The statement was cancelled after {allowed:.0f} s."
                    advice = "Ask for fewer rows: filter, aggregate, or join fewer tables."
                    raise StatementTimeout(f"{told} {advice}", told=told) from cause
                raise why_failed(cause) from cause

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        try:
            connection = self._engine.connect()
        except DBAPIError as cause:
            raise why_unusable(cause, self._url) from cause
        with connection:
            yield connection

    def _execute(self, connection: Connection, tree: exp.Query, parameters: Mapping[str, Scalar]) -> CursorResult[Any]:
        used = {p.name for p in tree.find_all(exp.Placeholder)}
        bound = {name: parameter(value, self.dialect) for name, value in parameters.items() if name in used}
        placed = located(tree, self.dialect, self._schema, self._own_name)
        sql = render_for_driver(placed, self.dialect, connection.dialect.paramstyle)
        return connection.execution_options(stream_results=True).exec_driver_sql(sql, bound or None)

    def _scope(self, limits: PolicySpec) -> Scope:
        return Scope((self._schema,) if limits.allow_functions and self._schema else ())

    def _count(
        self,
        statement: exp.Query,
        parameters: Mapping[str, Scalar],
        limits: PolicySpec,
        deadline: Deadline,
        at_least: int,
    ) -> tuple[int, bool]:
        try:
            return self.count(statement, parameters, deadline, min(_COUNT_SECONDS, limits.statement_seconds)), True
        except StatementTimeout:
            return at_least, False

    def _check_account(self) -> None:
        with self._connected() as connection:
            try:
                connection.exec_driver_sql(self._session.probe)
                self._schema = getattr(connection.dialect, "default_schema_name", None) or ""
                self._own_name = ""
                if self.dialect == "duckdb":
                    self._schema, self._own_name = connection.exec_driver_sql(_DUCKDB_PLACE).one()
                self._take_on_identity(connection)
                can = self._session.writable(connection) if self.spec.require_read_only else None
            except DBAPIError as cause:
                raise why_unusable(cause, self._url) from cause
        if can:
            self.close()
            raise AccountCanWrite(
                f"The account for {address(self._url)} can change {can}, and `require_read_only` is set. Use an "
                "account that has only SELECT."
            )

    def _take_on_identity(self, connection: Connection) -> None:
        try:
            self._session.identify(connection, self.identity)
        except DBAPIError as cause:
            raise NoIdentity(
                f"{address(self._url)} does not let its account become `{self.identity.role}` for the asker "
                f"`{self.asker.id}`. Grant it that role, or change `identity`."
            ) from cause


class _Stopped:
    """Calls a stop function and remembers it."""

    def __init__(self, stop: Any) -> None:
        self._stop = stop
        self.happened = False

    def __call__(self) -> None:
        self.happened = True
        self._stop()


def _parsed(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError as cause:
        raise SourceUnreachable("The database address is not of the form `dialect://user@host/name`.") from cause
