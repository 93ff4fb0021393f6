"""Words of a text, their stems, and which of them carry no meaning of their own."""

import re
from dataclasses import dataclass

from tasks.period_language import without_accents
from tools.sql.naming import singular


@dataclass(frozen=True)
class Word:
    """One word, number, sign or quoted string of a text."""

    start: int
    end: int
    text: str
    """As written; for a quoted string, what stands between the quotation marks."""
    plain: str
    """In small letters and without accents."""
    stem: str
    is_quoted: bool = False

    @property
    def is_number(self) -> bool:
        """True for `12`, `30,000` and `4.5`."""
        return not self.is_quoted and self.plain[0].isdigit() and _NUMBER.fullmatch(self.plain) is not None


def words_of(text: str) -> list[Word]:
    """The words of a text, in order; punctuation other than comparison signs is left out."""
    found = []
    for match in _TOKEN.finditer(text):
        quoted = next((g for g in match.groups() if g is not None), None)
        written = match[0] if quoted is None else quoted
        plain = without_accents(written.lower())
        if quoted is None:
            plain = re.sub(r"['’]s?$", "", plain)
        if plain:
            found.append(Word(match.start(), match.end(), written, plain, stem(plain), quoted is not None))
    return found


def stems_of(text: str) -> tuple[str, ...]:
    """The stems of a text's words."""
    return tuple(w.stem for w in words_of(text) if not w.is_quoted or w.stem)


def content_stems(text: str) -> tuple[str, ...]:
    """The stems of the words that carry meaning."""
    return tuple(w.stem for w in words_of(text) if w.plain not in FILLERS and len(w.plain) > 1)


def stem(word: str) -> str:
    """A word without its plural ending: `countries` and `country` agree, `status` stays."""
    if word.endswith("uses") and len(word) > 6:
        return word[:-2]
    return "id" if word == "ids" else singular(word)


_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_TOKEN = re.compile(
    r'"([^"\n]+)"|“([^”\n]+)”|„([^“”\n]+)[“”]|«\s*([^»\n]+?)\s*»|`([^`\n]+)`|(?<!\w)\'([^\'\n]+)\'(?!\w)|(?<!\w)‘([^’\n]+)’(?!\w)'
    r"|\d{4}-\d{2}-\d{2}|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?!\w)|>=|<=|<>|!=|[<>=≥≤%]|[^\W_]+(?:['’][^\W_]+)*"
)

FILLERS = frozenset(
    # English
    "a an the of in on at to for from with as is are was were be been being am do does did doing have has had having "
    "i me my we us our ours you your it its they them their there here this that these those who whom whose which what "
    "when where how and or but if so than then into onto within during per please can could would should will shall "
    "may might must just also only any some such each every all s t d ll re ve give tell show find get let know want "
    "need like about out up down off over by us made make makes come comes associated related respectively "
    "corresponding given following currently existing exist exists "
    # German
    "der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren wird werden hat haben "
    "hatte hatten wir uns unser unsere unserer unseren sie es ich mir mich in im an am auf zu zum zur von vom mit fur bei aus "
    "welche welcher welches welchen was wer wie wo wann es gibt bitte nach pro je "
    # French
    "le la les l un une des du de d et ou est sont etait etaient a ont avait avaient nous notre nos vous il elle ils elles "
    "en dans au aux sur pour par avec qui que quoi quel quelle quels quelles ou quand combien y ce cet cette ces "
    # Spanish
    "el los las uno unos unas y o es son era eran fue fueron ha han habia hay nosotros nuestro nuestra nuestros nuestras "
    "al del en con para por que quien cual cuales cuanto cuantos cuanta cuantas donde cuando como se su sus lo".split()
)  # fmt: skip

EMPTY = frozenset(
    # words for the database itself, or for the answer as such
    "database databases table tables dataset record records row rows entry entries result results answer answers value "
    "values field fields column columns following available respective individual various particular related "
    # verbs that only say that two things belong together
    "write writes wrote written writing publish publishes published publishing present presents presented post posts posted "
    "locate locates located offer offers offered offering serve serves served serving place places placed contain contains "
    "containing contained include includes included including belong belongs belonging receive "
    "receives received receiving earn earns earned use uses used using occur occurs occurred happen happens happened issue "
    "issues issued performed recorded registered submit submits submitted bear assigned assign "
    "take takes taken took get gets gotten obtained based come comes came see saw "
    "seen find found involve involves involved involving connected linked tied attached "
    # German, French, Spanish
    "datenbank tabelle datensatz datensatze eintrag eintrage gehoren gehort enthalten enthalt liegen liegt "
    "base donnees tableau enregistrement situe situes situee appartient contient "
    "tabla registro registros situado situada ubicado contiene pertenece".split()
)
"""Words that add nothing to what is asked, unless the domain has a thing of that name."""
