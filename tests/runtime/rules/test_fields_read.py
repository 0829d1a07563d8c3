"""The fields a condition reads."""

import pytest

from runtime.rules.fields_read import FieldValue, fields_read, values_read

SOURCES: dict[str, tuple[str, tuple[str, ...]]] = {
    "once each, in order": (
        'action.name == "x" && state.retrieval.hits > 0 && action.name != "y"',
        ("action.name", "state.retrieval.hits"),
    ),
    "method": ('action.text.contains("state.step")', ("action.text",)),
    "has and index": (
        'has(action.arguments.query) || action.arguments["box"][0] > 1',
        ("action.arguments.query", "action.arguments"),
    ),
    "macro": ('state.tools.called.exists(name, name == "zoom")', ("state.tools.called",)),
    "method of a field of an element": ("state.x.all(a, a.state.y > 1)", ("state.x",)),
    "commented out": ("true // state.step", ()),
    "cut off": ("state.", ("state",)),
    "nothing": ("true", ()),
}


@pytest.mark.parametrize(("source", "paths"), SOURCES.values(), ids=SOURCES)
def test_paths(source: str, paths: tuple[str, ...]) -> None:
    assert fields_read(source) == paths


def test_values_tell_absent_from_null() -> None:
    context = {"action": {"name": None}, "state": {"step": 3}}
    assert values_read("action.name == null && state.step > 1 && state.step.x && episode.organ != ''", context) == (
        FieldValue("action.name", None, True),
        FieldValue("state.step", 3, True),
        FieldValue("state.step.x", None, False),
        FieldValue("episode.organ", None, False),
    )
