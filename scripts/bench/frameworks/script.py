"""What the scripted model says: to Crosscheck what the offline model would, to the others the same work in their forms.

Every framework is led the shortest way it offers: one statement, one search, no wrong turn.
"""

import json
from typing import Any

STATEMENT = (
    "SELECT c.name, SUM(l.net_amount) AS net_revenue FROM order_lines l JOIN orders o ON o.id = l.order_id "
    "JOIN customers k ON k.id = o.customer_id JOIN countries c ON c.code = k.country_code "
    "WHERE c.region = 'Europe' AND o.ordered_on BETWEEN '2025-07-01' AND '2025-09-30' AND o.status <> 'cancelled' "
    "GROUP BY c.name ORDER BY net_revenue"
)
WORDS = "European revenue fell cause third quarter"
QUESTION = "Why are European operations underperforming?"
ANSWER = "European revenue fell in the third quarter; the documents name the cause."

WORKERS = {"run_sql": {"statement": STATEMENT}, "search_documents": {"words": WORDS}}


def reply(who: str, body: dict[str, Any]) -> dict[str, Any]:
    """The assistant's message for a request."""
    return {"crosscheck": _offline, "llamaindex": _completing}.get(who, _calling)(body)


def _offline(body: dict[str, Any]) -> dict[str, Any]:
    from crew.models.offline.analyst import answer

    said = answer(body["messages"], body.get("tools") or [], body.get("response_format"))
    calls = [_call(call.name, call.arguments, index) for index, call in enumerate(said.tool_calls)]
    return {"content": said.text, **({"tool_calls": calls} if calls else {})}


def _calling(body: dict[str, Any]) -> dict[str, Any]:
    """A worker calls its tool once; a supervisor hands over to each worker once, and then answers."""
    offered = [tool["function"] for tool in body.get("tools") or []]
    names = {tool["name"] for tool in offered}
    called = [call["function"]["name"] for m in body["messages"] for call in m.get("tool_calls") or ()]
    made = sum(name in names for name in called)
    own = next((tool for tool in offered if tool["name"] in WORKERS), None)
    if own is not None:
        return _once(own["name"], WORKERS[own["name"]], made)
    handing = [tool for tool in offered if tool["name"].startswith(("delegate", "transfer_to"))]
    if handing and made < 2:
        return {"tool_calls": [_call(*_handover(handing, made), made)]}
    return {"content": ANSWER}


def _once(name: str, arguments: dict[str, str], made: int) -> dict[str, Any]:
    return {"content": "Found."} if made else {"tool_calls": [_call(name, arguments, 0)]}


def _handover(handing: list[dict[str, Any]], made: int) -> tuple[str, dict[str, str]]:
    """CrewAI has one tool that names the coworker, LangGraph one tool for each worker."""
    if len(handing) == 1:
        coworker = ("SQL analyst", "document researcher")[made]
        return handing[0]["name"], {"task": QUESTION, "context": QUESTION, "coworker": coworker}
    return sorted(handing, key=lambda tool: "sql" not in tool["name"])[made]["name"], {}


def _completing(body: dict[str, Any]) -> dict[str, Any]:
    """LlamaIndex asks by prompt: choose a source, write SQL, and put answers together."""
    text = str(body["messages"][-1]["content"])
    if "choices are given" in text:
        return {"content": json.dumps([{"choice": 1, "reason": "figures first"}])}
    if "SQLQuery:" in text and "SQLResult" in text and "SQL Response" not in text:
        return {"content": STATEMENT}
    return {"content": WORDS if "New question" in text else ANSWER}


def _call(name: str, arguments: dict[str, Any], index: int) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"id": f"call_{name}_{index}", "type": "function", "function": function}
