"""What is read from files of each format, and what is said of files that cannot be read."""

import io
from email.message import EmailMessage
from pathlib import Path

import docx
import pytest
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from tools.documents.document import Document, Unreadable
from tools.documents.loaders.folder import load_file, load_folder


def read(folder: Path, name: str, content: bytes | str) -> Document | Unreadable:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return load_file(path, folder)


def document(folder: Path, name: str, content: bytes | str) -> Document:
    found = read(folder, name, content)
    assert isinstance(found, Document), found
    return found


def reason(folder: Path, name: str, content: bytes | str) -> str:
    found = read(folder, name, content)
    assert isinstance(found, Unreadable), found
    return found.reason


def pdf(*pages: str, password: str | None = None, title: str | None = None) -> bytes:
    """A PDF with one line of text on each page; an empty text makes an empty page."""
    writer = PdfWriter()
    for text in pages:
        page = writer.add_blank_page(300, 300)
        font = DictionaryObject(
            {NameObject("/Type"): NameObject("/Font"), NameObject("/Subtype"): NameObject("/Type1")}
            | {NameObject("/BaseFont"): NameObject("/Helvetica")}
        )
        page[NameObject("/Resources")] = DictionaryObject(
            {NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})}
        )
        stream = DecodedStreamObject()
        stream.set_data(f"BT /F1 12 Tf 20 200 Td ({text}) Tj ET".encode() if text else b"")
        page[NameObject("/Contents")] = writer._add_object(stream)
    if title:
        writer.add_metadata({"/Title": title, "/Author": "Ann", "/CreationDate": "D:20240305120000Z"})
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


MARKDOWN = """---
title: Refund policy
author: Ann
date: 2025-03-01
version: 2
supersedes: [old.md]
access: [finance, hr]
---
# Refunds
Opening **words** with a [link](http://example.org).

## Terms
### Europe
- first
- second

| Region | Days |
|---|---|
| Europe | 30 |
<!-- hidden words -->
"""


def test_markdown_keeps_front_matter_headings_and_whole_tables(folder: Path):
    found = document(folder, "refunds.md", MARKDOWN)

    assert (found.title, found.author, found.date, found.version) == ("Refund policy", "Ann", "2025-03-01", "2")
    assert found.supersedes == ("old.md",)
    assert found.access == ("finance", "hr")
    assert [(b.section, b.kind, b.text) for b in found.blocks] == [
        ((), "paragraph", "Opening words with a link."),
        (("Terms", "Europe"), "paragraph", "- first\n- second"),
        (("Terms", "Europe"), "table", "| Region | Days |\n|---|---|\n| Europe | 30 |"),
    ]


@pytest.mark.parametrize("head", ["access: [", "access: []", "access:", "access: {group: hr}", "just words"])
def test_damaged_access_keeps_a_document_out_of_the_index(folder: Path, head: str):
    assert reason(folder, "a.md", f"---\n{head}\n---\nSecret words.")


def test_html_reads_what_a_visitor_sees(folder: Path):
    page = """<html lang="de"><head><title>Site</title><meta name="author" content="Ann"></head><body><nav>Menu</nav>
    <h1>Prices</h1><p>Seen <b>text</b>.</p><p style="display:none">Unseen</p><script>x()</script><!-- comment -->
    <h2>Europe</h2><table><tr><th>Item</th><th>Price</th></tr><tr><td>A</td><td>3</td></tr></table></body></html>"""
    found = document(folder, "page.html", page)

    assert (found.title, found.author, found.language) == ("Prices", "Ann", "de")
    assert [(b.section, b.kind, b.text) for b in found.blocks] == [
        ((), "paragraph", "Seen text."),
        (("Europe",), "table", "Item | Price\nA | 3"),
    ]


def test_pdf_keeps_page_numbers_and_properties(folder: Path):
    found = document(folder, "report.pdf", pdf("First page.", "Second page.", title="Report"))

    assert [(b.page, b.text) for b in found.blocks] == [(1, "First page."), (2, "Second page.")]
    assert (found.title, found.author, found.date) == ("Report", "Ann", "2024-03-05")


def test_a_page_without_text_is_reported(folder: Path):
    assert document(folder, "a.pdf", pdf("Text.", "")).warnings == ("no text on page 2",)


def test_word_keeps_headings_tables_and_properties(folder: Path):
    word = docx.Document()
    word.core_properties.author = "Ann"
    word.add_heading("Handbook", 0)
    word.add_heading("Travel", 1)
    word.add_paragraph("Trains are preferred.")
    table = word.add_table(rows=2, cols=2)
    for cell, text in zip((c for row in table.rows for c in row.cells), ["City", "Limit", "Rome", "120"], strict=True):
        cell.text = text
    file = io.BytesIO()
    word.save(file)
    found = document(folder, "handbook.docx", file.getvalue())

    assert (found.title, found.author) == ("Handbook", "Ann")
    assert [(b.section, b.kind, b.text) for b in found.blocks] == [
        (("Travel",), "paragraph", "Trains are preferred."),
        (("Travel",), "table", "City | Limit\nRome | 120"),
    ]


def test_mail_keeps_subject_sender_date_and_names_attachments(folder: Path):
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["Date"] = "Port strike", "ann@example.org", "Tue, 07 Oct 2025 10:00:00 +0000"
    mail.set_content("Shipments are late: Zürich, Łódź.")
    mail.add_attachment(b"1", maintype="application", subtype="octet-stream", filename="list.xls")
    found = document(folder, "strike.eml", mail.as_bytes())

    assert (found.title, found.author, found.date, found.type) == (
        "Port strike",
        "ann@example.org",
        "2025-10-07",
        "mail",
    )
    assert found.blocks[0].text == "Shipments are late: Zürich, Łódź."
    assert found.warnings == ("attachments not read: list.xls",)


