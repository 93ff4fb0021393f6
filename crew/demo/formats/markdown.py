"""Documents as Markdown with front matter."""

import json

from crew.demo.documents.document import Document, Grid


def as_markdown(document: Document) -> bytes:
    """The document as UTF-8 Markdown; the front matter is YAML."""
    front = {"title": document.title, "date": document.date.isoformat(), "author": document.author}
    lines = ["---", *(f"{key}: {_yaml(value)}" for key, value in (front | document.properties).items()), "---", ""]
    lines += [f"# {document.title}", ""]
    for section in document.sections:
        if section.heading:
            lines += [f"## {section.heading}", ""]
        for block in section.blocks:
            lines += [_grid(block) if isinstance(block, Grid) else block, ""]
    return "\n".join(lines).encode()


def _yaml(value: str) -> str:
    is_plain = value.replace("-", "").replace(" ", "").isalnum() and value[0] != "-"
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def _grid(grid: Grid) -> str:
    rows = [grid.heading, tuple("---" for _ in grid.heading), *grid.rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)
