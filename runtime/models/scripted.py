"""A controller that says what it was told to say: for tests, and for replies written by hand."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from runtime.contracts.errors import ModelError
from runtime.contracts.ports import ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo

Script: TypeAlias = Sequence[str] | Callable[[ModelRequest], str]


class ScriptEndedError(ModelError):
    """A script has fewer texts than there are questions."""


class Scripted:
    """Answers from `script`: its texts in order, or what it returns for each request. Costs nothing."""

    def __init__(self, script: Script, model: str = "script") -> None:
        self._script: Callable[[ModelRequest], str] | tuple[str, ...] = script if callable(script) else tuple(script)
        self._model = model
        self._given = 0

    @property
    def info(self) -> ControllerInfo:
        """Who this is; always simulated."""
        return ControllerInfo(backend="scripted", model=self._model, simulated=True)

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the next text. Raises: ScriptEndedError when all have been given."""
        if not isinstance(self._script, tuple):
            return ModelReply(self._script(request))
        if self._given == len(self._script):
            raise ScriptEndedError(
                f"script {self._model!r} has {self._given} texts and all were given; request "
                f"{self._given + 1} (purpose {request.purpose!r}, step {request.step}) needs one more: lengthen it"
            )
        self._given += 1
        return ModelReply(self._script[self._given - 1])
