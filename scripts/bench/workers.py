"""Jobs over several workers of which one is killed every few seconds: what is lost, what is delivered twice.

Each job runs a report of one metric and delivers it to a webhook. The workers are processes that one
`crosscheck worker run --processes` keeps; SIGKILL ends one in the middle of whatever it does. Usage:

    scripts/bench/workers.py --broker amqp://guest:guest@127.0.0.1:5672// --store postgresql+psycopg://…/empty \
        [--jobs 500] [--workers 4] [--kill-every 10] [--lease 10]

Ends with 1 when a job was lost, or a delivery came twice without being `unknown` in between.
"""

import argparse
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from crew.settings import Settings
from crew.store.store import Store
from crew.workers.submitting import SubmittingPerformer

ROOT = Path(__file__).parents[2]
DOMAIN = """\
version: 1
about: Orders.
databases:
  shop:
    url: sqlite:///shop.sqlite
    semantic:
      metrics: {revenue: {expression: sum(orders.net), unit: EUR, time: orders.placed_on}}
      dimensions: {region: {column: orders.region}}
calendar: {today: 2025-10-20}
"""
REPORT = """\
version: 1
title: Revenue by region
domain: %s
run_as: finance
audience: [finance]
sections:
  - {title: Revenue, metric: revenue, by: [region]}
delivery:
  targets: [{to: webhook, url: "%s", secret_env: HOOK_SECRET, allow_private: true}]
"""
TABLES = """
CREATE TABLE orders (id INTEGER PRIMARY KEY, region TEXT, placed_on DATE, net NUMERIC);
INSERT INTO orders VALUES (1, 'Europe', '2025-08-03', 100.50), (2, 'Asia', '2025-09-04', 40);
"""
FIRST_DUE = datetime(2025, 10, 20, 7, tzinfo=UTC)


def main() -> int:
    """Run the jobs, kill workers, and count."""
    given = _arguments()
    received: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        home, domain = Path(folder), f"bench{os.urandom(3).hex()}"
        _write_shop(home, domain, _receive(received))
        environment = _environment(home, given.store, given.broker)
        with Store.open(given.store) as store:
            performer = SubmittingPerformer(store, Settings.read(environment), home / "config")
            jobs = [
                performer.perform("weekly", FIRST_DUE + timedelta(weeks=n)).removeprefix("job ")
                for n in range(given.jobs)
            ]
            started = time.monotonic()
            kills = _work(store, given, home, domain, environment, started)
            seconds = time.monotonic() - started
            return _tell(store, jobs, received, kills, seconds)


def _work(
    store: Store, given: argparse.Namespace, home: Path, domain: str, environment: dict[str, str], started: float
) -> int:
    command = [sys.executable, "-m", "crew.cli.main", "worker", "run", "--domain", domain, "--parallel", "1"]
    command += ["--lease", str(given.lease), "--processes", str(given.workers)]
    keeper = subprocess.Popen(command, cwd=home, env=environment, stderr=subprocess.DEVNULL)  # noqa: S603
    kills, next_kill = 0, 0.0
    while any(store.jobs(None, state=state, limit=1) for state in ("queued", "running")):
        time.sleep(0.5)
        if keeper.poll() is not None:
            raise SystemExit(f"The workers ended by themselves, with {keeper.returncode}.")
        workers = _children(keeper.pid)
        if workers and not next_kill:
            print(f"the workers were there after {time.monotonic() - started:.0f} s")
            next_kill = time.monotonic() + given.kill_every
        if workers and time.monotonic() >= next_kill:
            os.kill(random.choice(workers), signal.SIGKILL)  # noqa: S311
            kills, next_kill = kills + 1, time.monotonic() + given.kill_every
    _await_deliveries(store)
    keeper.send_signal(signal.SIGTERM)
    keeper.wait()
    return kills


def _children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def _await_deliveries(store: Store) -> None:
    """Workers look after what a lost one was sending, once its lease is over."""
    end = time.monotonic() + 180
    while time.monotonic() < end and any(
        store.deliveries(state=state, limit=1) for state in ("queued", "sending", "unknown")
    ):
        time.sleep(1)


def _tell(store: Store, jobs: list[str], received: "Counter[str]", kills: int, seconds: float) -> int:
    states = Counter(store.job(job).state for job in jobs)
    attempts = Counter(store.job(job).attempts for job in jobs)
    deliveries = store.deliveries(limit=len(jobs) * 2)
    unknown = Counter(
        each.key for each in deliveries for tried in store.attempts(each.id) if tried.outcome == "unknown"
    )
    twice = {key for key, count in received.items() if count > 1}
    unexplained = {key for key in twice if received[key] > 1 + unknown[key]}
    lost = len(jobs) - states["done"]
    print(f"{len(jobs)} jobs, {kills} workers killed, {seconds:.0f} s: {dict(states)}; lost {lost}")
    print(f"attempts a job needed: {dict(sorted(attempts.items()))}")
    print(f"delivered {len(received)}, twice {len(twice)}, of these not `unknown` in between: {len(unexplained)}")
    print(f"deliveries by state: {dict(Counter(each.state for each in deliveries))}")
    return 1 if lost or unexplained or len(received) != len(jobs) else 0


def _receive(received: "Counter[str]") -> str:
    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            received[self.headers["webhook-id"]] += 1
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/hook"


def _write_shop(home: Path, domain: str, url: str) -> None:
    for folder in ("config/domains", "config/reports"):
        (home / folder).mkdir(parents=True)
    (home / f"config/domains/{domain}.yaml").write_text(DOMAIN)
    (home / "config/reports/weekly.yaml").write_text(REPORT % (domain, url))
    connection = sqlite3.connect(home / "shop.sqlite")
    connection.executescript(TABLES)
    connection.close()


def _environment(home: Path, store: str, broker: str) -> dict[str, str]:
    mine = {"CROSSCHECK_HOME": str(home / "home"), "CROSSCHECK_STORE_URL": store, "CROSSCHECK_BROKER_URL": broker}
    return {
        **os.environ,
        **mine,
        "CROSSCHECK_CONFIG": str(home / "config"),
        "HOOK_SECRET": "bench",
        "PYTHONPATH": str(ROOT),
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--broker", required=True)
    parser.add_argument("--store", required=True)
    parser.add_argument("--jobs", type=int, default=500)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--kill-every", type=float, default=10)
    parser.add_argument("--lease", type=float, default=10)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
