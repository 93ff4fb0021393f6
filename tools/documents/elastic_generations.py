"""An alias that every search asks, and the generation of the index behind it, which can be exchanged in one step."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tools.documents.elastic_layout import passages_mapping
from tools.documents.index import IndexUnusable, Manifest

if TYPE_CHECKING:
    from elasticsearch import Elasticsearch

DEFAULTS = "crosscheck-defaults"
"""A component template with our settings for every index."""
CUSTOM = "crosscheck@custom"
"""A component template with an operator's settings, which win over ours."""


@dataclass(frozen=True)
class Generation:
    """One Elasticsearch index, with how it was made."""

    name: str
    manifest: Manifest


def current(client: "Elasticsearch", alias: str) -> Generation | None:
    """What an alias leads to, None where there is nothing; raises IndexUnusable for what is not ours."""
    from elasticsearch import NotFoundError

    try:
        found = client.indices.get(index=alias, features=["mappings"])
    except NotFoundError:
        return None
    if len(found) > 1:
        raise IndexUnusable(
            f"The alias {alias} leads to several indexes ({', '.join(sorted(found))}); remove it from all but one."
        )
    (name, body) = next(iter(found.items()))
    made = body["mappings"].get("_meta", {}).get("manifest")
    if made is None:
        raise IndexUnusable(f"The Elasticsearch index {alias} is not one of ours; choose another `name`.")
    return Generation(name, Manifest.model_validate(made))


def create_first(client: "Elasticsearch", alias: str, wanted: Manifest) -> Generation:
    """The first generation, the alias leading to it; another process may have made it just before."""
    from elasticsearch import BadRequestError

    try:
        return _create(client, alias, wanted, aliases={alias: {}})
    except BadRequestError as error:
        found = current(client, alias)
        if found is None:
            raise IndexUnusable(f"The Elasticsearch index {alias} cannot be made: {error}") from error
        return found


def create_next(client: "Elasticsearch", alias: str, wanted: Manifest) -> Generation:
    """A generation after all others, which nothing leads to yet."""
    return _create(client, alias, wanted, aliases={})


def switch(client: "Elasticsearch", alias: str, old: Generation, new: Generation) -> None:
    """Let the alias lead from one generation to another in one step, then remove all earlier ones.

    Fails when the alias leads elsewhere by now.
    """
    away: dict[str, Any] = (
        {"remove_index": {"index": old.name}}
        if old.name == alias
        else {"remove": {"index": old.name, "alias": alias, "must_exist": True}}
    )
    client.indices.update_aliases(actions=[{"add": {"index": new.name, "alias": alias}}, away])
    earlier = [name for name in _generations(client, alias) if _number(name) < _number(new.name)]
    if earlier:
        client.indices.delete(index=earlier, ignore_unavailable=True)


def _create(client: "Elasticsearch", alias: str, wanted: Manifest, aliases: dict[str, Any]) -> Generation:
    _put_templates(client, alias, wanted)
    number = max(map(_number, _generations(client, alias)), default=0) + 1
    name = f"{alias}.g{number:06d}"
    client.indices.create(index=name, aliases=aliases)
    return Generation(name, wanted)


def _put_templates(client: "Elasticsearch", alias: str, wanted: Manifest) -> None:
    client.cluster.put_component_template(
        name=DEFAULTS,
        # A copy on a second node as soon as there is one.
        template={"settings": {"auto_expand_replicas": "0-1"}},
    )
    client.indices.put_index_template(
        name=alias,
        index_patterns=[f"{alias}.g*"],
        composed_of=[DEFAULTS, CUSTOM],
        ignore_missing_component_templates=[CUSTOM],
        priority=500,
        # What is written to a removed generation must not make it again.
        allow_auto_create=False,
        template=passages_mapping(wanted),
    )


def _generations(client: "Elasticsearch", alias: str) -> list[str]:
    found = client.indices.get(index=f"{alias}.g*", features=["aliases"], expand_wildcards="all")
    return [name for name in found if _number(name)]


def _number(name: str) -> int:
    """The number of a generation, 0 for an index that has none."""
    found = re.search(r"\.g(\d+)$", name)
    return int(found[1]) if found else 0
