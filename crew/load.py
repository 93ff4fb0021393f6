"""The only door to YAML: finds the configuration's files, and turns them into one checked Configuration.

Each file is looked for in `--config`, `CROSSCHECK_CONFIG`, `./config` and the packaged defaults, in this order; a
folder that lacks a file leaves it to the next. Everything wrong in a file is reported together, as WrongConfiguration.
"""

import re
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from crew.configuration.checked_yaml import parse_yaml
from crew.configuration.merge import Files, merge_domain
from crew.configuration.nearest import did_you_mean
from crew.configuration.plain_errors import in_plain_words
from crew.errors import WrongConfiguration
from crew.models.specs import RoutesSpec
from crew.settings import Settings
from crew.specs import AgentsFile, Configuration, DomainSpec, PolicyFile, TasksFile

Spec = TypeVar("Spec", bound=BaseModel)

_DOMAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


def load_configuration(domain: str | None, *, settings: Settings, folder: Path | None = None) -> Configuration:
    """One domain's configuration, checked and with defaults filled in.

    `folder` is what `--config` names. Without a domain, `CROSSCHECK_DOMAIN` or the only one is taken. Raises
    WrongConfiguration with every problem found.
    """
    folders = config_folders(settings, folder)
    path = domain_file(domain, settings=settings, folder=folder)
    files = Files(
        domain=path,
        base=_base_folder(path),
        routes=_find("routes.yaml", folders),
        agents=_find("agents.yaml", folders),
        tasks=_find("tasks.yaml", folders),
        policy=_find("policy.yaml", folders),
    )
    return merge_domain(
        files,
        read_spec(files.domain, DomainSpec),
        routes=read_spec(files.routes, RoutesSpec),
        agents=read_spec(files.agents, AgentsFile),
        tasks=read_spec(files.tasks, TasksFile),
        policy=read_spec(files.policy, PolicyFile),
    )


def list_domains(settings: Settings, folder: Path | None = None) -> dict[str, Path]:
    """Every domain's file by name; where folders have one of the same name, the first folder's counts."""
    found: dict[str, Path] = {}
    for each in config_folders(settings, folder):
        for name, path in _domains_in(each).items():
            found.setdefault(name, path)
    return dict(sorted(found.items()))


def default_domains(settings: Settings, folder: Path | None = None) -> dict[str, Path]:
    """The domains of the first folder that has any: those meant when none is named."""
    return next((found for each in config_folders(settings, folder) if (found := _domains_in(each))), {})


def domain_file(domain: str | None, *, settings: Settings, folder: Path | None = None) -> Path:
    """The file of a domain, or of the one to take when none is named."""
    domains = list_domains(settings, folder)
    name = domain or settings.domain or _only_domain(settings, folder, domains)
    if name not in domains:
        where = "" if domain else " (named by CROSSCHECK_DOMAIN)"
        raise WrongConfiguration(f"There is no domain `{name}`{where}. {_choices(name, domains)}")
    return domains[name]


def config_folders(settings: Settings, folder: Path | None = None) -> tuple[Path, ...]:
    """The folders that may hold configuration, first choice first; a named one that is none is WrongConfiguration."""
    named = [("--config", folder), ("CROSSCHECK_CONFIG", settings.config)]
    for origin, path in named:
        if path is not None and not path.is_dir():
            raise WrongConfiguration(
                f"{origin} names {path}, which is not a folder. Name the folder that holds the YAML."
            )
    candidates = [path for _, path in named if path is not None] + [Path("config"), packaged_defaults()]
    unique = {path.resolve(): path for path in reversed(candidates) if path.is_dir()}
    return tuple(path for path in candidates if unique.get(path.resolve()) is path)


def packaged_defaults() -> Path:
    """The folder of YAML that comes with the program."""
    installed = Path(__file__).parent / "defaults"
    return installed if installed.is_dir() else Path(__file__).parent.parent / "config"


def read_spec(path: Path, spec: type[Spec]) -> Spec:
    """One YAML file as `spec`; raises WrongConfiguration naming file, key and what to do."""
    content = read_yaml(path)
    _check_version(path, content)
    try:
        return spec.model_validate(content)
    except ValidationError as error:
        raise WrongConfiguration("\n".join(f"{path}: {line}" for line in in_plain_words(error, spec))) from error


def read_yaml(path: Path) -> dict[str, Any]:
    """One YAML file as a mapping with text keys; raises WrongConfiguration."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise WrongConfiguration(f"{path} cannot be read: {error.strerror}.") from error
    return parse_yaml(text, str(path))


def _check_version(path: Path, content: dict[str, Any]) -> None:
    version = content.get("version")
    if version is None:
        raise WrongConfiguration(f"{path} does not say which version it is written for. Add the line `version: 1`.")
    if version != 1 or isinstance(version, bool):
        raise WrongConfiguration(f"{path}: `version` is {version!r}; this release reads `version: 1` only.")


def _find(name: str, folders: tuple[Path, ...]) -> Path:
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    raise WrongConfiguration(f"There is no {name} in {', '.join(map(str, folders)) or 'any configuration folder'}.")


def _base_folder(domain: Path) -> Path:
    """What relative paths in a domain's file count from: the folder that holds `config/`.

    For the domains that come with the program that is the folder it is started in.
    """
    config = domain.absolute().parent.parent
    is_packaged = config.resolve() == packaged_defaults().resolve()
    return Path.cwd() if is_packaged else config.parent


def _domains_in(folder: Path) -> dict[str, Path]:
    files = sorted((folder / "domains").glob("*.yaml"))
    return {path.stem: path for path in files if _DOMAIN_NAME.fullmatch(path.stem)}


def _only_domain(settings: Settings, folder: Path | None, domains: dict[str, Path]) -> str:
    first = default_domains(settings, folder)
    if len(first) == 1:
        return next(iter(first))
    if not domains:
        looked = ", ".join(str(each / "domains") for each in config_folders(settings, folder))
        raise WrongConfiguration(
            f"No domain is configured; none lies in {looked}. "
            "Write one with `crosscheck domain init NAME --database URL`."
        )
    raise WrongConfiguration(
        f"Which domain? Name one with --domain or CROSSCHECK_DOMAIN. Choose from: {', '.join(domains)}."
    )


def _choices(name: str, domains: dict[str, Path]) -> str:
    return did_you_mean(name, domains) if domains else "None is configured; write one with `crosscheck domain init`."
