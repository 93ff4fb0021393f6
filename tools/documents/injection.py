"""Instructions in a text that are addressed to the model reading it: found by their phrasing, and as stray tasks."""

import re
from collections.abc import Sequence
from functools import lru_cache

from tools.documents.disguises import as_read, hides_text, readings_of
from tools.documents.injection_languages import LANGUAGES
from tools.documents.needed_words import QuickPattern
from tools.documents.passages import split_sentences
from tools.documents.stray_tasks import stray_tasks

_KEPT = r"\b(?:previous|prior|earlier|above|preceding|foregoing|existing|original|initial|system|your)\b"
_ORDERS = r"\b(?:instructions?|prompts?|rules?|guidelines?|context|directions?|messages?|tasks?|request)"
_READER = r"\b(?:(?:ai|llm|language) ?(?:assistants?|models?|agents?|systems?)|chatbots?|llms?|assistant)\b"
_DUTY = r"\b(?:must|should|shall|(?:is|are) (?:required|instructed|asked|to)|please|ignore|do not|never|always)\b"
_ANSWER = r"(?:final |next )?(?:answers?|responses?|reply|replies|outputs?)\b"
_SAY = r"\b(?:reply|respond|answer|output|print|say|write|confirm)(?:ing)?\b(?!-)"
_CHANGE = (
    r"\b(?:in|into|to|of|end|begin|start|modify|change|encode|format|rewrite|write|provide|present|give|make|turn"
    r"|convert|use|add|insert|include|shuffle|translate)\b"
)
_SCRAMBLE = (
    r"\b(?:remove|replace|render|reverse|encode|encrypt|cipher|jumble|scramble|shuffle|rearrange|substitute|swap"
    r"|misspell|obfuscate|invert|capitali[sz]e|omit|convey|mirror|rot13)\b"
)
_LETTERS = r"\b(?:every|each|all|the|some|any)\b(?: \w+){0,2} (?:letters?|vowels?|consonants?|characters?|syllables?)\b"
_CONFIDENTIAL = (
    r"\b(?:system prompt|api[ _-]?keys?|passwords?|credentials|access tokens?|secrets?|conversation history"
    r"|hidden instructions)\b"
)
_FAMILIES = {
    "overrides earlier instructions": (
        rf"\b(?:ignore|disregard|forget|override|bypass|do not follow)\b[^.\n]{{0,40}}{_KEPT}[^.\n]{{0,20}}{_ORDERS}",
        r"\b(?:ignore|disregard|forget)\b[^.\n]{0,40}\b(?:the above|everything (?:above|before))\b",
        r"\b(?:ignore|disregard|forget)\b[^.\n]{0,20}\b(?:summari[sz]ation|user'?s?) (?:request|task|question)",
    ),
    "sets a new task": (
        r"\b(?:prior|previous|original|current) task (?:is|was|has been) (?:cancell?ed|complete|over|void)",
        r"\bnew (?:task|instructions?|directive|system prompt)\s*:",
        r"\byour (?:new|real|actual|true) (?:task|goal|instructions?|purpose)\b",
    ),
    "imitates the conversation's mark-up": (
        r"<\|[a-z_]+\|>|\[/?INST\]|<</?SYS>>|\[(?:system|assistant|developer)\]",
        r"</(?:untrusted|document|passage|evidence|context|tool_result)>",
        r"^\W{0,4}(?:system|assistant|developer)(?: message| prompt| note)?\s*:\s+\S|###\s*(?:system|instruction)",
    ),
    "speaks to the reading model": (
        rf"{_READER}[,:]?[^.\n]{{0,60}}{_DUTY}",
        r"\byou are (?:now|no longer)\b[^.\n]{0,40}\b(?:ai|assistant|model|agent|bot|dan|mode|role)",
        r"\bif you(?:'re| are) (?:an? )?(?:ai|llm|language model|assistant|chatbot|automated)",
        r"\b(?:from|by) the developer\b[^.\n]{0,20}:|\bearlier you (?:confirmed|agreed|said) you\b",
    ),
    "dictates the answer": (
        rf"{_SAY}[^.\n]{{0,30}}\b(?:only|exactly|nothing else|with the (?:word|code|phrase|text))\b",
        r"(?-i:\b(?:[Rr]eply|[Rr]espond|[Rr]eplies|[Oo]utput(?:ting)?)(?: with)? "
        r"(?=[A-Z0-9-]*[0-9-])[A-Z0-9][A-Z0-9-]{5,})",
        rf"{_CHANGE}[^.\n]{{0,80}}\b(?:your|every|each|the assistant'?s?) {_ANSWER}",
        rf"\b(?:your|each) {_ANSWER} (?:must|should|with|using|by|to)\b",
        rf"{_SCRAMBLE}[^.\n]{{0,60}}\byour (?:final |next )?(?:answers?|responses?|reply|output|message|text|words)\b",
        rf"(?:^|[.!?]\s+|\bplease )(?:remove|replace|swap|reverse|substitute|jumble) (?:{_LETTERS}|vowels|letters)",
        r"\brest of (?:this|the) conversation\b|\bassistant(?:'s)? (?:output|response)\b",
        r"\b(?:responding|respond|reply|act|answer) (?:exactly )?as (?-i:[A-Z])\w+ would\b",
    ),
    "calls for a tool": (
        r"\b(?:call|invoke|trigger)\s+(?:the\s+)?`?(?-i:[a-z]+(?:_[a-z]+)+)`?",
        r"\b(?:call|invoke|execute|run|use|trigger)\s+(?:the\s+)?\w+ tool\b",
    ),
    "asks for secrets": (
        r"\b(?:send|post|forward|reveal|show|print|output|leak|include|upload|exfiltrate|repeat|disclose)\b"
        rf"[^.\n]{{0,60}}{_CONFIDENTIAL}",
    ),
    "asks for silence": (
        r"\b(?:do not|don't|never|without)\b[^.\n]{0,25}\b(?:mention|tell|inform|reveal|notify|alert)(?:ing)?\b"
        r"[^.\n]{0,40}\b(?:the (?:user|human)|anyone|instructions?|message)",
    ),
    "asks to decode": (
        r"\b(?:decode|decrypt|unscramble)\b[^.\n]{0,30}\b(?:and|then)\b[^.\n]{0,20}"
        r"\b(?:follow|execute|obey|run|comply)",
    ),
}
_PATTERNS = {family: QuickPattern((*phrasings, *LANGUAGES.get(family, ()))) for family, phrasings in _FAMILIES.items()}
_UNSEEN = "hides text in characters that nobody sees"
_STRAY = "asks for what the text is not about"
_EXCERPT = 100
LEFT_OUT = "[left out: reads like an instruction to the reader of this text]"


