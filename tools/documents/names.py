"""Names in a passage that lead from one document to the next."""

import re
from collections.abc import Sequence

from tools.documents.content_words import content_words
from tools.documents.fusion import Candidate

_MOST = 8
_NAME = re.compile(r"[^\W\d_a-zß-ÿ][\w'’-]+(?:\s+(?:(?:of|the|de|and|von|du)\s+)?[^\W\d_a-zß-ÿ][\w'’-]+){0,3}")


def words_with_names(words: str, candidates: Sequence[Candidate]) -> str | None:
    """A search's words with the names that its best passage adds to them; None when it adds none.

    A question often needs a second passage that the first one leads to ("the supplier of the delayed part"), which
    shares a name with that passage and hardly a word with the question.
    """
    if not candidates:
        return None
    new = names_leading_on(words, [candidates[0].passage.text])
    return " ".join([words, *new[:_MOST]]) if new else None


def names_leading_on(words: str, texts: Sequence[str]) -> list[str]:
    """The names in texts that say more than the words a search had, in the order of the texts."""
    asked = content_words(words)
    names = dict.fromkeys(" ".join(name.split()) for text in texts for name in names_in(text))
    return [name for name in names if not content_words(name) <= asked]


def names_in(text: str) -> list[str]:
    """What in a text is written as a name."""
    return [str(name) for name in _NAME.findall(text)]
