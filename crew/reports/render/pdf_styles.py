"""Colours and paragraph styles of the PDF."""

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle

from crew.reports.render.fonts import BOLD, MONO, REGULAR

COLOURS = {
    "ink": HexColor("#1d2733"), "muted": HexColor("#5b6774"), "line": HexColor("#dde3e9"), "page": HexColor("#ffffff"),
    "soft": HexColor("#f5f7f9"), "accent": HexColor("#0b62a4"), "good": HexColor("#0f7a52"), "bad": HexColor("#b3261e"),
    "warn": HexColor("#b07a10"), "warn_soft": HexColor("#fff6e3"), "bad_soft": HexColor("#fdecea"),
}  # fmt: skip
STATUS_COLOURS = {"verified": "#0f7a52", "failed": "#b3261e", "clarify": "#0b62a4", "declined": "#0b62a4"}
MARK_COLOURS = {"proved": "#0f7a52", "judged": "#0b62a4", "unproved": "#b3261e"}
TONES = {"good": "#0f7a52", "bad": "#b3261e", "even": "#5b6774"}

_BODY = ParagraphStyle("body", fontName=REGULAR, fontSize=9.6, leading=13.2, textColor=COLOURS["ink"], spaceAfter=2)
_SMALL = ParagraphStyle("small", _BODY, fontSize=8.8, leading=11.8)
_NOTE = ParagraphStyle("note", _BODY, fontSize=7.5, leading=10, textColor=COLOURS["muted"])
_HEAD = ParagraphStyle("head", _NOTE, fontName=BOLD, fontSize=8, spaceAfter=0)
_CELL = ParagraphStyle("cell", _BODY, fontSize=8.8, leading=11, spaceAfter=0)

STYLES = {
    "body": _BODY,
    "small": _SMALL,
    "note": _NOTE,
    "kicker": ParagraphStyle("kicker", _NOTE, fontName=BOLD, textColor=COLOURS["accent"], fontSize=8, spaceAfter=3),
    "title": ParagraphStyle("title", _BODY, fontName=BOLD, fontSize=21, leading=25, spaceAfter=3),
    "about": ParagraphStyle("about", _BODY, fontSize=10.5, leading=14, textColor=COLOURS["muted"], spaceAfter=6),
    "heading": ParagraphStyle(
        "heading", _BODY, fontName=BOLD, fontSize=13, leading=17, spaceBefore=9, spaceAfter=4, keepWithNext=1
    ),
    "question": ParagraphStyle("question", _BODY, textColor=COLOURS["muted"], keepWithNext=1, spaceAfter=4),
    "caption": ParagraphStyle("caption", _SMALL, fontName=BOLD, spaceBefore=4, spaceAfter=2, keepWithNext=1),
    "figure": ParagraphStyle("figure", _BODY, fontName=BOLD, fontSize=15, leading=19, spaceAfter=1),
    "head": _HEAD,
    "head_number": ParagraphStyle("head_number", _HEAD, alignment=TA_RIGHT),
    "cell": _CELL,
    "cell_number": ParagraphStyle("cell_number", _CELL, alignment=TA_RIGHT),
    "code": ParagraphStyle(
        "code", _NOTE, fontName=MONO, fontSize=6.8, leading=8.8, backColor=COLOURS["soft"], borderPadding=3,
        spaceAfter=6, leftIndent=3, rightIndent=3,
    ),
}  # fmt: skip
