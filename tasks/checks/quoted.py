"""Are quotations verbatim, and is what is told from a passage told by quotation?"""

import re
from collections.abc import Iterator

from tasks.checks.claim import Claim, Finding
from tasks.checks.language import ATTRIBUTION
from tasks.checks.quotations import find_quotations, is_cut, stated_by

_LINK_WORDS = """
    the a an of in on for to by as that this it there and or is are was were has have had be been with at from its
    der die das den dem ein eine von zu im und dass es gibt gab ist sind war waren hat hatte
    le la les l un une de du des d et en que qu il y avait est sont était étaient su
    el los las una del hay había son era eran
"""
_LINKS = frozenset(_LINK_WORDS.split())
"""Words that say nothing of their own around a quotation."""


def check_quotations(claim: Claim) -> Iterator[Finding]:
    """Reasons why a quotation is not proved; a paraphrase needs a judgement."""
    quotations = find_quotations(claim.placed.text)
    for quotation in quotations:
        if not _is_a_name(quotation.text, claim):
            yield from _check_words(quotation.text, claim)
    if claim.passages and (sum(not _is_a_name(q.text, claim) for q in quotations) != 1 or _has_free_words(claim)):
        yield Finding(needs_judgement=True)


def _check_words(quoted: str, claim: Claim) -> Iterator[Finding]:
    """The passage that the sentence names must say the words, and not in a sentence that says less than they do."""
    named = [p for p in claim.passages if p.title and p.title.casefold() in claim.text.casefold()]
    stating = stated_by(named or claim.passages, quoted)
    if not stating:
        where = ", ".join(p.id for p in named or claim.passages) or "any cited passage"
        yield Finding(f"“{quoted[:80]}” does not stand in {where}. Copy it exactly, or cite its passage.")
    elif is_cut(stating, quoted):
        yield Finding(f"“{quoted[:80]}” says more without the rest of its sentence. Quote the sentence whole.")


def _is_a_name(words: str, claim: Claim) -> bool:
    """Quotation marks around a title, or around a value or words of the question that no passage is said to say."""
    names = {p.title.casefold() for p in claim.passages} | {p.document.casefold() for p in claim.passages}
    if words.casefold() in names:
        return True
    if claim.passages and ATTRIBUTION.search(claim.text):
        return False
    names = {v.casefold() for values in claim.known.values() for v in values}
    return words.casefold() in names or words.casefold() in claim.wording.question.casefold()


def _has_free_words(claim: Claim) -> bool:
    """Whether anything is said besides the quotation, who is quoted, and placed figures."""
    text = claim.text
    for figure in claim.figures:
        text = text[: figure.start] + " " * (figure.end - figure.start) + text[figure.end :]
    for passage in claim.passages:
        for name in (passage.title, passage.section, passage.author):
            if name:
                text = re.sub(re.escape(name), " ", text, flags=re.IGNORECASE)
    text = ATTRIBUTION.sub(" ", text)
    return not any(f.cells for f in claim.figures) and any(
        w.casefold() not in _LINKS for w in re.findall(r"[^\W\d_]+", text)
    )
