"""The tree of errors is the one its module draws."""

import inspect
import re

import pytest

from runtime.contracts import errors
from runtime.contracts.errors import RuntimeFault, ToolError

CLASSES = [item for _, item in inspect.getmembers(errors, inspect.isclass) if issubclass(item, RuntimeFault)]


def test_the_drawing_names_every_class_under_its_parent() -> None:
    assert errors.__doc__
    drawn: dict[str, str] = {}
    parents: list[str] = []
    for line in errors.__doc__.splitlines():
        found = re.match(r"([|` -]*)(\w+(?:Error|Fault))\b", line)
        if found:
            depth = len(found.group(1)) // 4
            parents[depth:] = [found.group(2)]
            drawn[found.group(2)] = parents[depth - 1] if depth else "Exception"
    assert drawn == {item.__name__: item.__bases__[0].__name__ for item in CLASSES}


def test_a_tool_error_carries_its_class_and_its_words() -> None:
    with pytest.raises(RuntimeFault, match=r"^no image$") as caught:
        raise ToolError("business_failure", "no image")
    assert isinstance(caught.value, ToolError)
    assert caught.value.error_class == "business_failure"
