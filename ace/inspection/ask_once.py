"""A model that several arms ask: the same request is made once, so that arms differ only where their prompts do."""

from pathlib import Path

from ace.answers.answer_book import AnswerBook, model_key, request_key
from ace.answers.remember_answers import FREE
from runtime.contracts.ports import Controller, ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.closing import close_controller
from runtime.models.settings import ControllerSettings

FILE = "answers.jsonl"


class AskedOnce:
    """Implements Controller. A repeated request gets the first one's answer, with its tokens and seconds.

    What repeats has the same words, schema, seed and model: an episode under another arm, up to where its prompt
    begins to differ. Answers are kept in `folder`, so that a run that was cut off asks nothing twice either; None keeps
    them in memory.
    """

    def __init__(self, inner: Controller, settings: ControllerSettings, folder: Path | None = None) -> None:
        """Read the answers `folder` holds. Raises: TraceError when they cannot be read."""
        self._inner = inner
        self._who = model_key(settings)
        self._known: dict[str, ModelReply] = {}
        self._book = None if folder is None else AnswerBook(folder / FILE)
        if self._book is not None:
            self._known.update(self._book.first_answers())

    @property
    def info(self) -> ControllerInfo:
        """Who is asked."""
        return self._inner.info

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the known answer, else the model's. Raises: as the model; TraceError when it cannot be kept."""
        key = request_key(request, self._who)
        if key not in self._known:
            reply = await self._inner.complete(request)
            if self._book is not None:
                self._book.keep(key, reply)
            self._known[key] = reply
        return self._known[key]

    async def aclose(self) -> None:
        """Close what is asked, and the file of answers."""
        if self._book is not None:
            self._book.close()
        await close_controller(self._inner)


def asked_once(inner: Controller, settings: ControllerSettings, folder: Path | None) -> Controller:
    """Return the model, each request made once; as it is where asking is free and depends on more than the prompt.

    Raises: TraceError when kept answers cannot be read.
    """
    return inner if settings.kind in FREE else AskedOnce(inner, settings, folder)
