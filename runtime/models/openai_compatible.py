"""Chat models behind an OpenAI-compatible server: OpenAI, vLLM, llama.cpp, Ollama and the like."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from runtime.contracts.errors import ModelError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.chat_completion import Completion, messages_body, wire_seed
from runtime.models.chat_endpoint import ChatEndpoint
from runtime.models.chat_turns import alternating
from runtime.models.failure_report import Target, report_failure
from runtime.models.response_format import MODES, OutputMode, StructuredOutput, is_mode_refusal, response_format
from runtime.models.retry_policy import Failure, Waiting, wait_s
from runtime.models.server_address import check_url, find_key, shown_url


@dataclass(frozen=True)
class OpenAISettings:
    """How to reach a chat model and what it costs."""

    base_url: str
    """Address of the API, usually ending in /v1."""
    model: str
    """Model name as the server knows it."""
    api_key_env: str = "OPENAI_API_KEY"
    """Environment variable that holds the key; may be unset for a server on this machine."""
    temperature: float = 0.7
    """Sampling temperature; reasoning models that refuse any other value need 1."""
    timeout_s: float = 60.0
    """Longest one attempt may take, connection and reading together."""
    retries: int = 4
    """Further attempts after the first when the failure may pass."""
    concurrency: int = 4
    """Most requests under way at once; waiting between retries counts as under way."""
    price_in_usd_per_mtok: float = 0.0
    """US dollars per million prompt tokens."""
    price_out_usd_per_mtok: float = 0.0
    """US dollars per million completion tokens."""
    price_cached_in_usd_per_mtok: float | None = None
    """US dollars per million prompt tokens read from the server's cache; None means the full prompt price."""
    structured_output: StructuredOutput = "auto"
    """How JSON is asked for; `auto` takes the first mode that the server accepts and keeps it."""
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """What the server calls the length limit; OpenAI's reasoning models take only the latter."""
    join_turns: bool = False
    """Send neighbouring messages of one role as one; for chat templates that refuse two in a row (Gemma, Mistral)."""


class _Session(NamedTuple):
    """What belongs to one event loop: connections, free slots, and the lock that allows one probe at a time."""

    loop: asyncio.AbstractEventLoop
    endpoint: ChatEndpoint
    slots: asyncio.Semaphore
    probe: asyncio.Lock


class _Tried(NamedTuple):
    """How a request ended after how many attempts, and whether the server said that it does not take the mode."""

    outcome: Completion | Failure
    attempts: int
    is_mode_refused: bool


