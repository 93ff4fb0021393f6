"""A file that is read again is not parsed again, unless it says something else."""

from crew.configuration import checked_yaml
from crew.configuration.checked_yaml import parse_yaml


def test_what_was_parsed_is_given_again_whole_whatever_became_of_it() -> None:
    first = parse_yaml(b"a: {b: [1]}", "once.yaml")
    first["a"]["b"].append(2)
    before = checked_yaml._parsed.cache_info().hits

    assert parse_yaml(b"a: {b: [1]}", "once.yaml") == {"a": {"b": [1]}}
    assert checked_yaml._parsed.cache_info().hits == before + 1
    assert parse_yaml(b"a: {b: [3]}", "once.yaml") == {"a": {"b": [3]}}
