"""Every test runs as the command line does: quiet, and without a network."""

import tempfile
from pathlib import Path

from crew.cli.environment import prepare_environment

prepare_environment(Path(tempfile.mkdtemp(prefix="crosscheck-tests-")))
