"""What a report costs beside its questions asked one by one: wall time and memory, on the offline model.

Usage: python scripts/bench/report.py [--domain retail] [--sections 100] [--parallel 4]

Each way runs in a process of its own, so that neither warms the other's caches nor adds to its memory. Half of the
sections ask something new, half repeat a statement of another section, as the sections of real reports do.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import yaml

from crew.assemble import open_desk
from crew.cli.environment import prepare_environment, silence_libraries
from crew.reports.loading import load_report
from crew.reports.render.formats import write_report
from crew.reports.running import run_report
from crew.settings import Settings
from tools.asker import Asker

MEASURES = ("net revenue", "gross margin", "return rate", "units sold", "average order value")
GRAINS = ("country", "category", "channel", "segment", "supplier")
PERIODS = ("Q3 2025", "Q2 2025")


def main() -> None:
    """Measure both ways and print what each took."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--domain", default="retail")
    arguments.add_argument("--sections", type=int, default=100)
    arguments.add_argument("--parallel", type=int, default=4)
    arguments.add_argument("--way", choices=["report", "one by one"])
    chosen = arguments.parse_args()
    if chosen.way:
        silence_libraries()
        prepare_environment(Settings.read().home)
        print(json.dumps((_report if chosen.way == "report" else _one_by_one)(chosen)))
        return
    took = {way: _in_a_process(way) for way in ("one by one", "report")}
    for way, found in took.items():
        print(f"{way}: {found}")
    ratio = took["report"]["seconds"] / took["one by one"]["seconds"]
    memory = took["report"]["peak_mb"] / took["one by one"]["peak_mb"]
    print(f"the report takes {ratio:.2f} of the time and {memory:.2f} of the memory of its questions one by one")


def _in_a_process(way: str) -> dict[str, float]:
    command = [sys.executable, __file__, *sys.argv[1:], "--way", way]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603  this very script
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _questions(count: int) -> list[str]:
    every = [
        f"What was {measure} by {grain} in {period}?" for period in PERIODS for measure in MEASURES for grain in GRAINS
    ]
    return [every[number % len(every)] for number in range(count)]


def _one_by_one(chosen: argparse.Namespace) -> dict[str, float]:
    with open_desk(chosen.domain, asker=Asker(id="bench")) as desk:
        started = time.perf_counter()
        answers = [desk.ask(question) for question in _questions(chosen.sections)]
        seconds = time.perf_counter() - started
    return _found(seconds, proved=sum(answer.status == "verified" for answer in answers))


def _report(chosen: argparse.Namespace) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        report = load_report("bench", settings=Settings.read(), folder=_written(Path(folder), chosen))
        with open_desk(chosen.domain, asker=Asker(id="bench")) as desk:
            started = time.perf_counter()
            document = run_report(report, desk)
            seconds = time.perf_counter() - started
    peak = _found(seconds, proved=document.counts.get("verified", 0), shared=document.appendix.usage["shared"])
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        written = write_report(document, Path(folder))
        rendering = time.perf_counter() - started
        sizes = {f"{path.suffix[1:]}_kb": path.stat().st_size // 1024 for path in written if path.suffix != ".png"}
    return {**peak, "rendering_seconds": round(rendering, 1), "pictures": len(written) - len(sizes), **sizes}


def _written(folder: Path, chosen: argparse.Namespace) -> Path:
    sections = [
        {"title": f"{number} {question}", "question": question}
        for number, question in enumerate(_questions(chosen.sections), start=1)
    ]
    content = {
        "version": 1, "title": "Bench", "domain": chosen.domain, "run_as": "bench", "audience": ["bench"],
        "parallel": chosen.parallel, "sections": sections,
    }  # fmt: skip
    (folder / "reports").mkdir()
    (folder / "reports" / "bench.yaml").write_text(yaml.safe_dump(content))
    return folder


def _found(seconds: float, **counts: float) -> dict[str, float]:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {"seconds": round(seconds, 1), "peak_mb": peak, **counts}


if __name__ == "__main__":
    main()
