"""Which language a text is in, told by its script and its commonest words."""

import re
import unicodedata
from collections import Counter

_SCRIPTS = {
    "ja": re.compile(r"[぀-ヿ]"),
    "ko": re.compile(r"[가-힯]"),
    "zh": re.compile(r"[一-鿿]"),
    "ru": re.compile(r"[Ѐ-ӿ]"),
    "el": re.compile(r"[Ͱ-Ͽ]"),
    "ar": re.compile(r"[؀-ۿ]"),
    "he": re.compile(r"[֐-׿]"),
    "th": re.compile(r"[฀-๿]"),
    "hi": re.compile(r"[ऀ-ॿ]"),
}
_COMMON = {
    "en": "the of and to in is that for it was on are with as at by this be from which not have has",
    "de": "der die das und ist nicht von zu den mit auf für im ein eine des dem sich auch werden wird sind",
    "fr": "le la les des et est une dans que pour qui sur pas du au par avec sont il elle nous aux ce cette",
    "es": "el los las del y es una que en por para con se su al como más está son lo pero esta sus",
    "it": "il di che e è un una per non con del della sono gli le nel alla dei si come più questo questa",
    "pt": "o os as do da dos das e é um uma que em para com não por se na no ao mais são como foi",
    "nl": "de het een en van is dat op te voor met zijn niet aan er ook bij door naar wordt worden deze",
}
_LANGUAGES_OF: dict[str, list[str]] = {}
for _language, _words in _COMMON.items():
    for _word in _words.split():
        _LANGUAGES_OF.setdefault(_word, []).append(_language)
_CJK = re.compile(r"[぀-ヿ㐀-䶿一-鿿가-힯豈-﫿]")
_WORD = re.compile(r"[^\W\d_]+")
_RUN = re.compile(rf"{_CJK.pattern}+|(?:(?!{_CJK.pattern})\w)+")


def detect_language(text: str) -> str | None:
    """The ISO 639-1 code of a text's language, or None when it is too short or unlike those known here."""
    sample = text[:4000]
    return _by_script(sample) or _by_common_words(sample)


def is_cjk(text: str) -> bool:
    """Whether a text holds Chinese, Japanese or Korean characters."""
    return not text.isascii() and _CJK.search(text) is not None


def count_cjk(text: str) -> int:
    """The number of Chinese, Japanese and Korean characters in a text."""
    return 0 if text.isascii() else len(_CJK.findall(text))


def bigrams(text: str) -> str:
    """A text as words for an index that parts at spaces: runs of CJK characters as overlapping pairs, others folded."""
    return " ".join(term for run in _RUN.findall(_folded(text)) for term in _pairs(run))


def _pairs(run: str) -> list[str]:
    if not is_cjk(run) or len(run) < 2:
        return [run]
    return [run[i : i + 2] for i in range(len(run) - 1)]


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower()


def _by_script(sample: str) -> str | None:
    if sample.isascii():
        return None
    letters = sum(map(str.isalpha, sample)) or 1
    for language, script in _SCRIPTS.items():
        if len(script.findall(sample)) > letters * (0.05 if language == "ja" else 0.3):
            return language
    return None


def _by_common_words(sample: str) -> str | None:
    scores = dict.fromkeys(_COMMON, 0)
    for word, count in Counter(_WORD.findall(sample.lower())).items():
        for language in _LANGUAGES_OF.get(word, ()):
            scores[language] += count
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    (best, first), (_, second) = ranked[0], ranked[1]
    return best if first >= 2 and first > second else None
