"""How an index follows its folder."""

import os
import subprocess
import sys
from pathlib import Path

from tests.documents.words import MANIFEST, OpenIndexes, WordEmbedder, passage
from tools.deadline import Deadline
from tools.documents.embedding import LexicalOnly
from tools.documents.index import Filters, PassageIndex
from tools.documents.ingest import add_documents
from tools.documents.lance_index import LanceIndex
from tools.documents.loading import LoadProgress


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text)


def test_new_changed_unchanged_and_failed_files_are_told_apart(
    index: PassageIndex, embedder: WordEmbedder, folder: Path
):
    write(folder, a="One.", b="Two.", c="")
    first = add_documents(index, folder, embedder)
    write(folder, b="Two, changed.", d="Four.")
    second = add_documents(index, folder, embedder)

    assert (first.added, [f.id for f in first.failed]) == (("a.md", "b.md"), ["c.md"])
    assert (second.added, second.replaced, second.unchanged) == (("d.md",), ("b.md",), ("a.md",))
    assert [p.text for p in index.passages_of("b.md")] == ["Two, changed."]


def test_a_vanished_file_is_removed_only_when_asked(index: PassageIndex, embedder: WordEmbedder, folder: Path):
    write(folder, a="One.", b="Two.")
    add_documents(index, folder, embedder)
    (folder / "a.md").unlink()

    assert add_documents(index, folder, embedder).removed == ()
    assert add_documents(index, folder, embedder, sync=True).removed == ("a.md",)
    assert [card.id for card in index.documents()] == ["b.md"]


def test_a_document_that_became_unreadable_leaves_the_index(index: PassageIndex, embedder: WordEmbedder, folder: Path):
    write(folder, a="Secret words.")
    add_documents(index, folder, embedder)
    write(folder, a="---\naccess: [\n---\nSecret words.")

    report = add_documents(index, folder, embedder)

    assert report.removed == ("a.md",)
    assert index.lexical("secret", Filters(access=None), 5, Deadline()) == []


def test_only_new_text_is_embedded(lance: PassageIndex, embedder: WordEmbedder, folder: Path):
    write(folder, a="# A\nOne.\n## B\nTwo.\n## C\nThree.")
    add_documents(lance, folder, embedder)
    write(folder, a="# A\nOne.\n## B\nTwo, changed.\n## C\nThree.")
    embedder.embedded.clear()

    report = add_documents(lance, folder, embedder)

    assert report.embedded == 1
    assert embedder.embedded == ["A > B\nTwo, changed."]


def test_nothing_is_embedded_when_nothing_changed(lance: PassageIndex, embedder: WordEmbedder, folder: Path):
    write(folder, a="One.")
    add_documents(lance, folder, embedder)
    embedder.embedded.clear()

    add_documents(lance, folder, embedder)

    assert embedder.embedded == []


def test_documents_added_without_a_model_are_embedded_once_there_is_one(
    open_index: OpenIndexes, embedder: WordEmbedder, folder: Path
):
    index = open_index(MANIFEST)
    write(folder, a="One.")
    without = add_documents(index, folder, LexicalOnly("no model here"))
    later = add_documents(index, folder, embedder)

    assert without.warnings == ("no model here",)
    assert later.replaced == ("a.md",)
    assert index.documents()[0].is_embedded


def test_a_changed_side_file_replaces_its_document(lance: PassageIndex, embedder: WordEmbedder, folder: Path):
    write(folder, a="One.")
    add_documents(lance, folder, embedder)
    (folder / "a.md.meta.yaml").write_text("access: [hr]")

    assert add_documents(lance, folder, embedder).replaced == ("a.md",)
    assert lance.documents()[0].access == ("hr",)


def test_progress_names_each_file_and_ends_complete(lance: PassageIndex, embedder: WordEmbedder, folder: Path):
    write(folder, a="One.", b="Two.")
    seen: list[LoadProgress] = []

    add_documents(lance, folder, embedder, progress=seen.append)

    assert next((step.files_done, step.files) for step in seen if step.file == "b.md") == (1, 2)
    assert (seen[0].file, seen[0].files_done, seen[-1].files_done) == ("a.md", 0, 2)
    assert seen[-1].bytes_done == seen[-1].bytes == len("One.Two.")
    assert seen[-1].passages == 2


def test_torch_is_not_imported_when_there_is_nothing_to_embed(tmp_path: Path, folder: Path):
    write(folder, a="")
    program = (
        "import sys; from pathlib import Path; from tools.documents.ingest import add_documents;"
        "from tools.documents.opening import open_index; from tools.documents.specs import IndexSpec;"
        f"place = open_index(IndexSpec(), Path({str(tmp_path / 'i')!r}));"
        f"add_documents(place.index, Path({str(folder)!r}), place.embedder);"
        "print('torch' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True, env=dict(os.environ)
    )

    assert done.stdout.strip() == "False"


def test_passages_added_by_a_process_that_ended_early_are_found_after_opening_again(
    tmp_path: Path, embedder: WordEmbedder
):
    added = passage("margin")
    LanceIndex(tmp_path, MANIFEST).add([added], embedder.embed([added.search_text]))

    again = LanceIndex(tmp_path, MANIFEST)

    assert [hit.passage for hit in again.lexical("margin", Filters(), 5, Deadline())] == [added]


def test_changes_by_another_process_are_seen(open_index: OpenIndexes, embedder: WordEmbedder, folder: Path):
    reader, writer = open_index(), open_index()
    write(folder, a="One.")
    add_documents(writer, folder, embedder)
    reader.refresh()

    assert [card.id for card in reader.documents()] == ["a.md"]
