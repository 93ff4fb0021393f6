"""Do the names in a sentence appear in what it cites, or in the question?"""

import re
from collections.abc import Iterator

from tasks.checks.claim import Claim, Finding
from tasks.checks.mentions import find_words, names_word
from tasks.checks.units_told import end_with_unit
from tools.evidence import Evidence, PassageEvidence, RowsEvidence

_PART = r"[A-ZÀ-ÖØ-Þ](?:[^\W\u3040-\u9fff]|[&’'-])*"
_NAME = re.compile(rf"(?<![.!?:“\"«]\s)(?<!^)(?<![^\W\u3040-\u9fff]){_PART}(?:\s+{_PART})*")
_CAPITALISES_NOUNS = ("de",)
_NO_NAMES = re.compile(r"(?:I|Q[1-4]|H[12]|FY\d*|KPI|CEO|CFO|EU|US|UK|USA|YoY|QoQ|VAT|AI|IT|HR|B2B|B2C)$")


def check_names(claim: Claim) -> Iterator[Finding]:
    """Reasons why a name is not known from the evidence."""
    sources = _cited_text(claim)
    yield from _check_known_values(claim, sources)
    sources = _without_compounds(claim, sources)
    if claim.wording.language.split("-")[0] in _CAPITALISES_NOUNS:
        return
    for match in _NAME.finditer(claim.text):
        end = match.start() + len(re.sub(r"['’]s?$", "", match[0]))
        if _is_covered(match.start(), end, claim) or _NO_NAMES.match(match[0]):
            continue
        for word in match[0].split():
            bare = re.sub(r"['’]s?$", "", word)
            if not _is_known(bare, claim, sources) and not _NO_NAMES.match(bare):
                yield Finding(f"“{match[0]}” appears neither in the cited evidence nor in the question.")
                break


def _without_compounds(claim: Claim, sources: str) -> str:
    """`North-East`, which is known by its whole name, makes no `East` known."""
    compounds = {v for values in claim.known.values() for v in values if "-" in v}
    for compound in compounds:
        sources = sources.replace(compound, " ")
    return sources


def names_something_else(claim: Claim) -> bool:
    """Whether a sentence holds a proper name that is no value, measure, period or figure known of its evidence.

    A heading then says nothing of whom the sentence's figures are about. German capitalises every noun, so there
    nothing is taken for a name.
    """
    if claim.wording.language.split("-")[0] in _CAPITALISES_NOUNS:
        return False
    return any(
        not _is_covered(match.start(), match.end(), claim) and not _NO_NAMES.match(match[0])
        for match in _NAME.finditer(claim.text)
    )


def _check_known_values(claim: Claim, sources: str) -> Iterator[Finding]:
    """A value the domain knows, named where the cited evidence does not hold it."""
    for column, mentions in claim.values_named.items():
        for mention in mentions:
            if mention.label.isdigit():
                continue  # `62` within €62,483 is no key; a number that stands alone has a check of its own
            is_asked = mention.label in claim.values_asked(column)
            if not is_asked and not names_word(sources, mention.label):
                yield Finding(f"“{claim.text[mention.start : mention.end]}” does not appear in the cited evidence.")
    for name, words in claim.wording.synonyms.items():
        spoken = (name, *words)
        is_named = name[:1].isupper() and any(find_words(claim.text, w) for w in spoken)
        if is_named and not any(names_word(f"{sources}\n{claim.wording.question}", w) for w in spoken):
            yield Finding(f"“{name}” does not appear in the cited evidence.")


def _is_known(word: str, claim: Claim, sources: str) -> bool:
    if names_word(sources, word) or names_word(claim.wording.question, word):
        return True
    known = [*claim.wording.synonyms.items()]
    return any(names_word(" ".join((name, *words)), word) for name, words in known if names_word(sources, name))


def _is_covered(start: int, end: int, claim: Claim) -> bool:
    spans = [(p.start, p.end) for p in claim.periods] + [(f.start, end_with_unit(f, claim)) for f in claim.figures]
    spans += [(n.start, n.end) for n in claim.numbers]
    spans += [(m.start, m.end) for mentions in (*claim.values_named.values(), claim.measures_named) for m in mentions]
    return any(s <= start and end <= e for s, e in spans)


def _cited_text(claim: Claim) -> str:
    return "\n".join(_text_of(e) for e in claim.cited)


def _text_of(evidence: Evidence) -> str:
    if isinstance(evidence, PassageEvidence):
        parts = [evidence.title, evidence.section, evidence.text, evidence.document, evidence.author or ""]
        return "\n".join(parts)
    computed = evidence.computed
    filters = [str(v) for f in (computed.filters if computed else ()) for v in f.values]
    if not isinstance(evidence, RowsEvidence):
        return "\n".join([evidence.tried, *filters])
    words = [w for c in evidence.columns for w in (c.name.replace("_", " "), *c.words)]
    cells = [str(v) for row in evidence.rows for v in row if isinstance(v, str)]
    return "\n".join([evidence.source, *words, *cells, *filters])
