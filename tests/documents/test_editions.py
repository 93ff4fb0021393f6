"""Which documents stand in place of which."""

from tools.documents.editions import find_editions
from tools.documents.index import DocumentCard


def newer(*cards: DocumentCard) -> dict[str, str]:
    return find_editions(cards).newer


def test_the_highest_version_of_a_title_stands_for_all():
    assert newer(
        DocumentCard(id="a", title="Travel policy v2", version="2"),
        DocumentCard(id="b", title="Travel Policy (version 10)", version="10"),
        DocumentCard(id="c", title="Travel policy", version="1.5"),
        DocumentCard(id="d", title="Other policy", version="11"),
    ) == {"a": "b", "c": "b"}


def test_a_document_replaces_what_it_names_by_path_file_or_title():
    assert newer(
        DocumentCard(id="2024/prices.md", title="Prices 2024"),
        DocumentCard(id="x.md", title="Old terms"),
        DocumentCard(id="new.md", title="New", supersedes=("prices.md", '"Old terms"')),
    ) == {"2024/prices.md": "new.md", "x.md": "new.md"}


def test_a_version_named_in_a_sentence_means_the_same_title():
    assert newer(
        DocumentCard(id="a", title="Terms", version="1"),
        DocumentCard(id="b", title="Terms", supersedes=("version 1 of these terms",)),
        DocumentCard(id="c", title="Rules", version="1"),
    ) == {"a": "b"}


def test_chains_lead_to_the_newest_and_circles_end():
    assert newer(
        DocumentCard(id="a", title="A"),
        DocumentCard(id="b", title="B", supersedes=("a",)),
        DocumentCard(id="c", title="C", supersedes=("b",)),
    ) == {"a": "c", "b": "c"}
    assert set(
        newer(DocumentCard(id="a", title="A", supersedes=("b",)), DocumentCard(id="b", title="B", supersedes=("a",)))
    ) == {"a", "b"}


def test_reports_of_one_title_and_different_dates_stand_side_by_side():
    assert (
        newer(
            DocumentCard(id="a", title="Monthly report", date="2025-01-31"),
            DocumentCard(id="b", title="Monthly report", date="2025-02-28"),
        )
        == {}
    )
