"""One rental database for all tests of the offline model."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from clinic import Clinic
from harbour import Harbour
from library import Library
from rentals import Rentals


@pytest.fixture(scope="session")
def rentals(tmp_path_factory: pytest.TempPathFactory) -> Rentals:
    return Rentals(tmp_path_factory.mktemp("rentals") / "rental.sqlite", ["Autumn report North", "Helmet policy"])


@pytest.fixture(scope="session")
def clinic(tmp_path_factory: pytest.TempPathFactory) -> Clinic:
    return Clinic(tmp_path_factory.mktemp("clinic") / "clinic.sqlite")


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("library") / "library.sqlite")


@pytest.fixture(scope="session")
def drafted_library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("drafted") / "library.sqlite", is_drafted=True)


@pytest.fixture(scope="session", params=[False, True], ids=["bare", "drafted"])
def harbour(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Harbour:
    return Harbour(tmp_path_factory.mktemp("harbour") / "harbour.sqlite", is_drafted=request.param)
