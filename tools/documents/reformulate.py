"""Searching again in other words when the first ones found nothing, at most a few rounds."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence

from tools.documents.content_words import content_words
from tools.documents.embedding import LexicalOnly
from tools.documents.index import Filters, access_of
from tools.documents.language import detect_language
from tools.documents.relevance import covers_question
from tools.documents.rewording import broaden, find_acronyms, narrow, short_names, translate, without_qualifiers
from tools.documents.search_evidence import Attempt, Library, Searched, search_evidence
from tools.evidence import NothingFound

_NEAR_DUPLICATE = 0.95
_SPELLED_IN = 20
"""Passages that are looked through for what an acronym stands for."""
Terms = Mapping[str, Sequence[str]]


class SearchMemory:
    """The searches of one question by their words, so that none is run twice. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._searches: dict[tuple[object, ...], Searched] = {}

    def recall(self, key: tuple[object, ...], search: Callable[[], Searched]) -> Searched:
        """The result of a search that was run before, or of running it now."""
        with self._lock:
            known = self._searches.get(key)
        if known is None:
            known = search()
            with self._lock:
                self._searches[key] = known
        return known


def search_with_reformulations(
    library: Library,
    words: str,
    *,
    synonyms: Terms | None = None,
    rounds: int = 2,
    filters: Filters | None = None,
    limit: int | None = None,
    prefers_recent: bool = False,
    memory: SearchMemory | None = None,
) -> Searched:
    """Search, and where nothing is found search again in other terms, then in broader and in narrower words.

    `synonyms` maps a term to others that mean the same; acronyms are read from the documents the asker may read. A
    round runs the wordings of one kind; wordings nearly alike one tried before are skipped. What broader words find
    must still have to do with the question. Several readings are left for the reader to settle.
    """
    memory = memory or SearchMemory()
    filters = filters or Filters()

    def run(sought: str) -> Searched:
        return search_evidence(library, sought, filters=filters, limit=limit, prefers_recent=prefers_recent)

    def search(sought: str) -> Searched:
        asked = " ".join(sought.casefold().split())
        place = (library.source, library.embedder.name, access_of(library.asker))
        key = (*place, asked, filters, limit, prefers_recent)
        return memory.recall(key, lambda: run(sought))

    first = search(words)
    attempts = [_attempt(words, "as asked", first)]
    for why, wordings in _rounds(library, words, synonyms or {}, attempts, rounds if _is_empty(first) else 0):
        for wording in wordings:
            found = search(wording)
            found = _still_relevant(library, words, found) if why == "in broader words" else found
            attempts.append(_attempt(wording, why, found))
            if not _is_empty(found):
                return found.model_copy(update={"attempts": tuple(attempts)})
    return _with_attempts(first, attempts)


def _rounds(
    library: Library, words: str, synonyms: Terms, attempts: Sequence[Attempt], rounds: int
) -> Iterator[tuple[str, list[str]]]:
    """Kinds of rewording with their new wordings, as many as there are rounds."""
    kinds: dict[str, Callable[[], list[str]]] = {
        "in other terms": lambda: translate(words, {**_acronyms(library, words), **synonyms}),
        "in broader words": lambda: broaden(words),
        "by its names": lambda: narrow(words),
    }
    for why, reword in kinds.items():
        if not rounds:
            return
        new = _new_ones(library, reword(), [attempt.words for attempt in attempts])
        if new:
            rounds -= 1
            yield why, new


def _acronyms(library: Library, words: str) -> dict[str, tuple[str, ...]]:
    short = short_names(words)
    if not short:
        return {}
    readable = Filters(access=access_of(library.asker))
    hits = library.index.lexical(" ".join(short), readable, _SPELLED_IN, library.deadline)
    spelled = find_acronyms(hit.passage.text for hit in hits)
    return {acronym: names for acronym, names in spelled.items() if acronym in short}


def _new_ones(library: Library, wordings: Sequence[str], tried: Sequence[str]) -> list[str]:
    new: list[str] = []
    for wording in wordings:
        if not any(is_near_duplicate(library, wording, other) for other in (*tried, *new)):
            new.append(wording)
    return new


def is_near_duplicate(library: Library, wording: str, other: str) -> bool:
    """Whether a search in these words would ask what one in the others asked: by their content, or by their meaning."""
    language = detect_language(other) or "en"
    if content_words(wording, language) == content_words(other, language):
        return True
    if isinstance(library.embedder, LexicalOnly):
        return False
    one, two = (library.embedder.embed_question(each) for each in (wording, other))
    return sum(a * b for a, b in zip(one, two, strict=True)) > _NEAR_DUPLICATE


def _still_relevant(library: Library, words: str, found: Searched) -> Searched:
    kept = tuple(
        passage
        for passage in found.result.passages
        if covers_question(without_qualifiers(words), passage.passage, library.embedder, library.spec.relevance)
    )
    ids = {passage.passage.id for passage in kept}
    evidence = tuple(e for e in found.evidence if e.kind == "passage" and e.passage in ids)
    result = found.result.model_copy(update={"passages": kept})
    return found.model_copy(update={"evidence": evidence, "result": result})


def _is_empty(searched: Searched) -> bool:
    return not searched.result.passages


def _attempt(words: str, why: str, searched: Searched) -> Attempt:
    return Attempt(words=words, why=why, found=len(searched.result.passages))


def _with_attempts(searched: Searched, attempts: Sequence[Attempt]) -> Searched:
    """A search with what else was tried; where nothing was found, its evidence tells it too."""
    others = "; ".join(f'{attempt.why} "{attempt.words}"' for attempt in attempts[1:])
    evidence = tuple(
        e.model_copy(update={"tried": f"{e.tried}; then {others}"}) if others and isinstance(e, NothingFound) else e
        for e in searched.evidence
    )
    return searched.model_copy(update={"evidence": evidence, "attempts": tuple(attempts)})
