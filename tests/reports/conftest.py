"""Reports over a small real shop, answered by the offline model."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from crew.assemble import open_desk
from crew.desk import Desk
from crew.reports.document import ReportDocument
from crew.reports.loading import LoadedReport, load_report
from crew.reports.running import run_report
from crew.settings import Settings
from tests.flow.shop import make_shop
from tools.asker import Asker
from tools.documents.ingest import add_documents

BY_COUNTRY: dict[str, Any] = {
    "title": "Revenue by country",
    "metric": "revenue",
    "by": ["country"],
    "compare": "same period last year",
}
TOTAL: dict[str, Any] = {"title": "Revenue", "metric": "revenue", "compare": "same period last year"}
QUESTION: dict[str, Any] = {"title": "Spain", "question": "What was revenue in Spain in {period}?"}
RETURNS: dict[str, Any] = {"title": "Returns", "question": "What does the returns policy say about sale items?"}

Write = Callable[..., LoadedReport]
Run = Callable[..., ReportDocument]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings that keep our state in the test's own folder."""
    return Settings.read({"CROSSCHECK_HOME": str(tmp_path / "state"), "HOME": str(tmp_path)})


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The shop's configuration."""
    return make_shop(tmp_path)


@pytest.fixture
def write(config: Path, settings: Settings) -> Write:
    """Writes the report `shop-review`, and loads it."""

    def write_report(*sections: dict[str, Any], **changes: Any) -> LoadedReport:
        content = {
            "version": 1,
            "title": "Shop review, {period}",
            "domain": "shop",
            "run_as": "ana",
            "audience": ["ana", "*@shop.example"],
            "sections": list(sections) or [TOTAL, BY_COUNTRY],
            **changes,
        }
        (config / "reports").mkdir(exist_ok=True)
        path = config / "reports" / "shop-review.yaml"
        path.write_text(yaml.safe_dump({key: value for key, value in content.items() if value is not None}))
        return load_report("shop-review", settings=settings, folder=config)

    return write_report


@pytest.fixture
def indexed(config: Path, settings: Settings) -> Callable[[], None]:
    """Brings the index in step with the folder of notes."""

    def index() -> None:
        with open_desk("shop", config=config, settings=settings) as desk:
            notes = desk.index("notes")
            add_documents(notes.index, config.parent / "notes", notes.embedder)

    return index


@pytest.fixture
def at_desk(config: Path, settings: Settings, indexed: Callable[[], None]) -> Callable[..., Desk]:
    """Opens the shop's desk for a report's reader, its notes indexed."""
    indexed()

    def opened(reader: str = "ana", today: date | None = None) -> Desk:
        return open_desk("shop", config=config, settings=settings, asker=Asker(id=reader), today=today)

    return opened


@pytest.fixture
def run(write: Write, at_desk: Callable[..., Desk]) -> Run:
    """Writes a report and runs it at a desk of its own."""

    def written_and_run(*sections: dict[str, Any], today: date | None = None, **changes: Any) -> ReportDocument:
        report = write(*sections, **changes)
        with at_desk(today=today) as desk:
            return run_report(report, desk)

    return written_and_run