def test_csv_repeats_its_header_and_json_lines_are_read_line_by_line(folder: Path):
    rows = "".join(f"shop{i};{i}\n" for i in range(30))
    table = document(folder, "shops.csv", f"name;sales\n{rows}")
    records = document(folder, "notes.jsonl", '{"id": 1, "note": "one"}\n{"id": 2, "note": "two"}\n')

    assert len(table.blocks) == 2
    assert all(block.text.startswith("name | sales\n") for block in table.blocks)
    assert [block.text for block in records.blocks] == ["id: 1\nnote: one", "id: 2\nnote: two"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_text_is_read_in_other_encodings(folder: Path, encoding: str):
    words = "Die Häuser in Köln würden größer, und die Straßen schöner als die alten Wege über die Brücke."

    assert document(folder, "a.txt", words.encode(encoding)).blocks[0].text == words


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.txt", b"", "empty"),
        ("a.md", b"\n  \n", "empty"),
        ("a.md", b"# Only a heading\n", "no text"),
        ("a.txt", bytes(range(256)) * 4, "encoding"),
        ("a.txt", b"%PDF-1.4 x", "rename"),
        ("a.pdf", b"plain words", "does not begin as a PDF"),
        ("a.pdf", b"%PDF-1.4 broken", "damaged"),
        ("a.pdf", pdf(""), "OCR"),
        ("a.pdf", pdf("Secret.", password="x"), "password"),
        ("a.docx", b"PK\x03\x04broken", "damaged"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "password"),
        ("a.eml", b"no header at all", "mail"),
        ("a.jsonl", b'{"a":', "line 1"),
        ("a.exe", b"MZ", "not read"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(folder: Path, name: str, content: bytes, words: str):
    assert words in reason(folder, name, content)


def test_one_bad_file_does_not_stop_the_folder(folder: Path):
    (folder / "below").mkdir()
    (folder / "a.pdf").write_bytes(b"%PDF-1.4 broken")
    (folder / "below" / "b.md").write_text("Words.")
    (folder / ".hidden.md").write_text("Words.")

    assert [(item.id, type(item)) for item in load_folder(folder)] == [("a.pdf", Unreadable), ("below/b.md", Document)]


def test_a_link_out_of_the_folder_is_told_and_not_followed(folder: Path):
    (folder.parent / "outside").mkdir()
    (folder.parent / "outside" / "a.md").write_text("Secret.")
    (folder / "link.md").symlink_to(folder.parent / "outside" / "a.md")
    (folder / "other").symlink_to(folder.parent / "outside")

    told = [(item.id, item.reason) for item in load_folder(folder) if isinstance(item, Unreadable)]

    assert [name for name, _ in told] == ["link.md", "other"]
    assert all("leads out of the folder" in reason for _, reason in told)


def test_a_link_within_the_folder_is_followed(folder: Path):
    (folder / "a.md").write_text("Words.")
    (folder / "b.md").symlink_to(folder / "a.md")

    assert [(item.id, type(item)) for item in load_folder(folder)] == [("a.md", Document), ("b.md", Document)]


@pytest.mark.parametrize("target", ["gone.md", "a.md"])
def test_a_link_that_leads_nowhere_is_told(folder: Path, target: str):
    (folder / "a.md").symlink_to(folder / target)
    (folder / "b.md").write_text("Words.")

    broken, read = load_folder(folder)

    assert isinstance(read, Document)
    assert isinstance(broken, Unreadable)
    assert "not there" in broken.reason


def test_a_file_is_not_read_without_the_side_file_that_a_link_promises(folder: Path):
    (folder / "a.md").write_text("Words.")
    (folder / "a.md.meta.yaml").symlink_to(folder / "gone.yaml")

    (item,) = load_folder(folder)

    assert isinstance(item, Unreadable)
    assert "a.md.meta.yaml" in item.reason


def test_a_side_file_states_facts_for_any_format(folder: Path):
    (folder / "report.pdf.meta.yaml").write_text("title: Margins\naccess: [board]\ndate: 2025-05-01\n")
    found = document(folder, "report.pdf", pdf("First page.", title="Untitled"))

    assert (found.title, found.access, found.date) == ("Margins", ("board",), "2025-05-01")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Published: 3 March 2025\n\nWords.", "2025-03-03"),
        ("Last updated: 2025-03-04\n\nWords.", "2025-03-04"),
        ("Effective date: March 5th, 2025\n\nWords.", "2025-03-05"),
    ],
)
def test_a_date_in_the_first_lines_counts_as_stated(folder: Path, text: str, day: str):
    found = document(folder, "a.txt", text)

    assert (found.date, found.date_source) == (day, "stated")


def test_a_date_in_running_text_is_not_the_documents(folder: Path):
    assert document(folder, "a.txt", "Sales fell on 3 March 2020 in Rome.").date is None


def test_version_and_what_it_replaces_are_read_from_the_text(folder: Path):
    found = document(folder, "policy-v3.txt", "Terms.\n\nThis policy supersedes version 2.0 of last year.")

    assert (found.version, found.supersedes) == ("3", ("version 2.0 of last year",))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The margin of the shops in Rome is not what it was.", "en"),
        ("Die Marge der Läden in Rom ist nicht mehr das, was sie war, und das ist schade.", "de"),
        ("Les marges des magasins sont plus faibles que dans les autres pays.", "fr"),
        ("退货政策:客户可以在三十天内退货。", "zh"),
        ("返品は三十日以内にお願いします。", "ja"),
        ("Политика возврата товаров", "ru"),
    ],
)
def test_the_language_is_told_from_the_text(folder: Path, text: str, language: str):
    assert document(folder, "a.txt", text).language == language
