from runtime.contracts.ports import ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.closing import close, close_controller
from runtime.models.scripted import Scripted


class Connected:
    def __init__(self) -> None:
        self.is_closed = False

    @property
    def info(self) -> ControllerInfo:
        return ControllerInfo("test", "m", simulated=True)

    async def complete(self, request: ModelRequest) -> ModelReply:
        return ModelReply("")

    async def aclose(self) -> None:
        self.is_closed = True


async def test_what_holds_something_open_is_closed_and_the_rest_left_alone() -> None:
    connected = Connected()
    await close_controller(connected)
    await close_controller(Scripted([]))
    assert connected.is_closed


async def test_any_part_may_be_given_to_be_closed() -> None:
    connected = Connected()
    await close(connected)
    await close(object())
    assert connected.is_closed
