"""The words of a text that carry its subject, comparable between a question and a passage."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from tools.documents.language import bigrams, is_cjk

_WORD = re.compile(r"\w+")
_NO_STEM = frozenset([""])
_MOST_STEMS = 50_000
"""Words whose stems are kept for a language."""
_ENGLISH = """
    a about after all also am an and any are as at be because been before being between both but by can could
    did do does doing down during each few for from further had has have having he her here hers him his how i
    if in into is it its itself just me more most much my no nor not now of off on once one only or other our
    out over own per same she should so some such than that the their them then there these they this those
    through to too under until up us very was we were what when where which while who whom whose why will with
    would you your tell show give many find list name called known say says said explain describe der die das
    und ist von zu den mit auf für im ein eine wie was wer warum le la les des et est une dans que pour qui el
    los las una del por con
"""
_STOP_WORDS = {
    "de": """der die das und ist sind war waren von zu zum zur den dem des mit auf für im in an am aus bei bis nach
        um vor über unter durch ohne gegen ein eine einen einem einer eines kein keine nicht auch als wie was wer wen
        wem wann wo warum wieso welche welcher welches welchen welchem wieviel wie viele viel hat haben hatte wird
        werden wurde wurden kann können muss müssen soll sollen darf dürfen es er sie wir ihr ich sich man so dass
        wenn oder aber noch nur mehr sehr dieser diese dieses innerhalb""",
    "fr": """le la les l d de des du un une et est sont était ont a au aux en dans sur sous par pour avec sans ce cet
        cette ces que qui quoi quel quelle quels quelles quand où comment combien pourquoi il elle ils elles on nous
        vous je se sa son ses leur leurs ne pas plus y t peut doit sera être avoir été qu c s n""",
    "es": """el la los las un una unos unas de del y o es son era fue han ha hay en a al con sin por para sobre entre
        desde hasta que qué quién quiénes cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde cómo porqué se su sus
        lo le les no más muy este esta estos estas ese esa ser estar puede debe""",
    "it": """il lo la i gli le un uno una di del della dei delle e è sono era ha hanno in nel nella a al alla con da
        dal per su tra fra che chi cosa quale quali quando quanto quanti quante dove come perché si non più""",
    "pt": """o a os as um uma de do da dos das e é são foi em no na nos nas ao com por para sem que quem qual quais
        quando quanto quantos quantas onde como porque se não mais seu sua""",
    "nl": """de het een en van is zijn was waren in op te aan bij voor met door uit over naar om dat die dit deze wat
        wie welke wanneer waar hoe waarom hoeveel er niet ook kan kunnen moet wordt worden heeft hebben""",
}
_ENDINGS = {
    "en": "ings ing ies ied ed es s y e",
    "de": "ungen ung ern en er em es et e n s t",
    "fr": "ements ement ations ation ees ee er es e s",
    "es": "aciones acion iones ion amos aban ando ados adas ado ada ar er ir an en os as es o a e n s",
    "it": "azioni azione ati ate ato ata are ere ire i e o a",
    "pt": "acoes acao oes ao ados adas ado ada ar er ir am em os as es o a e s",
    "nl": "ingen ing en er es e s t",
}
_CJK_FUNCTION = re.compile(
    r"为什么|什么|多少|怎么|怎样|哪些|哪里|哪个|请问|是否|可以|我们|以及|或者|[的了是在吗呢和有我你他这那内中个从到被把对与及几谁]"
    r"|[ぁ-ゟ]+|[？?、。，！!：；]"
)


@lru_cache(maxsize=1024)
def content_words(text: str, language: str = "en") -> frozenset[str]:
    """The words of a text, folded and cut to their stems, without those that any text of the language has.

    CJK text is cut into pairs of characters, without what joins its words.
    """
    if is_cjk(text):
        pairs = bigrams(_CJK_FUNCTION.sub(" ", text)).split()
        return frozenset(pair for pair in pairs if len(pair) > 1)
    stems = _stems_of(_base(language))
    return frozenset(map(stems.__getitem__, _WORD.findall(_folded(text)))) - _NO_STEM


def words_shared(words: frozenset[str], text: str, language: str = "en") -> frozenset[str]:
    """Those of some content words that a text holds: what it shares with them, without cutting all of it into words."""
    if is_cjk(text):
        return words & content_words(text, language)
    stems, folded = _stems_of(_base(language)), _folded(text)
    return frozenset(word for word in words if word in folded and any(stems[w] == word for w in _from(word, folded)))


def _from(stem: str, folded: str) -> Iterator[str]:
    """The words of a text that begin with a stem."""
    start = folded.find(stem)
    while start >= 0:
        whole = _WORD.match(folded, start)
        if whole is None:
            return
        if start == 0 or _WORD.match(folded[start - 1]) is None:
            yield whole[0]
        start = folded.find(stem, whole.end())


def _base(language: str) -> str:
    return re.split(r"[-_]", language.lower(), maxsplit=1)[0]


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.lower())
    return "".join(c for c in plain if not unicodedata.combining(c))


@lru_cache(maxsize=16)
def _stop_words(language: str) -> frozenset[str]:
    return frozenset(_folded(_STOP_WORDS.get(language, _ENGLISH)).split())


class _Stems(dict[str, str]):
    """The stems of words, worked out when first asked for; empty for words that say nothing of a subject.

    Each is a crude stem, the same on both sides: one ending off, and at least three letters left.
    """

    def __init__(self, language: str) -> None:
        super().__init__()
        self._stops = _stop_words(language)
        self._endings = _ENDINGS.get(language, _ENDINGS["en"]).split()

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_STEMS:
            self.clear()
        stem = self[word] = self._stem(word)
        return stem

    def _stem(self, word: str) -> str:
        if word in self._stops or (len(word) < 2 and not word.isdigit()):
            return ""
        for ending in self._endings:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                return word[: -len(ending)]
        return word


_stems_of = lru_cache(maxsize=16)(_Stems)
