"""One file as a document, whole or in parts."""

import hashlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tools.documents.document import Content, Document, Facts, Unreadable, UnreadableContent
from tools.documents.language import detect_language
from tools.documents.loaders.formats import is_read_in_parts, read_contents
from tools.documents.loaders.front_matter import read_facts
from tools.documents.stated import stated_facts

SIDE = ".meta.yaml"
"""What the name of a file ends with that states facts about the file beside it."""
_TOLD = 120
"""Characters of what a failed reader said."""
_LARGE = 8_000_000
"""Bytes from which a file of records is read in parts."""


def read_file(path: Path, name: str) -> Document | Unreadable:
    """Read one file as the document `name`."""
    parts = list(read_parts(path, name))
    faults = [part for part in parts if isinstance(part, Unreadable)]
    documents = [part for part in parts if isinstance(part, Document)]
    if faults or len(documents) == 1:
        return faults[0] if faults else documents[0]
    joined = {key: tuple(chain.from_iterable(getattr(part, key) for part in documents)) for key in _JOINED}
    return documents[0].model_copy(update=joined)


def read_parts(path: Path, name: str) -> Iterator[Document | Unreadable]:
    """Read one file part by part, each with the same id and facts and the next blocks.

    The last is Unreadable when the file cannot be read, or not to its end.
    """
    try:
        yield from _parts(path, name)
    except UnreadableContent as error:
        yield Unreadable(id=name, reason=str(error))
    except OSError as error:
        yield Unreadable(id=name, reason=error.strerror or type(error).__name__)
    except Exception as error:  # noqa: BLE001 - a library may raise anything for a damaged file; the rest is to go on
        yield Unreadable(id=name, reason=f"its reader failed ({type(error).__name__}: {_brief(error)}); repair it")


def is_large(path: Path) -> bool:
    """Whether a file is to be read in parts, since its whole content may not fit in memory."""
    return is_read_in_parts(path.suffix.lower()) and path.stat().st_size > _LARGE


def file_digest(path: Path) -> str:
    """The sha256 of a file and of the facts in the side file next to it."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    side = _side_file(path)
    if _is_there(side):
        digest.update(side.read_bytes())
    return digest.hexdigest()


def _brief(error: Exception) -> str:
    return " ".join(str(error).split())[:_TOLD]


_JOINED = ("blocks", "warnings", "damage")


def _parts(path: Path, name: str) -> Iterator[Document]:
    first: Document | None = None
    for content in read_contents(path, path.suffix.lower()):
        content = _narrowed(content, first.access if first else _beside(path).access)
        if first is None and not content.blocks:
            continue
        first = first or _document(path, name, content)
        yield first.model_copy(update={key: getattr(content, key) for key in _JOINED})
    if first is None:
        raise UnreadableContent("it holds no text")


def _document(path: Path, name: str, content: Content) -> Document:
    text = "\n".join(block.text for block in content.blocks)
    if not text.strip():
        raise UnreadableContent("it holds no text")
    facts = _facts(path, content, text)
    return Document(
        id=name,
        digest=file_digest(path),
        title=facts.title or path.stem.replace("_", " ").replace("-", " "),
        type=facts.type or path.suffix.lower().lstrip("."),
        language=(facts.language or detect_language(text) or "").lower(),
        **facts.model_dump(exclude={"title", "type", "language"}),
        blocks=(),
    )


def _narrowed(content: Content, access: tuple[str, ...]) -> Content:
    """Records that name groups are for those of them that may read the file; for none, they are left out."""
    if not access or not any(block.facts and block.facts.access for block in content.blocks):
        return content
    kept, left_out = [], 0
    for block in content.blocks:
        own = block.facts.access if block.facts else ()
        both = tuple(tag for tag in own if tag in access)
        if own and not both:
            left_out += 1
        elif own and block.facts:
            kept.append(block.model_copy(update={"facts": block.facts.model_copy(update={"access": both})}))
        else:
            kept.append(block)
    note = (f"{left_out} records are left out: none of their groups may read the file",) if left_out else ()
    return content.model_copy(update={"blocks": tuple(kept), "damage": content.damage + note})


def _facts(path: Path, content: Content, text: str) -> Facts:
    """Side file, then what the format carries, then what the text states; a stated date wins over file properties.

    When a file was last written says nothing of what it tells, so a document without a date stays undated.
    """
    has_records = any(block.facts for block in content.blocks)
    stated = Facts() if has_records else stated_facts(text, path.stem)
    known = _beside(path).or_else(content.facts)
    if stated.date and known.date_source == "properties":
        known = known.model_copy(update={"date": None, "date_source": ""})
    return known.or_else(stated)


def _beside(path: Path) -> Facts:
    side = _side_file(path)
    return read_facts(side.read_text(encoding="utf-8")) if _is_there(side) else Facts()


def _side_file(path: Path) -> Path:
    return path.with_name(path.name + SIDE)


def _is_there(side: Path) -> bool:
    """Whether there is a side file; one that cannot be followed is a fault, since it may say who may read the file."""
    if side.is_symlink() and not side.exists():
        raise UnreadableContent(f"{side.name} beside it is a link to something that is not there; mend it or remove it")
    return side.is_file()
