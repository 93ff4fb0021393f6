"""Presentations, spreadsheets, boxes of mails and tickets."""

import csv
import io
import json
import random
from email.message import EmailMessage
from mailbox import mbox
from pathlib import Path

import openpyxl
import pptx
import pytest

from tests.documents.test_loaders import document, read, reason
from tools.documents.loaders.reading import read_parts


def test_a_presentation_keeps_slides_titles_tables_and_notes(folder: Path):
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text, slide.placeholders[1].text = "Margins", "They fell.\nIn Europe."
    slide.notes_slide.notes_text_frame.text = "Ask Ann."
    other = deck.slides.add_slide(deck.slide_layouts[5])
    other.shapes.title.text = "Costs"
    table = other.shapes.add_table(2, 2, 0, 0, 100, 100).table
    for column, texts in enumerate((("Item", "Steel"), ("Cost", "12"))):
        for row, text in enumerate(texts):
            table.cell(row, column).text = text
    deck.core_properties.author = "Ann"
    file = io.BytesIO()
    deck.save(file)

    found = document(folder, "review.pptx", file.getvalue())

    assert found.author == "Ann"
    assert [(b.page, b.section, b.kind, b.text) for b in found.blocks] == [
        (1, ("Margins",), "paragraph", "They fell.\nIn Europe."),
        (1, ("Margins",), "paragraph", "Notes: Ask Ann."),
        (2, ("Costs",), "table", "Item | Cost\nSteel | 12"),
    ]


def workbook(rows: int = 2) -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "Prices"
    book.active.append(["Item", "Price"])
    for number in range(rows):
        book.active.append([f"part {number}", number])
    book.create_sheet("Empty")
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_spreadsheet_is_read_by_sheet_below_its_header(folder: Path):
    found = document(folder, "prices.xlsx", workbook(30))

    assert {block.section for block in found.blocks} == {("Prices",)}
    assert found.blocks[0].text.startswith("Item | Price\npart 0 | 0\n")
    assert found.blocks[1].text.startswith("Item | Price\npart 20 | 20\n")


def test_each_mail_of_a_box_keeps_its_subject_sender_and_date(folder: Path):
    box = mbox(folder / "in.mbox")
    for sender, day in (("ann", 1), ("bob", 2)):
        mail = EmailMessage()
        mail["Subject"], mail["From"] = f"News of {sender}", sender
        mail["Date"] = f"Wed, 0{day} Oct 2025 10:00:00 +0000"
        mail.set_content(f"Words by {sender}.")
        box.add(mail)
    box.add(b"no header at all")
    box.close()

    found = document(folder, "in.mbox", (folder / "in.mbox").read_bytes())

    assert [(b.section, b.text, b.facts.author, b.facts.date) for b in found.blocks] == [
        (("News of ann",), "Words by ann.", "ann", "2025-10-01"),
        (("News of bob",), "Words by bob.", "bob", "2025-10-02"),
    ]
    assert "mail 3" in found.damage[0]


TICKET = {
    "id": 17,
    "title": "Printer on fire",
    "reporter": {"name": "Ann"},
    "created": "2025-03-04T10:00:00Z",
    "access": ["it"],
    "tags": ["hot", "paper"],
    "comments": [{"by": "Bob", "text": "Water?"}, {"by": "Ann", "text": "No!"}],
    "state": None,
}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("tickets.jsonl", json.dumps(TICKET)),
        ("tickets.json", json.dumps([TICKET])),
        ("tickets.json", json.dumps({"total": 1, "tickets": [TICKET]})),
    ],
)
def test_a_ticket_becomes_one_block_with_its_own_facts(folder: Path, name: str, content: str):
    (block,) = document(folder, name, content).blocks

    assert block.section == ("17 Printer on fire",)
    assert (block.facts.author, block.facts.date, block.facts.access) == ("Ann", "2025-03-04", ("it",))
    assert block.text.splitlines() == [
        "id: 17",
        "reporter.name: Ann",
        "created: 2025-03-04T10:00:00Z",
        "tags: hot, paper",
        "comments: by: Bob; text: Water?",
        "comments: by: Ann; text: No!",
    ]


def test_damaged_lines_are_left_out_and_told(folder: Path):
    found = document(folder, "t.jsonl", '{"a": "one"}\n{"b":\n{"a": "x", "access": []}\n{"a": "two"}\n{"a": "three"}\n')

    assert [block.text for block in found.blocks] == ["a: one", "a: two", "a: three"]
    assert next(what.split(" is")[0] for what in found.damage) == "line 2"
    assert "line 3 its `access` names no group" in found.damage[1]


def test_a_record_is_for_those_only_who_may_read_its_file_too(folder: Path):
    (folder / "t.jsonl.meta.yaml").write_text("access: [it, hr]")
    lines = ({"note": "a", "access": ["it", "board"]}, {"note": "b", "access": "board"}, {"note": "c"})

    found = document(folder, "t.jsonl", "\n".join(map(json.dumps, lines)))

    assert found.access == ("it", "hr")
    assert [(b.text, b.facts.access) for b in found.blocks] == [("note: a", ("it",)), ("note: c", ())]
    assert "1 records are left out" in found.damage[0]


def test_a_large_file_is_read_in_parts_of_bounded_size(folder: Path):
    path = folder / "big.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("item", "note"), *((f"part {i}", "long words " * 20) for i in range(15_000))])

    parts = list(read_parts(path, "big.csv"))

    assert len(parts) > 2
    assert max(sum(len(block.text) for block in part.blocks) for part in parts) < 1_100_000
    assert len({part.digest for part in parts}) == 1
    assert sum(block.text.count("part ") for part in parts for block in part.blocks) == 15_000


def test_damaged_characters_are_counted(folder: Path):
    text = "Die Häuser in Köln würden größer, und die Straßen schöner. " * 20

    found = document(folder, "a.txt", text.encode() + b"\xff und Schluss.")

    assert found.damage == ("1 characters are damaged; save it as UTF-8",)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.xlsx", b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "password"),
        ("a.pptx", b"\xd0\xcf\x11\xe0 old", "old .ppt format"),
        ("a.docx", workbook(), "that of a .xlsx file; rename"),
        ("a.csv", workbook(), "Office or zip file; rename"),
        ("a.xlsx", workbook()[:200], "damaged"),
        ("a.mbox", b"Dear all,", "box of mails"),
        ("a.json", b'{"a":', "not JSON"),
        ("a.csv", b"\x1f\x8b\x08 zipped", ".gz"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(folder: Path, name: str, content: bytes, words: str):
    assert words in reason(folder, name, content)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_damaged_is_told_and_never_ends_the_load(folder: Path, seed: int):
    chance = random.Random(seed)
    raw = bytearray(workbook(20))
    for _ in range(chance.choice([1, 10, 50])):
        raw[chance.randrange(len(raw))] = chance.randrange(256)

    assert read(folder, "a.xlsx", bytes(raw)).id == "a.xlsx"


@pytest.mark.parametrize("header", ["From: <a@b>, group: ;,,<", "Date: 99 99 99", "From: =?x?q?y?="])
def test_a_damaged_mail_header_is_no_reason_to_stop(folder: Path, header: str):
    assert read(folder, "a.eml", f"Subject: s\n{header}\n\nWords.").id == "a.eml"
