"""Minutes of board meetings."""

from datetime import date, timedelta

from crew.demo.documents.document import Document, Section
from crew.demo.documents.teller import Teller
from crew.demo.facts import COMPANY, Setback
from crew.demo.places import EUROPE
from crew.demo.quarters import LAST_QUARTER, Quarter


def board_minutes(teller: Teller) -> list[Document]:
    """The latest meeting, the one before, and one after the older setback."""
    setback, past = teller.facts.setback, teller.facts.past_setback
    return [
        _troubled(teller, setback, date(2025, 10, 14)),
        _steady(teller, LAST_QUARTER.before, date(2025, 7, 15)),
        _troubled(teller, past, past.quarter.end + timedelta(days=16)),
    ]


def _troubled(teller: Teller, setback: Setback, day: date) -> Document:
    people, country = teller.facts.people, setback.country
    return _minutes(
        teller,
        day,
        (
            Section(
                "Results of the quarter",
                (
                    f"{people.finance} presented the figures. {teller.revenue(EUROPE, setback.quarter)}",
                    f"{teller.margin(EUROPE, setback.quarter)} One country stood out.",
                ),
            ),
            Section(
                f"Situation in {country.place}",
                (
                    f"{people.europe} explained that {country.place} fell short because of {setback.short}. "
                    f"{teller.revenue(country, setback.quarter)}",
                    f"In the discussion {people.logistics} added: {setback.mechanism[0]}",
                ),
            ),
            Section(
                "Decisions", (f"The board resolved {setback.remedy}. {people.europe} reports back in four weeks.",)
            ),
        ),
    )


def _steady(teller: Teller, quarter: Quarter, day: date) -> Document:
    people = teller.facts.people
    return _minutes(
        teller,
        day,
        (
            Section(
                "Results of the quarter",
                (
                    f"{people.finance} presented the figures. {teller.revenue(EUROPE, quarter)}",
                    teller.revenue("North America", quarter),
                ),
            ),
            Section(
                "Returns policy",
                (f"{people.buying} reported that the longer return period has not led to more returns so far.",),
            ),
            Section("Decisions", ("The budget for the second half of the year was approved without changes.",)),
        ),
    )


def _minutes(teller: Teller, day: date, sections: tuple[Section, ...]) -> Document:
    people = teller.facts.people
    present = ", ".join((people.chief_executive, people.finance, people.europe, people.logistics, people.buying))
    return Document(
        path=f"board/{day.isoformat()}-minutes.docx",
        title=f"{COMPANY}: minutes of the board meeting of {day.day} {day:%B %Y}",
        date=day,
        author=people.chief_executive,
        sections=(Section("Present", (present,)), *sections),
    )
