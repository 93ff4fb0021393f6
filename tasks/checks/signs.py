"""Are there signs in the sentence that a reader and our reading of numbers would take differently?"""

import re
import unicodedata
from collections.abc import Iterator

from tasks.checks.claim import Claim, Finding

_HARMLESS = frozenset("\u00ad")
_DIGITS = re.compile(r"[0-9０-９]")
_LOOKALIKES = re.compile(r"(?<=[0-9])[OoОоΟοlI|](?![A-Za-z])|(?<![A-Za-z])[OoОоΟοlI](?=[0-9])")


def check_signs(claim: Claim) -> Iterator[Finding]:
    """Reasons why a number cannot be trusted to be read as it is seen."""
    named = [(m.start, m.end) for mentions in claim.values_named.values() for m in mentions]
    for at, sign in enumerate(claim.text):
        if not any(s <= at < e for s, e in named) and _is_misleading(sign, claim.text[max(0, at - 1) : at]):
            name = unicodedata.name(sign, "a control sign").lower()
            yield Finding(f"The sentence holds {name}, which changes how its numbers are read. Write plain digits.")
    for match in _LOOKALIKES.finditer(claim.text):
        yield Finding(f"“{match[0]}” stands where a digit should.")


def _is_misleading(sign: str, before: str) -> bool:
    category = unicodedata.category(sign)
    if category == "Nd":
        return not _DIGITS.match(sign)
    if category in ("No", "Nl"):
        return not before.isalpha()
    if category == "Lm":
        return before.isdigit()
    return (
        category in ("Cf", "Co", "Mn", "Me") and sign not in _HARMLESS and not (category == "Mn" and before.isalpha())
    )
