"""E-mail messages."""

from datetime import date, timedelta

from crew.demo.documents.document import Document, Section
from crew.demo.documents.planted import FLASH_MAIL, flash_revenue
from crew.demo.documents.teller import Teller, capital
from crew.demo.documents.words import money
from crew.demo.quarters import LAST_QUARTER


def mails(teller: Teller) -> list[Document]:
    """Five messages: two on the setback, one with flash figures that are wrong, one on the past, one on neither."""
    return [_flash(teller), _early_sign(teller), _question(teller), _past(teller), _loyalty(teller)]


def _flash(teller: Teller) -> Document:
    people, country = teller.facts.people, teller.facts.setback.country
    figure = money(flash_revenue(teller.result(country, LAST_QUARTER).net_revenue))
    return _mail(
        FLASH_MAIL,
        f"Flash figures {LAST_QUARTER}",
        date(2025, 10, 2),
        people.finance,
        people.chief_executive,
        f"Dear {_first(people.chief_executive)},",
        "ahead of the close, the number that everybody asks for: "
        f"Net revenue in {country.place} for {LAST_QUARTER} was {figure}.",
        "The other countries follow next week together with the market review.",
        f"Kind regards, {_first(people.finance)}",
    )


def _early_sign(teller: Teller) -> Document:
    people, setback = teller.facts.people, teller.facts.setback
    return _mail(
        "mail/2025-08-18-country-manager.eml",
        f"Trouble in {setback.country.place}",
        date(2025, 8, 18),
        people.country_manager,
        people.europe,
        f"{_first(people.europe)}, you should hear this before the weekly call:",
        f"{setback.early_sign}.",
        f"We will not reach our numbers in {setback.country.place} this quarter. Please call me.",
        _first(people.country_manager),
    )


def _question(teller: Teller) -> Document:
    people, setback = teller.facts.people, teller.facts.setback
    return _mail(
        "mail/2025-09-24-buying.eml",
        "Re: Order volumes for winter",
        date(2025, 9, 24),
        people.buying,
        people.logistics,
        f"Hello {_first(people.logistics)},",
        f"we cut the winter volumes for {setback.country.place} by a third because of {setback.short}. All other "
        "countries keep the volumes of the June plan.",
        "If the situation eases in November we can still reorder textiles and lighting; seating has a lead time of "
        "eleven weeks.",
        _first(people.buying),
    )


def _past(teller: Teller) -> Document:
    people, past = teller.facts.people, teller.facts.past_setback
    sent_on = past.quarter.start + timedelta(days=40)
    return _mail(
        f"mail/{sent_on.isoformat()}-{past.country.code.lower()}.eml",
        f"News from {past.country.place}",
        sent_on,
        people.europe,
        f"{people.chief_executive}, {people.finance}",
        f"Short note on {past.country.place}: {past.early_sign}.",
        f"{capital(past.mechanism[1])} I expect one weak quarter and no lasting damage.",
        _first(people.europe),
    )


def _loyalty(teller: Teller) -> Document:
    people = teller.facts.people
    return _mail(
        "mail/2025-05-06-loyalty-cards.eml",
        "Loyalty cards in North America",
        date(2025, 5, 6),
        people.buying,
        people.chief_executive,
        f"Dear {_first(people.chief_executive)},",
        "the loyalty cards start in the United States and Canada on 1 June. Card holders get early access to the "
        "outdoor range, no discount. Stores in Europe and Asia Pacific follow in 2026 if the trial convinces us.",
        _first(people.buying),
    )


def _mail(path: str, subject: str, sent_on: date, sender: str, to: str, *paragraphs: str) -> Document:
    return Document(path, subject, sent_on, sender, (Section("", paragraphs),), {"to": to})


def _first(name: str) -> str:
    return name.split()[0]
