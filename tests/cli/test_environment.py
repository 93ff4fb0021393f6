"""What the entry sets before slow libraries load."""

from pathlib import Path

from crew.cli.environment import prepare_environment


def test_libraries_are_quiet_offline_and_keep_their_files_in_our_home(tmp_path: Path) -> None:
    environment: dict[str, str] = {}

    prepare_environment(tmp_path, environment)

    assert environment["CREWAI_DISABLE_TELEMETRY"] == "true"
    assert environment["LITELLM_LOCAL_MODEL_COST_MAP"] == "True"
    assert environment["CREWAI_STORAGE_DIR"] == str(tmp_path / "crewai")


def test_what_a_person_has_set_stands(tmp_path: Path) -> None:
    environment = {"HF_HUB_OFFLINE": "0"}

    prepare_environment(tmp_path, environment)

    assert environment["HF_HUB_OFFLINE"] == "0"


def test_tracing_of_an_operator_is_left_on(tmp_path: Path) -> None:
    environment: dict[str, str] = {}

    prepare_environment(tmp_path, environment)

    assert "OTEL_SDK_DISABLED" not in environment
