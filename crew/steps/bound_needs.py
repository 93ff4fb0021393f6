"""A slot's need once the values are known that earlier steps gave for its conditions, where `$name` stood for them."""

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation

from crew.answering.state import FlowState
from crew.steps.calls import bound_filters
from crew.steps.inputs import input_values, joined_keys
from tasks.checks.mentions import names_word
from tasks.figures.numbers import read_numbers
from tasks.plan import Need, Slot
from tools.documents.language import detect_language
from tools.evidence import Computed, Evidence, PassageEvidence, RowsEvidence
from tools.sql.key_batches import JoinedKeys
from tools.terms import Filter, JsonScalar, Scalar


def beside(slot: Slot, rows: RowsEvidence, shelf: Mapping[str, Evidence], state: FlowState) -> tuple[Need, Computed]:
    """A slot's need with the values its steps were given, and what was computed for it, to be compared.

    A condition that a passage states in prose is bound to what the statement took for it, where the passage says that.
    The keys that rows were joined by are no condition of their own.
    """
    steps = [step for step in state.agreed_plan.steps if step.slot == slot.id]
    values = {name: found for step in steps for name, found in input_values(step, {}, shelf, state).items()}
    texts = {piece.text for piece in shelf.values() if isinstance(piece, PassageEvidence)}
    need, computed = slot.need, rows.computed
    for step in steps:
        if step.join_key and rows.id in state.outcomes[step.id].evidence:
            need = need.model_copy(update={"filters": _without_names(need.filters, step.join_key.to)})
            keys = joined_keys(step, {}, shelf, state)
            computed = computed.model_copy(update={"filters": _without_keys(computed.filters, keys)})
    bound = {}
    for name in ("filters", "having"):
        found, asked = getattr(computed, name), getattr(need, name)
        bound[name] = bound_filters([_as_stated(condition, found, values, texts) for condition in asked], values)
    return need.model_copy(update=bound), computed


def _without_names(asked: Sequence[Filter], column: str) -> tuple[Filter, ...]:
    """Conditions without those that say `$name` for the keys in a column."""
    return tuple(f for f in asked if _last(f.column) != _last(column) or not any(_names(f)))


def _without_keys(found: Sequence[Filter], keys: JoinedKeys | None) -> tuple[Filter, ...]:
    batch = {str(key) for key in keys.distinct[: keys.batch]} if keys else set()
    return tuple(f for f in found if not (keys and f.column == keys.to and set(map(str, f.values)) == batch))


def _names(condition: Filter) -> list[str]:
    """The inputs that a condition's values stand for."""
    return [value[1:] for value in condition.values if isinstance(value, str) and value[:1] == "$"]


def _as_stated(asked: Filter, found: Sequence[Filter], values: Mapping[str, list[Scalar]], texts: set[str]) -> Filter:
    prose = [str(text) for name in _names(asked) for text in values.get(name, ()) if text in texts]
    for condition in found:
        is_same = condition.operator == asked.operator and _last(condition.column) == _last(asked.column)
        if prose and is_same and all(any(_states(text, value) for text in prose) for value in condition.values):
            return asked.model_copy(update={"values": condition.values})
    return asked


def _last(column: str) -> str:
    return column.rpartition(".")[2].casefold()


def _states(text: str, value: JsonScalar) -> bool:
    """Whether a passage says a value: as a number, or by name."""
    language = detect_language(text) or "en"
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return names_word(text, str(value))
    return any(read.fits(number) for read in read_numbers(text, language))