@lru_cache(maxsize=2048)
def find_injections(text: str, surroundings: str = "") -> tuple[str, ...]:
    """What in a text reads like an instruction to the model: `<how>: "<excerpt>"`, one a family; empty when nothing.

    Invisible characters, look-alike letters, letters set apart and base64 are undone first. `surroundings` is what
    stands around the text and tells what it may be about. A hit is a suspicion, to be shown and not acted on; rows and
    passages are never obeyed either way.
    """
    found = _phrased(text)
    parts = split_sentences(text)
    for place in _stray(parts, surroundings)[:1]:
        found.setdefault(_STRAY, f'{_STRAY}: "{_shortened(parts[place])}"')
    return tuple(found.values())


def without_injections(text: str, surroundings: str = "") -> str:
    """A text with each sentence that reads like an instruction to the model replaced by a note that it was left out.

    So is a sentence that such a one introduces with a colon.
    """
    if not find_injections(text, surroundings):
        return text
    parts = split_sentences(text)
    stray = _stray(parts, surroundings)
    is_out = [place in stray or bool(_phrased(part)) for place, part in enumerate(parts)]
    for place in range(1, len(parts)):
        is_out[place] = is_out[place] or (is_out[place - 1] and parts[place - 1].endswith((":", "：")))
    parts = [LEFT_OUT if is_out[place] else part for place, part in enumerate(parts)]
    kept = " ".join(part for i, part in enumerate(parts) if part != LEFT_OUT or parts[i - 1 : i] != [LEFT_OUT])
    return LEFT_OUT if _phrased(kept) else kept


def _phrased(text: str) -> dict[str, str]:
    """What is found by its phrasing, by family."""
    readings = [(reading, reading.lower()) for reading in readings_of(text)]
    found = {_UNSEEN: f'{_UNSEEN}: "{_shortened(as_read(text))}"'} if hides_text(text) else {}
    for family, pattern in _PATTERNS.items():
        for reading, lowered in readings:
            hit = pattern.search(reading, lowered)
            if hit:
                found.setdefault(family, f'{family}: "{_excerpt(reading, hit)}"')
    return found


def _stray(parts: Sequence[str], surroundings: str) -> list[int]:
    return stray_tasks([as_read(part) for part in parts], surroundings)


def _excerpt(text: str, hit: re.Match[str]) -> str:
    return _shortened(text[hit.start() :])


def _shortened(text: str) -> str:
    return " ".join(text[:_EXCERPT].split())