class OpenAICompatible:
    """A chat model behind a server. `aclose` when done; it can be used again afterwards, in any event loop."""

    def __init__(self, settings: OpenAISettings, api_key: str, waiting: Waiting | None = None) -> None:
        check_url(settings.base_url)
        self._settings = settings
        self._api_key = api_key
        self._waiting = waiting or Waiting()
        self._mode: OutputMode | None = None if settings.structured_output == "auto" else settings.structured_output
        self._is_proven = False
        self._current: _Session | None = None

    @property
    def info(self) -> ControllerInfo:
        """Who this is. `structured_output` is the mode in use, `auto` until the first answer has shown which."""
        return ControllerInfo(
            backend="openai",
            model=self._settings.model,
            simulated=False,
            structured_output=self._mode or "auto",
        )

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the model's answer; empty text when the server sent none.

        `finish_reason` is the server's ("length": the answer was cut). Tokens and cost are 0 when the server gives no
        usage. An empty `request.schema` asks for free text.
        Units: `seconds` from the moment a slot is free, retries and waits included.
        Raises: ModelRefusedError (the request is wrong), ModelUnavailableError (no answer after every retry).
        """
        session = self._session()
        async with session.slots:
            started = self._waiting.monotonic()
            completion = await self._answer(session, request)
            seconds = self._waiting.monotonic() - started
        return ModelReply(
            text=completion.text,
            finish_reason=completion.finish_reason,
            prompt_tokens=completion.prompt_tokens,
            completion_tokens=completion.completion_tokens,
            cached_tokens=completion.cached_tokens,
            cost_usd=cost_usd(self._settings, completion),
            seconds=seconds,
        )

    async def aclose(self) -> None:
        """Close the connections."""
        session, self._current = self._current, None
        if session is not None and not session.loop.is_closed():
            await session.endpoint.aclose()

    def _session(self) -> _Session:
        loop = asyncio.get_running_loop()
        current = self._current
        if current is not None and current.loop is loop:
            return current
        if current is not None and not current.loop.is_closed():
            raise ModelError(
                f"the controller for {self._settings.model!r} is in use by another event loop; close it there"
            )
        self._current = _Session(loop, self._endpoint(), asyncio.Semaphore(self._settings.concurrency), asyncio.Lock())
        return self._current

    def _endpoint(self) -> ChatEndpoint:
        return ChatEndpoint(self._settings.base_url, self._api_key, self._settings.timeout_s, self._waiting.now)

    async def _answer(self, session: _Session, request: ModelRequest) -> Completion:
        if not request.schema:
            return self._unwrap(await self._try(session.endpoint, request, "none"))
        if self._mode is None:
            async with session.probe:
                if self._mode is None:
                    return await self._probe(session.endpoint, request)
        completion = self._unwrap(await self._try(session.endpoint, request, self._mode))
        self._is_proven = True
        return completion

    async def _probe(self, endpoint: ChatEndpoint, request: ModelRequest) -> Completion:
        """Answer `request` in the first mode that the server takes, and keep that mode."""
        for mode in MODES:
            tried = await self._try(endpoint, request, mode)
            if not tried.is_mode_refused:
                completion = self._unwrap(tried)
                self._mode, self._is_proven = mode, True
                return completion
        raise AssertionError("the last mode, none, is never refused as a mode")

    async def _try(self, endpoint: ChatEndpoint, request: ModelRequest, mode: OutputMode) -> _Tried:
        body = self._body(request, mode)
        attempts = 0
        while True:
            outcome = await endpoint.post(body)
            attempts += 1
            if isinstance(outcome, Completion):
                return _Tried(outcome, attempts, is_mode_refused=False)
            # Once the server has taken the mode, a 500 that speaks of it may pass like any other.
            is_mode_refused = not self._is_proven and is_mode_refusal(mode, outcome.status, outcome.body)
            if is_mode_refused or not outcome.is_retryable or attempts > self._settings.retries:
                return _Tried(outcome, attempts, is_mode_refused)
            await self._waiting.sleep(wait_s(outcome, attempts - 1, self._waiting.rng))

    def _body(self, request: ModelRequest, mode: OutputMode) -> JsonObject:
        settings = self._settings
        body: JsonObject = {
            "model": settings.model,
            "messages": messages_body(alternating(request.messages) if settings.join_turns else request.messages),
            "temperature": settings.temperature,
            settings.max_tokens_field: request.max_tokens,
            "seed": wire_seed(request.seed),
        }
        wanted = response_format(mode, request.schema)
        return body if wanted is None else {**body, "response_format": wanted}

    def _unwrap(self, tried: _Tried) -> Completion:
        if isinstance(tried.outcome, Completion):
            return tried.outcome
        settings = self._settings
        target = Target(shown_url(settings.base_url), settings.model, settings.api_key_env)
        raise report_failure(tried.outcome, tried.attempts, target, is_mode_refused=tried.is_mode_refused)


def openai_controller(
    settings: OpenAISettings, environ: Mapping[str, str], waiting: Waiting | None = None
) -> OpenAICompatible:
    """Return a controller whose key comes from `environ`. Nothing is sent yet.

    Raises: ModelRefusedError when the address is unusable or the key is needed and not there.
    """
    check_url(settings.base_url)
    return OpenAICompatible(settings, find_key(settings.base_url, settings.api_key_env, environ), waiting)


def cost_usd(settings: OpenAISettings, completion: Completion) -> float:
    """Return what `completion` cost in US dollars at the configured prices; cached tokens are part of the prompt's."""
    cached = min(completion.cached_tokens, completion.prompt_tokens)
    cached_price = settings.price_cached_in_usd_per_mtok
    full_price = settings.price_in_usd_per_mtok
    total = (completion.prompt_tokens - cached) * full_price
    total += cached * (full_price if cached_price is None else cached_price)
    return (total + completion.completion_tokens * settings.price_out_usd_per_mtok) / 1e6
