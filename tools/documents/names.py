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
    asked = content_words(words)
    names = dict.fromkeys(" ".join(name.split()) for name in _NAME.findall(candidates[0].passage.text))
    new = [name for name in names if not content_words(name) <= asked]
    return " ".join([words, *new[:_MOST]]) if new else None
