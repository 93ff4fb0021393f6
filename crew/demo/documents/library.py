"""All documents of the demo."""

from crew.demo.documents.board import board_minutes
from crew.demo.documents.document import Document
from crew.demo.documents.intranet import intranet_pages
from crew.demo.documents.logistics import logistics_reports
from crew.demo.documents.mails import mails
from crew.demo.documents.market_reviews import market_reviews
from crew.demo.documents.policies import policies
from crew.demo.documents.supplier_papers import supplier_papers
from crew.demo.documents.teller import Teller
from crew.demo.facts import Facts
from crew.demo.figures import Figures

_FAMILIES = (market_reviews, logistics_reports, board_minutes, supplier_papers, mails, intranet_pages, policies)


def write_library(facts: Facts, figures: Figures) -> list[Document]:
    """Every document, in the order of its families."""
    teller = Teller(facts, figures)
    return [document for family in _FAMILIES for document in family(teller)]
