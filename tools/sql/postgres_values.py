"""PostgreSQL values that Python has no type for, read as PostgreSQL writes them instead of failing or losing a part."""

from typing import Any

from sqlalchemy import Engine, event

_LOADED = ("date", "timestamp", "timestamptz", "time")
"""Types that hold more than Python's: infinity, years before Christ, 24 o'clock."""


def load_whole(engine: Engine) -> Engine:
    """The engine, whose connections return each value whole: as Python's type, else as text."""
    if engine.dialect.driver == "psycopg":
        event.listen(engine, "connect", _register)
    return engine


def _register(connection: Any, _record: Any) -> None:
    from psycopg import DataError
    from psycopg.adapt import Loader
    from psycopg.types.string import TextLoader

    def falling_back(inner: type[Any]) -> type[Loader]:
        class Whole(Loader):
            def __init__(self, oid: int, context: Any = None) -> None:
                super().__init__(oid, context)
                self._inner = inner(oid, context)

            def load(self, data: Any) -> Any:
                try:
                    return self._inner.load(data)
                except DataError:
                    return bytes(data).decode()

        return Whole

    adapters = connection.adapters
    for name in _LOADED:
        oid = adapters.types[name].oid
        adapters.register_loader(oid, falling_back(adapters.get_loader(oid, 0)))
    adapters.register_loader("interval", TextLoader)
