"""Questions and documents in several languages, on both indexes."""

from datetime import date

import pytest

from tests.documents.words import MANIFEST, OpenIndexes, WordEmbedder, passage, put
from tools.asker import Asker
from tools.deadline import Deadline
from tools.documents.embedding import LexicalOnly
from tools.documents.index import Filters, PassageIndex
from tools.documents.search import SearchResult, search

TEXTS = {
    "de": (
        "Rücksendungen werden innerhalb von dreißig Tagen erstattet.",
        "Die Häuser der Lieferanten sind versichert.",
    ),
    "fr": ("Les retours sont remboursés sous trente jours.", "Les entrepôts des fournisseurs sont assurés."),
    "es": ("Las devoluciones se reembolsan en treinta días.", "Los almacenes de los proveedores están asegurados."),
    "zh": ("客户可以在三十天内退货并获得全额退款。", "供应商的仓库已投保。"),
    "ja": ("返品は三十日以内であれば全額返金されます。", "仕入先の倉庫は保険に加入しています。"),
    "ko": (
        "고객은 삼십일 이내에 반품하고 전액 환불을 받을 수 있습니다.",
        "공급업체의 창고는 보험에 가입되어 있습니다.",
    ),
}
FORMS = {
    "de": ("Rücksendung", "Haus", "Lieferant"),
    "fr": ("retour", "entrepôt", "fournisseur"),
    "es": ("devolución", "almacén", "proveedor"),
    "zh": ("退货", "仓库", "供应商"),
    "ja": ("返品", "倉庫", "仕入先"),
    "ko": ("반품", "창고", "공급업체"),
}
QUESTIONS = {
    "de": "In welcher Frist wird eine Rücksendung erstattet?",
    "fr": "Sous combien de jours un retour est-il remboursé ?",
    "es": "¿En cuántos días se reembolsa una devolución?",
    "zh": "客户在几天内可以退货？",
    "ja": "返品は何日以内に返金されますか？",
    "ko": "반품은 며칠 이내에 환불을 받을 수 있습니까?",
}
LANGUAGES = sorted(TEXTS)
_ENGLISH = {"Rücksendungen": "returns", "erstattet.": "refunded", "Tagen": "days", "dreißig": "thirty"}


class Polyglot(WordEmbedder):
    """Stands in for a multilingual model: the same is said by near vectors in German and in English."""

    def embed(self, texts):
        return super().embed([" ".join(_ENGLISH.get(word, word) for word in text.split()) for text in texts])

    def knows(self, language: str) -> bool:
        return True


@pytest.fixture
def shelf(index: PassageIndex, embedder: WordEmbedder) -> PassageIndex:
    """Two documents in each language, `<language>0` on returns and `<language>1` on warehouses."""
    put(
        index,
        embedder,
        *(
            passage(text, f"{language}{number}", language=language, title="")
            for language, texts in TEXTS.items()
            for number, text in enumerate(texts)
        ),
    )
    return index


def ask(index: PassageIndex, words: str, embedder: WordEmbedder | LexicalOnly) -> SearchResult:
    return search(
        index, words, embedder=embedder, asker=Asker(id="ann"), today=date(2025, 11, 1), deadline=Deadline(60)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_found_in_the_forms_of_their_language(shelf: PassageIndex, language: str):
    returns, warehouse, supplier = FORMS[language]

    def best(word: str) -> str:
        return shelf.lexical(word, Filters(), 3, Deadline())[0].passage.document

    assert [best(word) for word in (returns, warehouse, supplier)] == [f"{language}0", f"{language}1", f"{language}1"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_is_answered_in_its_language_without_a_model(shelf: PassageIndex, language: str):
    found = ask(shelf, QUESTIONS[language], LexicalOnly())

    assert found.passages
    assert found.passages[0].passage.document == f"{language}0"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_on_something_else_finds_nothing_in_any_language(shelf: PassageIndex, language: str):
    foreign = {
        "de": "Wer hat den Weltraumbahnhof gebaut?",
        "fr": "Qui a construit la tour Eiffel ?",
        "es": "¿Quién pintó la capilla de Roma?",
        "zh": "谁建造了长城？",
        "ja": "富士山の高さは何メートルですか？",
        "ko": "한라산의 높이는 얼마입니까?",
    }

    assert ask(shelf, foreign[language], LexicalOnly()).passages == ()


@pytest.mark.parametrize("embedder", [WordEmbedder(), LexicalOnly()], ids=["english model", "no model"])
def test_a_question_in_another_language_than_the_documents_says_what_it_could_not_do(
    open_index: OpenIndexes, embedder: WordEmbedder | LexicalOnly
):
    index = open_index(MANIFEST)
    put(index, WordEmbedder(), passage(TEXTS["de"][0], "de.md", language="de"))

    signals = {s.kind: s.message for s in ask(index, "When are the returns of a customer paid back?", embedder).signals}

    assert "documents are in de" in signals["other_language"]
    assert "question is in en" in signals["other_language"]


def test_a_model_of_many_languages_leaves_nothing_to_say(open_index: OpenIndexes):
    index = open_index(MANIFEST)
    put(index, WordEmbedder(), passage(TEXTS["de"][0], "de.md", language="de"))

    found = ask(index, "When are the returns of a customer paid back?", Polyglot())

    assert "other_language" not in [signal.kind for signal in found.signals]


def test_a_model_of_many_languages_finds_what_is_written_in_another(open_index: OpenIndexes):
    index = open_index(MANIFEST)
    put(index, Polyglot(), *(passage(text, f"{i}.md", language="de") for i, text in enumerate(TEXTS["de"])))

    found = ask(index, "After how many days are returns refunded?", Polyglot())

    assert found.passages[0].passage.document == "0.md"
    assert "cosine" in found.passages[0].scores
