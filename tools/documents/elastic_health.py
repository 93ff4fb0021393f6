"""How an index on an Elasticsearch is, for an operator."""

from dataclasses import replace
from typing import TYPE_CHECKING

from tools.documents.elastic_calls import Calls, brief
from tools.documents.elastic_generations import Generation
from tools.documents.elastic_server import Server, connect
from tools.documents.index import Health

if TYPE_CHECKING:
    from elasticsearch import Elasticsearch

_PATIENCE = 5
"""Seconds for a node to say that it is there."""


def health_of(calls: Calls, server: Server, generation: Generation) -> Health:
    """The server's version, what the alias leads to, and the state of its copies; never raises."""
    from elasticsearch import ApiError, AuthorizationException, TransportError

    place = f"Elasticsearch at {server.place}, {server.name} → {generation.name}"
    try:
        found = calls.read(lambda client: client.cluster.health(index=generation.name, level="indices"))
        nodes = calls.read(_nodes)
    except AuthorizationException:
        return Health(place=f"{place}; the account may not see the cluster's state (privilege `monitor`)")
    except (ApiError, TransportError) as error:
        return Health(place=place, trouble=f"its state cannot be read ({brief(error)})", remedy="See the server's log.")
    state = str(found["status"])
    place = f"{place}, {state}, {nodes}"
    if state == "red":
        remedy = (
            f"See why its shards are not assigned: GET _cluster/allocation/explain; else restore {generation.name}."
        )
        return Health(place=place, trouble="part of the index is lost or not yet there", remedy=remedy)
    silent = _silent_addresses(server)
    if state == "yellow":
        trouble = "; ".join(["a copy has no node to lie on", *silent])
        return Health(
            place=place, trouble=trouble, remedy="Start the nodes that are missing, or lower the number of copies."
        )
    if silent:
        remedy = "Start it, or take its address out of the variable of `url_env`."
        return Health(place=place, trouble="; ".join(silent), remedy=remedy)
    return Health(place=place)


def _silent_addresses(server: Server) -> list[str]:
    """What is to be said of the addresses of nodes that do not answer, while others do."""
    from elasticsearch import ApiError, TransportError

    silent = []
    for address in server.addresses if len(server.addresses) > 1 else ():
        node = replace(server, url=address)
        with connect(node) as client:
            try:
                client.options(request_timeout=_PATIENCE).info()
            except ApiError:
                continue
            except TransportError as error:
                silent.append(f"{node.place} does not answer ({brief(error)})")
    return silent


def _nodes(client: "Elasticsearch") -> str:
    count = client.cluster.health()["number_of_nodes"]
    return "1 node" if count == 1 else f"{count} nodes"
