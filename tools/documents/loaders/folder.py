"""A folder of documents, read file by file; a file that cannot be read is reported and the rest goes on."""

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from tools.documents.document import Content, Document, Facts, Unreadable, UnreadableContent
from tools.documents.language import detect_language
from tools.documents.loaders.front_matter import read_facts
from tools.documents.stated import stated_facts

_LOADERS = {
    ".md": "markdown:load_markdown",
    ".markdown": "markdown:load_markdown",
    ".txt": "text:load_text",
    ".text": "text:load_text",
    ".html": "html:load_html",
    ".htm": "html:load_html",
    ".pdf": "pdf:load_pdf",
    ".docx": "word:load_word",
    ".eml": "mail:load_mail",
    ".csv": "records:load_csv",
    ".jsonl": "records:load_json_lines",
}
_SIDE = ".meta.yaml"
_SIGNATURES = {b"%PDF-": ".pdf", b"PK\x03\x04": ".docx", b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg"}
_MOST_BYTES = 100_000_000


def find_files(folder: Path) -> list[Path]:
    """The files of a folder and those below it, sorted.

    Left out: hidden files, links that lead out of the folder, and side files, which state facts about the file beside
    them as front matter does (`x.pdf.meta.yaml` for `x.pdf`).
    """
    home = folder.resolve()
    paths = (path for path in folder.rglob("*") if path.is_file() and path.resolve().is_relative_to(home))
    return sorted(path for path in paths if not path.name.endswith(_SIDE) and not _is_hidden(path.relative_to(folder)))


def load_folder(folder: Path) -> Iterator[Document | Unreadable]:
    """Read every file of a folder, in order of their paths."""
    for path in find_files(folder):
        yield load_file(path, folder)


def load_file(path: Path, folder: Path) -> Document | Unreadable:
    """Read one file of a folder."""
    name = path.relative_to(folder).as_posix()
    try:
        return _document(path, name)
    except UnreadableContent as error:
        return Unreadable(id=name, reason=str(error))
    except OSError as error:
        return Unreadable(id=name, reason=error.strerror or type(error).__name__)


def file_digest(path: Path) -> str:
    """The sha256 of a file and of the facts in the side file next to it."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    side = _side_file(path)
    if side.is_file():
        digest.update(side.read_bytes())
    return digest.hexdigest()


def _document(path: Path, name: str) -> Document:
    suffix = path.suffix.lower()
    load = _loader(suffix)
    if path.stat().st_size > _MOST_BYTES:
        raise UnreadableContent(f"it is larger than {_MOST_BYTES // 1_000_000} MB")
    raw = path.read_bytes()
    _check_signature(raw, suffix)
    content = load(raw)
    if not any(block.text.strip() for block in content.blocks):
        raise UnreadableContent("it holds no text")
    text = "\n".join(block.text for block in content.blocks)
    facts = _facts(path, content, text)
    return Document(
        id=name,
        digest=file_digest(path),
        title=facts.title or path.stem.replace("_", " ").replace("-", " "),
        type=facts.type or suffix.lstrip("."),
        language=(facts.language or detect_language(text) or "").lower(),
        **facts.model_dump(exclude={"title", "type", "language"}),
        blocks=content.blocks,
        warnings=content.warnings,
    )


def _loader(suffix: str) -> Callable[[bytes], Content]:
    if suffix not in _LOADERS:
        raise UnreadableContent(f"files of type `{suffix or 'none'}` are not read; known: {', '.join(_LOADERS)}")
    module, function = _LOADERS[suffix].split(":")
    load: Callable[[bytes], Content] = getattr(import_module(f"tools.documents.loaders.{module}"), function)
    return load


def _check_signature(raw: bytes, suffix: str) -> None:
    if not raw.strip():
        raise UnreadableContent("it is empty")
    for signature, real in _SIGNATURES.items():
        if raw.startswith(signature) and suffix != real:
            raise UnreadableContent(f"it is named {suffix} but its content is that of a {real} file; rename it")
    if suffix == ".pdf" and b"%PDF-" not in raw[:1024]:
        raise UnreadableContent("it is named .pdf but does not begin as a PDF")


def _facts(path: Path, content: Content, text: str) -> Facts:
    """Side file, then what the format carries, then what the text states; a stated date wins over file properties."""
    side = _side_file(path)
    beside = read_facts(side.read_text(encoding="utf-8")) if side.is_file() else Facts()
    stated = stated_facts(text, path.stem)
    known = beside.or_else(content.facts)
    if stated.date and known.date_source == "properties":
        known = known.model_copy(update={"date": None, "date_source": ""})
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC).date().isoformat()
    return known.or_else(stated).or_else(Facts(date=written, date_source="file"))


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _side_file(path: Path) -> Path:
    return path.with_name(path.name + _SIDE)
