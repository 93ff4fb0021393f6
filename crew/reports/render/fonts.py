"""Fonts of the PDF: Helvetica where it has every letter of a word, else DejaVu Sans, or a font for Chinese."""

import re
from functools import cache
from html import escape
from pathlib import Path

from crew.render.plain import plain

REGULAR, BOLD, ITALIC, MONO = "Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Courier"
_WIDE = "CrosscheckWide"
_WIDE_BOLD = "CrosscheckWide-Bold"
_CJK = "STSong-Light"
_WORD = re.compile(r"\S+")
_EAST_ASIAN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")


def marked_up(text: object, *, is_bold: bool = False) -> str:
    """Text as a paragraph's markup: escaped, and in a font that has its letters."""
    register()
    return _WORD.sub(lambda word: _in_font(word[0], is_bold), plain(text))


def strong(text: object, colour: str | None = None) -> str:
    """Bold text, coloured where a colour is given."""
    html = f"<b>{marked_up(text, is_bold=True)}</b>"
    return f'<font color="{colour}">{html}</font>' if colour else html


@cache
def register() -> None:
    """Make the further fonts known to ReportLab, once."""
    import matplotlib
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.ttfonts import TTFont

    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    pdfmetrics.registerFont(TTFont(_WIDE, folder / "DejaVuSans.ttf"))
    pdfmetrics.registerFont(TTFont(_WIDE_BOLD, folder / "DejaVuSans-Bold.ttf"))
    pdfmetrics.registerFont(UnicodeCIDFont(_CJK))


def _in_font(word: str, is_bold: bool) -> str:
    if _EAST_ASIAN.search(word):
        return f'<font name="{_CJK}">{escape(word)}</font>'
    try:
        word.encode("cp1252")
    except UnicodeEncodeError:
        return f'<font name="{_WIDE_BOLD if is_bold else _WIDE}">{escape(word)}</font>'
    return escape(word)
