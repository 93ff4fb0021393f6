"""Questions for what a set of documents says: "summarise what the contracts say about penalties"."""

import re

from crew.models.offline.material import Material
from crew.models.offline.shapes.needs import passage_step
from tasks.plan import Need, Plan, Slot
from tools.sql.naming import singular

KIND = "summary"
_SAY = r"(?:says?|states?|tells? us|provides?|contains?)"
_SUMMARISE = (
    r"(?:summari[sz]e|sum up|outline|(?:give|write)(?: me| us)? (?:a|an) (?:short |brief )?(?:summary|overview) of)"
)
_ASKED = (
    rf"{_SUMMARISE} what (?:all |all of )?(?:the |our )?(?P<of>.+?) {_SAY} (?:about|on|regarding|of) (?P<about>.+)",
    rf"{_SUMMARISE} (?:all |all of )?(?:the |our )?(?P<of>.+?) (?:on|about|regarding|concerning) (?P<about>.+)",
    r"what do (?:all |all of )?(?:the |our )?(?P<of>[\w -]+?) say (?:about|on|regarding) (?P<about>.+)",
)
_PATTERNS = [re.compile(rf"^(?:please )?{pattern}$", re.IGNORECASE) for pattern in _ASKED]


def plan_summary(material: Material) -> Plan | None:
    """A search in every document of the set, in each index; None when no summary is asked for."""
    asked = next((hit for p in _PATTERNS if (hit := p.match(material.question.strip(" .?!")))), None)
    if asked is None or not material.indexes:
        return None
    *head, last = asked["of"].split()
    of, about = " ".join([*head, singular(last)]), asked["about"]
    steps = [
        passage_step("passage", index.name, about, material.question, number=number)
        for number, index in enumerate(material.indexes[:3], 1)
    ]
    each = [s.model_copy(update={"search": s.search.model_copy(update={"each_of": of})}) for s in steps if s.search]
    slot = Slot(id="passage", kind="passage", need=Need(about=about))
    return Plan(question_kind=KIND, slots=(slot,), steps=tuple(each))
