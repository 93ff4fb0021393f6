"""How figures are worded in documents."""

from decimal import ROUND_HALF_UP, Decimal

from crew.demo.figures import growth


def money(value: Decimal) -> str:
    """Millions with two decimals: `EUR 1.23 million`."""
    return f"EUR {_rounded(value / 1_000_000, 2)} million"


def percent(share: Decimal) -> str:
    """A share as per cent with one decimal, without its sign: `12.3%`."""
    return f"{_rounded(abs(share) * 100, 1)}%"


def signed_percent(share: Decimal) -> str:
    """A change with its sign: `+12.3%`."""
    rounded = _rounded(share * 100, 1)
    return f"{'+' if rounded > 0 else ''}{rounded}%"


def moved(now: Decimal, then: Decimal) -> str:
    """The direction and the size of a change: `fell by 12.3%`."""
    change = growth(now, then)
    return f"{'rose' if change >= 0 else 'fell'} by {percent(change)}"


def up_or_down(now: Decimal, then: Decimal) -> str:
    """The same after a figure: `down 12.3%`."""
    change = growth(now, then)
    return f"{'up' if change >= 0 else 'down'} {percent(change)}"


def _rounded(value: Decimal, places: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
