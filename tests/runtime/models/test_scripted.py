import pytest

from runtime.contracts.errors import ModelError
from runtime.contracts.ports import ModelRequest
from runtime.models.scripted import Scripted


def request(step: int = 0) -> ModelRequest:
    return ModelRequest((), {}, seed=0, step=step)


async def test_texts_come_in_order_then_an_error_says_the_script_is_too_short() -> None:
    model = Scripted(["one", "two"], model="short")
    assert [(await model.complete(request())).text for _ in range(2)] == ["one", "two"]
    with pytest.raises(ModelError, match=r"script 'short' has 2 texts.*request 3 .*step 2"):
        await model.complete(request(step=2))


async def test_a_function_answers_each_request() -> None:
    model = Scripted(lambda asked: f"step {asked.step}")
    assert [(await model.complete(request(step))).text for step in (3, 1)] == ["step 3", "step 1"]


def test_it_is_marked_simulated() -> None:
    info = Scripted([]).info
    assert (info.backend, info.simulated) == ("scripted", True)
