"""Days in a report's sentences."""

import pytest

from crew.reports.dates import people_dates


@pytest.mark.parametrize(
    ("text", "language", "shown"),
    [
        ("It fell in 2025-10-06 … 2025-10-12.", "en", "It fell (Oct 6 – 12, 2025)."),
        ("Er fiel in 2025-10-06 … 2025-10-12.", "de", "Er fiel (6.–12. Okt. 2025)."),
        ("It fell in 2025-07-01 … 2025-09-30.", "en", "It fell in Q3 2025."),
        ("“2025-10-06 … 2025-10-12” is quoted.", "en", "“2025-10-06 … 2025-10-12” is quoted."),
        ("On 2025-10-06 nothing fell.", "en", "On 2025-10-06 nothing fell."),
        ("In 2025-13-06 … 2025-13-12 it fell.", "en", "In 2025-13-06 … 2025-13-12 it fell."),
    ],
)
def test_ranges_are_written_as_people_write_them(text: str, language: str, shown: str) -> None:
    assert people_dates(text, language).replace("\u2009", " ") == shown
