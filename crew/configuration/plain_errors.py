"""Puts pydantic's errors into words for the person who wrote the file."""

import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from crew.configuration.nearest import did_you_mean

Location = tuple[int | str, ...]

_MUST_BE = {
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "decimal_type": "must be a number",
    "decimal_parsing": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "date_type": "must be a date such as 2025-10-20",
    "date_parsing": "must be a date such as 2025-10-20",
    "date_from_datetime_parsing": "must be a date such as 2025-10-20",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "dict_type": "must be a section of `key: value` lines",
    "model_type": "must be a section of `key: value` lines",
    "model_attributes_type": "must be a section of `key: value` lines",
}


def in_plain_words(error: ValidationError, spec: type[BaseModel]) -> list[str]:
    """One line for each problem, with its dotted key path and, for an unknown word, the nearest valid one."""
    return [_line(each, spec) for each in error.errors(include_url=False)]


def dotted(location: Location) -> str:
    """`("databases", "shop", "tables", 0)` as `databases.shop.tables[0]`."""
    text = ""
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def _line(error: Mapping[str, Any], spec: type[BaseModel]) -> str:
    location, kind, value = error["loc"], error["type"], error["input"]
    if kind == "extra_forbidden":
        return f"`{dotted(location)}` is no key. {did_you_mean(str(location[-1]), _keys_at(spec, location[:-1]))}"
    if kind == "missing":
        inside = f" in `{dotted(location[:-1])}`" if location[:-1] else ""
        return f"the key `{location[-1]}` is missing{inside}."
    if kind == "literal_error":
        return f"`{dotted(location)}` cannot be `{_shown(value)}`. {_choices(error, value)}"
    if kind in _MUST_BE:
        quotes = " Put it in quotes." if kind == "string_type" and isinstance(value, bool | int | float) else ""
        return f"`{dotted(location)}` {_MUST_BE[kind]}, not {_named(value)}.{quotes}"
    message = str(error["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
    if kind == "value_error":
        return f"`{dotted(location)}`: {message}" if location else message
    return f"`{dotted(location)}` must be {message}, not {_named(value)}."


def _choices(error: Mapping[str, Any], value: Any) -> str:
    expected = str(error["ctx"]["expected"])
    words = [word.strip().strip("'") for word in expected.replace(" or ", ", ").split(",")]
    return did_you_mean(str(value), words)


def _keys_at(annotation: Any, location: Sequence[int | str]) -> set[str]:
    """The keys of the models that may stand at a location below `annotation`."""
    if not location:
        return {name for model in _models(annotation) for name in model.model_fields}
    step, rest = location[0], location[1:]
    return {key for inner in _inside(annotation, step) for key in _keys_at(inner, rest)}


def _inside(annotation: Any, step: int | str) -> Iterator[Any]:
    for option in _options(annotation):
        if isinstance(option, type) and issubclass(option, BaseModel):
            if isinstance(step, str) and step in option.model_fields:
                yield option.model_fields[step].annotation
        elif get_args(option):
            yield get_args(option)[-1] if get_origin(option) is dict else get_args(option)[0]


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    return (each for each in _options(annotation) if isinstance(each, type) and issubclass(each, BaseModel))


def _options(annotation: Any) -> tuple[Any, ...]:
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    is_union = get_origin(annotation) in (Union, types.UnionType)
    return get_args(annotation) if is_union else (annotation,)


def _named(value: Any) -> str:
    if isinstance(value, dict):
        return "a section"
    if isinstance(value, list | tuple):
        return "a list"
    if value is None:
        return "empty"
    return f"`{_shown(value)}`"


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
