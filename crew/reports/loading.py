"""Finds report files, and checks them against the domain they ask."""

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from crew.configuration.nearest import did_you_mean
from crew.errors import WrongConfiguration, WrongInput
from crew.load import config_folders, load_configuration, read_spec
from crew.reports.checks import check_report
from crew.reports.specs import ReportSpec
from crew.settings import Settings
from crew.specs import Configuration

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@dataclass(frozen=True)
class LoadedReport:
    """A checked report file with the configuration of its domain."""

    name: str
    path: Path
    spec: ReportSpec
    configuration: Configuration

    @property
    def templates(self) -> Path | None:
        """The folder of the report's own templates."""
        return Path(self.configuration.folder) / self.spec.templates if self.spec.templates else None


def list_reports(settings: Settings, folder: Path | None = None) -> dict[str, Path]:
    """Every report's file by name; where folders have one of the same name, the first folder's counts."""
    found: dict[str, Path] = {}
    for each in config_folders(settings, folder):
        for path in sorted((each / "reports").glob("*.yaml")):
            if _NAME.fullmatch(path.stem):
                found.setdefault(path.stem, path)
    return dict(sorted(found.items()))


def load_report(name: str, *, settings: Settings, folder: Path | None = None) -> LoadedReport:
    """A report, checked. Raises WrongConfiguration with every problem, naming file and key."""
    reports = list_reports(settings, folder)
    if name not in reports:
        there_are = did_you_mean(name, reports) if reports else "Write one as config/reports/<name>.yaml."
        raise WrongInput(f"There is no report `{name}`. {there_are}")
    path = reports[name]
    spec = read_spec(path, ReportSpec)
    try:
        configuration = load_configuration(spec.domain, settings=settings, folder=folder)
    except WrongConfiguration as error:
        raise WrongConfiguration(f"{path}: `domain`: {error}") from error
    problems = check_report(spec, configuration, settings.today or date.today())
    if problems:
        raise WrongConfiguration("\n".join(f"{path}: {problem}" for problem in problems))
    return LoadedReport(name, path, spec, configuration)
