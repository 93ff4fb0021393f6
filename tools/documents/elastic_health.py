"""How an index on an Elasticsearch is, for an operator."""

from typing import TYPE_CHECKING

from tools.documents.elastic_calls import Calls, brief
from tools.documents.elastic_generations import Generation
from tools.documents.elastic_server import Server
from tools.documents.index import Health

if TYPE_CHECKING:
    from elasticsearch import Elasticsearch


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
    if state == "yellow":
        remedy = "Start the nodes that are missing, or lower the number of copies."
        return Health(place=place, trouble="a copy has no node to lie on", remedy=remedy)
    return Health(place=place)


def _nodes(client: "Elasticsearch") -> str:
    count = client.cluster.health()["number_of_nodes"]
    return "1 node" if count == 1 else f"{count} nodes"
