"""Posts and delivers one parcel in a process that dies at a named point, by the kernel's hand."""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from crew.delivery import delivering
from crew.delivery.delivering import Deliverer, post_parcel
from crew.delivery.specs import target_of
from crew.settings import Settings
from crew.store.store import Store
from tests.delivery.parcels import weekly

POINTS = ("before posting", "after posting", "before claiming", "after claiming", "after sending", "after settling")


def main(url: str, target: str, point: str) -> None:
    """Do everything as the program does, but die at the point."""
    import json

    places: dict[str, tuple[Any, str, bool]] = {
        "before posting": (Store, "post_parcel", True),
        "after posting": (Store, "post_parcel", False),
        "before claiming": (Store, "begin_attempt", True),
        "after claiming": (Store, "begin_attempt", False),
        "after sending": (delivering, "send", False),
        "after settling": (Store, "settle_attempt", False),
    }
    if point in places:
        _die_around(*places[point])
    with Store.open(url) as store:
        posted = post_parcel(store, weekly(), [target_of(json.loads(target))])
        Deliverer(store, Settings.read()).deliver_parcel(posted)


def _die_around(owner: Any, name: str, is_before: bool) -> None:
    real: Callable[..., Any] = getattr(owner, name)

    def dying(*args: Any, **options: Any) -> Any:
        if not is_before:
            real(*args, **options)
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(owner, name, dying)


if __name__ == "__main__":
    main(*sys.argv[1:4])
