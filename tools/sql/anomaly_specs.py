"""The section of a policy that says which rows are odd."""

from decimal import Decimal
from typing import Literal

from pydantic import Field

from tools.frozen import Frozen

AnomalyKind = Literal["null_dominant", "empty", "cartesian", "type_mismatch", "threshold", "constant"]


class RangeSpec(Frozen):
    """What a measure or column can be."""

    min: Decimal | None = None
    max: Decimal | None = None

    def __str__(self) -> str:
        ends = [
            f"at least {self.min}" if self.min is not None else "",
            f"at most {self.max}" if self.max is not None else "",
        ]
        return " and ".join(end for end in ends if end)


class AnomalySpec(Frozen):
    """When rows are odd, and which oddities send a statement back to be written anew."""

    fail_on: tuple[AnomalyKind, ...] = ("empty", "cartesian", "type_mismatch", "threshold")
    """Kinds whose rows are not used; the others are warnings. A domain can only add to them."""
    null_dominant: float = Field(default=0.8, gt=0, le=1)
    """The share of empty cells from which a column is odd."""
    fewest_rows: int = Field(default=5, ge=1)
    """Shares and constants are looked at from so many rows on."""
    growth: float = Field(default=10, gt=1)
    """Joined rows may be so many times those of the largest table."""
    thresholds: dict[str, RangeSpec] = {}
    """What a metric or `table.column` can be: `{revenue: {min: 0}}`."""
    placeholders: tuple[str, ...] = ("-1", "-999", "-9999", "9999", "99999", "999999", "1900-01-01", "9999-12-31")
    """Values that often stand for a missing one."""
    placeholder_share: float = Field(default=0.5, gt=0, le=1)


def tighter(base: AnomalySpec, domain: AnomalySpec) -> AnomalySpec:
    """Both together: what either holds odd is odd."""
    return AnomalySpec(
        fail_on=tuple(dict.fromkeys((*base.fail_on, *domain.fail_on))),
        null_dominant=min(base.null_dominant, domain.null_dominant),
        fewest_rows=min(base.fewest_rows, domain.fewest_rows),
        growth=min(base.growth, domain.growth),
        thresholds={
            name: _narrower(base.thresholds.get(name), domain.thresholds.get(name))
            for name in (*base.thresholds, *domain.thresholds)
        },
        placeholders=tuple(dict.fromkeys((*base.placeholders, *domain.placeholders))),
        placeholder_share=min(base.placeholder_share, domain.placeholder_share),
    )


def _narrower(one: RangeSpec | None, other: RangeSpec | None) -> RangeSpec:
    ranges = [each for each in (one, other) if each]
    least = [each.min for each in ranges if each.min is not None]
    most = [each.max for each in ranges if each.max is not None]
    return RangeSpec(min=max(least, default=None), max=min(most, default=None))
