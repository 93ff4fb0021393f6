"""What a document's first lines and sentences state about it: date, version, and which edition it replaces."""

import re
from datetime import date, datetime

from tools.documents.document import Facts

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_ISO = r"(\d{4})-(\d{2})-(\d{2})"
_DAY_FIRST = rf"(\d{{1,2}})(?:st|nd|rd|th)?\s+({'|'.join(_MONTHS)})\s+(\d{{4}})"
_MONTH_FIRST = rf"({'|'.join(_MONTHS)})\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})"
_ANY_DATE = re.compile(rf"\b(?:{_ISO}|{_DAY_FIRST}|{_MONTH_FIRST})(?=T\d|\b)", re.IGNORECASE)
_LABELLED_DATE = re.compile(
    r"^\W*(?:date|dated|published|effective(?: date| from)?|last updated|updated|as of|valid from|issued)"
    r"\b\W{0,4}(.{6,40})",
    re.IGNORECASE | re.MULTILINE,
)
_VERSION = re.compile(r"^\W*version\W{1,4}(\d+(?:\.\d+)*)\s*$|\(\s*v(?:ersion)?\.?\s*(\d+(?:\.\d+)*)\s*\)", re.I | re.M)
_NAME_VERSION = re.compile(r"[-_ .]v(?:ersion)?[-_ ]?(\d+(?:\.\d+)*)(?=$|[-_ .])", re.IGNORECASE)
_SUPERSEDES = re.compile(
    r"\bthis\s+(?:version|edition|policy|document|guide|handbook|memo|report|notice|release|price list)\s+"
    r"(?:supersedes|replaces)\s+(?:the\s+)?((?:[^.;\n]|\.(?=\S)){3,120})",
    re.IGNORECASE,
)
_HEAD = 1500


def stated_facts(text: str, file_stem: str) -> Facts:
    """Date and version from a document's head or file name, and what a sentence says it supersedes."""
    head = text[:_HEAD]
    labelled = _LABELLED_DATE.search(head)
    day = read_date(labelled.group(1)) if labelled else None
    version = _VERSION.search(head)
    name_version = _NAME_VERSION.search(file_stem)
    number = (version.group(1) or version.group(2)) if version else name_version.group(1) if name_version else None
    replaced = _SUPERSEDES.search(text)
    return Facts(
        date=day,
        date_source="stated" if day else "",
        version=number,
        supersedes=(replaced.group(1).strip(),) if replaced else (),
    )


def read_date(value: object) -> str | None:
    """A date as ISO 8601, from a date, or the first full date in a text; None when there is none."""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    found = _ANY_DATE.search(str(value)) if value else None
    return _iso(found) if found else None


def _iso(found: re.Match[str]) -> str | None:
    year, month, day, d1, m1, y1, m2, d2, y2 = found.groups()
    if m1:
        year, month, day = y1, str(_MONTHS.index(m1.lower()) + 1), d1
    elif m2:
        year, month, day = y2, str(_MONTHS.index(m2.lower()) + 1), d2
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None
