"""Documents as HTML pages of the intranet."""

from html import escape

from crew.demo.documents.document import Document, Grid, Section

_STYLE = "body{font-family:sans-serif;max-width:46em;margin:auto}.fine{font-size:1px;color:#fff}td,th{padding:.2em 1em}"


def as_page(document: Document) -> bytes:
    """The document as a UTF-8 HTML page; date, author and properties are `meta` elements."""
    meta = {"date": document.date.isoformat(), "author": document.author} | document.properties
    fine_print = f'<p class="fine">{escape(document.fine_print)}</p>' if document.fine_print else ""
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f"<title>{escape(document.title)}</title>",
        *(f'<meta name="{escape(name)}" content="{escape(value)}">' for name, value in meta.items()),
        f"<style>{_STYLE}</style>\n</head>\n<body>",
        "<nav><a href='/'>Intranet</a> | <a href='/news'>News</a> | <a href='/people'>People</a></nav>",
        f"<main>\n<h1>{escape(document.title)}</h1>",
        *(_section(section) for section in document.sections),
        f"{fine_print}</main>",
        "<footer>Larkmoor intranet. For internal use.</footer>\n</body>\n</html>\n",
    ]
    return "\n".join(parts).encode()


def _section(section: Section) -> str:
    heading = [f"<h2>{escape(section.heading)}</h2>"] if section.heading else []
    blocks = [_grid(block) if isinstance(block, Grid) else f"<p>{escape(block)}</p>" for block in section.blocks]
    return "\n".join(heading + blocks)


def _grid(grid: Grid) -> str:
    heading = "".join(f"<th>{escape(cell)}</th>" for cell in grid.heading)
    rows = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in grid.rows)
    return f"<table>\n<thead><tr>{heading}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
