"""One question through this flow and through its peers, with the same scripted model at 200 ms behind each.

Usage: python scripts/bench/frameworks/compare.py [--peers PYTHON] [--rounds 5] [--seconds 0.2]

`PYTHON` is the interpreter of an environment in which `requirements.txt` beside this file is installed; without it
Crosscheck and CrewAI's hierarchical process are measured. The peers run one statement and one search and write an
answer; Crosscheck also compares what was computed with what was asked, places every figure, and asks a verifier.
Calls that wait for one another are counted from their times; what is over is overhead.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from provider import Provider, sequential
from script import reply

from crew.demo.create import create_demo

HERE = Path(__file__).parent
OURS = {"Crosscheck": "crosscheck", "CrewAI hierarchical": "crewai"}
PEERS = {"LangGraph supervisor": "langgraph", "LlamaIndex SQL and vector": "llamaindex"}


def main() -> None:
    """Run every framework in a process of its own and print a line for each."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--peers", help="an interpreter with requirements.txt installed")
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=float, default=0.2, help="what each call of the model takes")
    chosen = arguments.parse_args()
    interpreters = dict.fromkeys(OURS, sys.executable) | (dict.fromkeys(PEERS, chosen.peers) if chosen.peers else {})
    provider = Provider(reply, chosen.seconds)
    print(f"{'':<26} calls  in sequence  wall (s)  overhead (s)")
    with tempfile.TemporaryDirectory() as folder:
        create_demo(Path(folder))
        for name, interpreter in interpreters.items():
            rounds = _rounds(interpreter, (OURS | PEERS)[name], provider, Path(folder), chosen.rounds)
            _report(name, rounds, provider, chosen.seconds)
    provider.close()


def _rounds(interpreter: str, who: str, provider: Provider, demo: Path, count: int) -> list[tuple[float, float]]:
    script = HERE / f"with_{who}.py"
    command = [interpreter, str(script), provider.base(who), str(demo / "retail.sqlite"), str(demo / "documents")]
    quiet = {"CREWAI_DISABLE_TELEMETRY": "true", "OTEL_SDK_DISABLED": "true", "OPENAI_API_KEY": "none"}
    done = subprocess.run(  # noqa: S603  our own scripts
        [*command, str(count)], capture_output=True, check=False, text=True, env=os.environ | quiet, cwd=HERE.parents[2]
    )
    if done.returncode:
        raise SystemExit(f"{script.name} failed:\n{done.stderr}")
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"began"')]
    return [(each["began"], each["ended"]) for each in told]


def _report(name: str, rounds: list[tuple[float, float]], provider: Provider, seconds: float) -> None:
    calls = [provider.between(*each) for each in rounds]
    walls = [ended - began for began, ended in rounds]
    chains = [sequential(each) for each in calls]
    over = statistics.median(wall - chain * seconds for wall, chain in zip(walls, chains, strict=True))
    middle = statistics.median(walls)
    print(f"{name:<26} {max(map(len, calls)):>5}  {max(chains):>11}  {middle:>8.2f}  {over:>12.2f}")


if __name__ == "__main__":
    main()
