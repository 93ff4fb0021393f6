"""A made-up answer with everything an answer can have."""

from crew.answer import Answer

_ROWS = {
    "id": "E1",
    "kind": "rows",
    "source": "shop",
    "statement": "SELECT region, SUM(net) AS revenue FROM orders GROUP BY region",
    "parameters": {"from": "2025-07-01"},
    "computed": "sum of net revenue by region, 2025-07-01 … 2025-09-30",
    "columns": [{"name": "region"}, {"name": "revenue"}],
    "rows": [["Europe", "1850123.40"], ["North America", "2410000.00"], ["Asia", None]],
    "row_count": 3,
    "truncated": False,
    "joins": [],
    "join_keys": ["region"],
    "retrieved_at": "2025-10-20T08:00:00Z",
    "sha256": "0" * 64,
}
_PASSAGE = {
    "id": "E2",
    "kind": "passage",
    "source": "reports",
    "document": "q3.md",
    "title": "Q3 market report",
    "section": "Europe > Logistics",
    "page": 3,
    "date": "2025-10-05",
    "text": "The decline follows the port strikes in Rotterdam and late deliveries from the new centre.",
    "scores": {"rrf": 0.03},
    "retrieved_at": "2025-10-20T08:00:00Z",
    "sha256": "1" * 64,
}
_SENTENCES = [
    {
        "text": "Net revenue in Europe fell by 12 % to €1.85 million in the third quarter of 2025.",
        "citations": ["E1"],
        "supported": True,
        "figures": [
            {
                "text": "12 %",
                "value": "0.1213",
                "unit": "ratio",
                "evidence": "E1",
                "calculation": "C1",
                "row_key": {"region": "Europe"},
                "column": "revenue",
            },
            {
                "text": "€1.85 million",
                "value": "1850123.40",
                "unit": "EUR",
                "evidence": "E1",
                "row_key": {"region": "Europe"},
                "column": "revenue",
            },
        ],
        "calculations": [
            {
                "id": "C1",
                "operation": "growth",
                "operands": ["E1[0].revenue", "E3[0].revenue"],
                "value": "-0.1213",
                "unit": "ratio",
            }
        ],
    },
    {
        "text": "The Q3 market report names “port strikes in Rotterdam” as the reason.",
        "citations": ["E2"],
        "supported": True,
        "judged_by": "verifier",
    },
    {
        "text": "Demand in France stayed weak.",
        "citations": ["E2"],
        "supported": False,
        "judged_by": "verifier",
        "reason": "the passage does not speak of France",
    },
]


def sample(**changes: object) -> Answer:
    """The answer, with some of its keys changed."""
    content = {
        "run_id": "r-20251020-7f3a",
        "domain": "sales",
        "asker": "ines",
        "question": "Why are European operations underperforming?",
        "question_kind": "cause",
        "today": "2025-10-20",
        "status": "partly_verified",
        "terminal_reason": "answered_partly",
        "answer": " ".join(str(s["text"]) for s in _SENTENCES),
        "assumptions": ["“underperforming” is read as net revenue against the quarter before."],
        "missing": ["No document speaks of staffing."],
        "warnings": ["The passage E2 is 15 days old."],
        "explanation": "One sentence could not be proved.",
        "sentences": _SENTENCES,
        "receipt": [
            {
                "slot": "revenue",
                "evidence": ["E1"],
                "asked": "net revenue for Europe, 2025-07-01 … 2025-09-30",
                "computed": "sum of net revenue by region, 2025-07-01 … 2025-09-30",
                "mismatches": ["the filter region = Europe was asked and not computed"],
            }
        ],
        "evidence": [
            _ROWS,
            _PASSAGE,
            {
                "id": "E3",
                "kind": "nothing_found",
                "source": "reports",
                "tried": "staffing shortages Europe",
                "reason": "",
                "retrieved_at": "2025-10-20T08:00:00Z",
                "sha256": "2" * 64,
            },
        ],
        "conflicts": [
            {
                "about": "net revenue of Europe in the third quarter",
                "values": [
                    {"value": "1850123.40 EUR", "evidence": "E1"},
                    {"value": "€1.9 million", "evidence": "E2", "date": "2025-10-05"},
                ],
                "preferred": "E1",
                "rule": "databases are believed before documents",
            }
        ],
        "usage": {"model_calls": 4, "statements": 2, "searches": 2, "tokens": 8421, "cost_usd": "0.01", "seconds": 3.2},
        "steps": [
            {"id": "s1", "worker": "sql_analyst", "source": "shop", "status": "done", "retries": 1, "evidence": ["E1"]},
            {"id": "s2", "worker": "document_researcher", "source": "reports", "status": "done", "evidence": ["E2"]},
            {"id": "s3", "worker": "document_researcher", "source": "reports", "status": "nothing_found"},
        ],
        "models": [
            {
                "step": step,
                "role": "supervisor",
                "route": "strong",
                "deployment": "offline/analyst",
                "outcome": "answered",
            }
            for step in ("plan", "draft")
        ],
    }
    return Answer.model_validate({**content, **changes})
