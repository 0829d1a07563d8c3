"""From bytes to typed values."""

import pytest

from ace.forges.answers import Answered, read_answer
from ace.forges.errors import ForgeAnswerError


class _Thing(Answered):
    id: int
    name: str = ""


def test_what_is_not_documented_here_is_passed_over() -> None:
    assert read_answer(_Thing, {"id": 7, "name": "x", "new_field": {}}, "thing") == _Thing(id=7, name="x")


@pytest.mark.parametrize("value", [None, [], {}, {"id": "7"}, {"id": 7, "name": None}, "text"])
def test_what_is_missing_or_of_another_type_is_named(value: object) -> None:
    with pytest.raises(ForgeAnswerError, match=r"^thing: .*; is forge\.api the address of the right API"):
        read_answer(_Thing, value, "thing")
