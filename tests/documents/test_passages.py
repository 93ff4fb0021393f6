"""How documents are cut into passages."""

from tools.documents.document import Block, Document
from tools.documents.passages import cut_passages, split_sentences


def cut(*blocks: Block):
    return cut_passages(Document(id="a.md", digest="d", title="A", type="md", language="en", blocks=blocks))


def sentence(number: int) -> str:
    return f"Sentence number {number} says something that is neither long nor short about the margins of shops."


def test_long_text_is_cut_at_sentences_into_passages_of_even_size():
    passages = cut(Block(text=" ".join(sentence(i) for i in range(60))))

    sizes = [len(p.text.split()) for p in passages]
    assert len(passages) > 3
    assert all(100 <= size <= 220 for size in sizes), sizes
    assert all(p.text.startswith("Sentence") and p.text.endswith("shops.") for p in passages)


def test_nothing_is_lost_or_said_twice():
    text = " ".join(sentence(i) for i in range(100))

    assert " ".join(p.text for p in cut(Block(text=text))) == text


def test_sections_are_not_mixed_and_name_their_path():
    passages = cut(
        Block(text="One.", section=("Terms", "Europe")),
        Block(text="Two.", section=("Terms", "Europe")),
        Block(text="Three.", section=("Terms", "Asia")),
    )

    assert [(p.section, p.text) for p in passages] == [
        ("Terms > Europe", "One.\nTwo."),
        ("Terms > Asia", "Three."),
    ]


def test_a_table_stays_whole_and_alone():
    table = "\n".join(f"row {i} | {i}" for i in range(300))
    passages = cut(Block(text="Before."), Block(text=table, kind="table"), Block(text="After."))

    assert [p.text for p in passages] == ["Before.", table, "After."]


def test_pages_are_not_mixed():
    passages = cut(Block(text="One.", page=1), Block(text="Two.", page=2))

    assert [(p.page, p.text) for p in passages] == [(1, "One."), (2, "Two.")]


def test_ids_are_the_document_and_the_position():
    assert [p.id for p in cut(Block(text="One."), Block(text="Two.", section=("B",)))] == ["a.md#0", "a.md#1"]


def test_text_without_sentences_is_cut_too():
    chinese = cut(Block(text="退货" * 1000))
    endless = cut(Block(text="word " * 1000))

    assert "".join(p.text for p in chinese) == "退货" * 1000
    assert max(len(p.text) for p in chinese) <= 440
    assert max(len(p.text.split()) for p in endless) <= 220


def test_abbreviations_and_decimals_do_not_end_a_sentence():
    assert split_sentences("Dr. Smith paid 3.5 million. She left. 'Why?' He asked.") == [
        "Dr. Smith paid 3.5 million.",
        "She left.",
        "'Why?'",
        "He asked.",
    ]
