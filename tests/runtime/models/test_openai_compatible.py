import asyncio
import json
import random
import socket
import threading
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from runtime.contracts.errors import ModelError, ModelRefusedError, ModelUnavailableError
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.ports import ChatMessage, ModelRequest
from runtime.models.chat_completion import Completion
from runtime.models.openai_compatible import OpenAICompatible, OpenAISettings, cost_usd, openai_controller
from runtime.models.retry_policy import Waiting

KEY = "not-shaped-like-a-key_4711"
SCHEMA: JsonObject = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
REQUEST = ModelRequest((ChatMessage("user", "Which tool?"),), SCHEMA, seed=7)
LLAMA_CPP_REFUSAL = {"error": {"message": "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type')}]"}}


@dataclass(frozen=True)
class Answer:
    body: object
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    missing_bytes: int = 0


def completion(content: str | None = '{"a": "b"}', **fields: object) -> Answer:
    choice: JsonObject = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
    return Answer({"id": "1", "object": "chat.completion", "choices": [choice], **fields})


OK = completion()


@dataclass
class ChatServer:
    """Speaks /v1/chat/completions; `answer` decides from the request and how many came before it."""

    answer: Callable[[JsonObject, int], Answer] = lambda _request, _index: OK
    requests: list[JsonObject] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    most_at_once: int = 0
    at_once: int = 0
    port: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    closing: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def modes(self) -> list[object]:
        formats = [as_object(request.get("response_format")) for request in self.requests]
        return [f"{item['type']}+schema" if "schema" in item else item.get("type") for item in formats]

    def script(self, *answers: Answer) -> None:
        """Give `answers` in order, the last one for ever."""
        self.answer = lambda _request, index: answers[min(index, len(answers) - 1)]

    def take(self, handler: BaseHTTPRequestHandler) -> Answer:
        request: JsonObject = json.loads(handler.rfile.read(int(handler.headers["content-length"])))
        with self.lock:
            index = len(self.requests)
            self.requests.append(request)
            self.headers.append({name.lower(): value for name, value in handler.headers.items()})
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        answer = self.answer(request, index)
        self.closing.wait(answer.delay_s)
        with self.lock:
            self.at_once -= 1
        return answer if handler.path == "/v1/chat/completions" else Answer("no such path", 404)


@pytest.fixture
def server() -> Iterator[ChatServer]:
    state = ChatServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            answer = state.take(self)
            data = answer.body.encode() if isinstance(answer.body, str) else json.dumps(answer.body).encode()
            try:
                self.send_response(answer.status)
                for name, value in {"content-type": "application/json", **answer.headers}.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(data) + answer.missing_bytes))
                self.end_headers()
                self.wfile.write(data)
            except ConnectionError:
                pass  # the client of the timeout tests has gone

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http_server:
        state.port = http_server.server_address[1]
        thread = threading.Thread(target=http_server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield state
        state.closing.set()
        http_server.shutdown()
        thread.join()


@dataclass
class Sleeps:
    """Takes the place of asyncio.sleep: remembers, does not wait."""

    seconds: list[float] = field(default_factory=list)

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


@asynccontextmanager
async def controller(settings: OpenAISettings, sleeps: Sleeps | None = None) -> AsyncIterator[OpenAICompatible]:
    waiting = Waiting(rng=random.Random(1), sleep=sleeps or Sleeps(), now=lambda: 1_700_000_000.0)
    model = openai_controller(settings, {"OPENAI_API_KEY": KEY}, waiting)
    try:
        yield model
    finally:
        await model.aclose()


def settings_for(server: ChatServer) -> OpenAISettings:
    return OpenAISettings(base_url=server.url, model="m", retries=2, structured_output="json_object")


def auto(server: ChatServer) -> OpenAISettings:
    return replace(settings_for(server), structured_output="auto")


async def test_the_request_carries_messages_images_seed_limit_and_temperature(server: ChatServer) -> None:
    messages = (ChatMessage("system", "Look."), ChatMessage("user", "What is this?", images=(b"\x89PNG",)))
    async with controller(replace(settings_for(server), temperature=0.2)) as model:
        await model.complete(ModelRequest(messages, SCHEMA, seed=2**31 + 5, max_tokens=99))
    sent = server.requests[0]
    assert sent["messages"] == [
        {"role": "system", "content": "Look."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "What is this?"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
            ],
        },
    ]
    assert (sent["model"], sent["seed"], sent["max_tokens"], sent["temperature"]) == ("m", 5, 99, 0.2)
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


async def test_turns_of_one_role_are_joined_only_where_asked(server: ChatServer) -> None:
    messages = (ChatMessage("system", "Look."), ChatMessage("user", "Why?"), ChatMessage("user", "Next."))
    request = ModelRequest(messages, SCHEMA, seed=1)
    for joins in (False, True):
        async with controller(replace(settings_for(server), join_turns=joins)) as model:
            await model.complete(request)
    system = {"role": "system", "content": "Look."}
    apart, joined = (sent["messages"] for sent in server.requests)
    assert apart == [system, {"role": "user", "content": "Why?"}, {"role": "user", "content": "Next."}]
    assert joined == [system, {"role": "user", "content": "Why?\n\nNext."}]


async def test_the_limit_can_be_sent_under_its_newer_name(server: ChatServer) -> None:
    async with controller(replace(settings_for(server), max_tokens_field="max_completion_tokens")) as model:
        await model.complete(REQUEST)
    assert server.requests[0]["max_completion_tokens"] == 320
    assert "max_tokens" not in server.requests[0]


async def test_auto_keeps_json_schema_where_the_server_takes_it(server: ChatServer) -> None:
    async with controller(auto(server)) as model:
        assert model.info.structured_output == "auto"
        reply = await model.complete(REQUEST)
        await model.complete(REQUEST)
        assert model.info.structured_output == "json_schema"
    assert reply.text == '{"a": "b"}'
    assert server.modes == ["json_schema", "json_schema"]
    sent = as_object(as_object(server.requests[0]["response_format"])["json_schema"])
    assert (sent["schema"], sent["strict"]) == (SCHEMA, False)


@pytest.mark.parametrize(
    ("taken", "refusal", "tried"),
    [
        ("json_object_schema", Answer({"error": "no"}, 400), ["json_schema", "json_object+schema"]),
        ("json_object_schema", Answer({"error": "no"}, 422), ["json_schema", "json_object+schema"]),
        ("json_object_schema", Answer(LLAMA_CPP_REFUSAL, 500), ["json_schema", "json_object+schema"]),
        ("json_object", Answer({"error": "no"}, 400), ["json_schema", "json_object+schema", "json_object"]),
        ("none", Answer({"error": "no"}, 400), ["json_schema", "json_object+schema", "json_object", None]),
    ],
    ids=["400", "422", "llama.cpp's 500", "plain json_object", "no mode at all"],
)
async def test_auto_steps_down_to_the_first_mode_taken_and_stays(
    server: ChatServer, taken: str, refusal: Answer, tried: list[object]
) -> None:
    sleeps = Sleeps()
    server.answer = lambda _request, _index: OK if server.modes[-1] == tried[-1] else refusal
    async with controller(auto(server), sleeps) as model:
        assert (await model.complete(REQUEST)).text == '{"a": "b"}'
        await model.complete(REQUEST)
        assert model.info.structured_output == taken
    assert server.modes == [*tried, tried[-1]]
    assert sleeps.seconds == []


async def test_many_first_requests_probe_once(server: ChatServer) -> None:
    def answer(request: JsonObject, _index: int) -> Answer:
        is_refused = as_object(request.get("response_format"))["type"] == "json_schema"
        return Answer({"error": "no"}, 400, delay_s=0.02) if is_refused else OK

    server.answer = answer
    async with controller(auto(server)) as model:
        await asyncio.gather(*(model.complete(REQUEST) for _ in range(6)))
    assert server.modes.count("json_schema") == 1
    assert len(server.requests) == 7


async def test_a_request_that_no_mode_helps_is_refused_and_leaves_the_mode_open(server: ChatServer) -> None:
    server.script(Answer({"error": "the prompt is too long"}, 400))
    async with controller(auto(server)) as model:
        with pytest.raises(ModelRefusedError, match="the prompt is too long"):
            await model.complete(REQUEST)
        assert model.info.structured_output == "auto"


async def test_a_500_that_speaks_of_the_format_is_retried_once_the_mode_is_proven(server: ChatServer) -> None:
    server.script(OK, Answer(LLAMA_CPP_REFUSAL, 500), OK)
    async with controller(auto(server)) as model:
        await model.complete(REQUEST)
        await model.complete(REQUEST)
        assert model.info.structured_output == "json_schema"
    assert server.modes == ["json_schema"] * 3


async def test_a_configured_mode_that_the_server_does_not_take_is_an_error_not_a_fallback(server: ChatServer) -> None:
    server.script(Answer(LLAMA_CPP_REFUSAL, 500))
    async with controller(replace(settings_for(server), structured_output="json_schema")) as model:
        with pytest.raises(ModelRefusedError, match="set structured_output to a weaker mode"):
            await model.complete(REQUEST)
    assert len(server.requests) == 1


async def test_an_empty_schema_asks_for_free_text(server: ChatServer) -> None:
    async with controller(auto(server)) as model:
        await model.complete(replace(REQUEST, schema={}))
        assert model.info.structured_output == "auto"
    assert server.modes == [None]


@pytest.mark.parametrize(
    ("retry_after", "least_s", "most_s"),
    [
        ("7", 7.0, 7.5),
        ("Tue, 14 Nov 2023 22:13:29 GMT", 9.0, 9.5),
        ("3600", 60.0, 60.0),
        ("soon", 0.25, 0.5),
    ],
    ids=["seconds", "date", "capped", "unreadable: own back-off"],
)
async def test_429_waits_as_long_as_the_server_asks_then_succeeds(
    server: ChatServer, retry_after: str, least_s: float, most_s: float
) -> None:
    sleeps = Sleeps()
    server.script(Answer({"error": "slow down"}, 429, {"retry-after": retry_after}), OK)
    async with controller(settings_for(server), sleeps) as model:
        assert (await model.complete(REQUEST)).text == '{"a": "b"}'
    (waited,) = sleeps.seconds
    assert least_s <= waited <= most_s


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503])
async def test_failures_that_may_pass_are_retried_until_the_retries_are_spent(server: ChatServer, status: int) -> None:
    sleeps = Sleeps()
    server.script(Answer({"error": "overloaded"}, status))
    async with controller(settings_for(server), sleeps) as model:
        with pytest.raises(ModelUnavailableError) as caught:
            await model.complete(REQUEST)
    assert len(server.requests) == 3
    assert len(sleeps.seconds) == 2
    for part in (server.url, "'m'", "3 attempts", f"HTTP {status}", "overloaded"):
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("status", "remedy"),
    [
        (400, "structured_output"),
        (401, "OPENAI_API_KEY"),
        (402, "pay"),
        (403, "OPENAI_API_KEY"),
        (404, "base_url"),
        (418, "base_url"),
    ],
)
async def test_a_refusal_is_final_and_says_what_to_do(server: ChatServer, status: int, remedy: str) -> None:
    server.script(Answer({"error": "x" * 1000}, status))
    async with controller(settings_for(server)) as model:
        with pytest.raises(ModelRefusedError, match=remedy) as caught:
            await model.complete(REQUEST)
    assert len(server.requests) == 1
    assert f"HTTP {status}" in str(caught.value)
    assert len(str(caught.value)) < 700


async def test_connection_refused_is_retried_and_named() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    sleeps = Sleeps()
    settings = OpenAISettings(base_url=f"http://user:hunter22@127.0.0.1:{port}/v1", model="m", retries=3)
    async with controller(settings, sleeps) as model:
        with pytest.raises(ModelUnavailableError, match="start the server") as caught:
            await model.complete(REQUEST)
    assert len(sleeps.seconds) == 3
    assert f"http://127.0.0.1:{port}/v1" in str(caught.value)
    assert "hunter22" not in str(caught.value)


async def test_a_slow_server_times_out(server: ChatServer) -> None:
    server.script(replace(OK, delay_s=5.0))
    async with controller(replace(settings_for(server), timeout_s=0.05, retries=1)) as model:
        with pytest.raises(ModelUnavailableError, match=r"2 attempts; last: no answer within 0\.05 s; raise timeout_s"):
            await model.complete(REQUEST)


@pytest.mark.parametrize(
    "broken",
    [
        Answer('{"choices": [{"message": {"content": "half'),
        Answer("<html>a proxy's login page</html>", headers={"content-type": "text/html"}),
        Answer(""),
        Answer({"error": {"message": "upstream failed"}}),
        replace(OK, missing_bytes=50),
    ],
    ids=["truncated JSON", "prose", "empty", "error with status 200", "connection cut"],
)
async def test_a_body_that_is_no_completion_is_retried_then_an_error(server: ChatServer, broken: Answer) -> None:
    server.script(broken, OK)
    async with controller(settings_for(server)) as model:
        assert (await model.complete(REQUEST)).text == '{"a": "b"}'
        server.script(broken)
        with pytest.raises(ModelUnavailableError, match="3 attempts"):
            await model.complete(REQUEST)


@pytest.mark.parametrize(
    ("choices", "text", "finish_reason"),
    [
        ([], "", ""),
        ([{"message": {"content": None}, "finish_reason": "stop"}], "", "stop"),
        ([{"message": {"content": None, "refusal": "I cannot."}, "finish_reason": "stop"}], "I cannot.", "stop"),
        ([{"message": {"content": '{"a": "b'}, "finish_reason": "length"}], '{"a": "b', "length"),
        ([{"message": {"content": "Let me think."}, "finish_reason": None}], "Let me think.", ""),
    ],
    ids=["no choices", "null content", "refusal", "cut by length", "prose content"],
)
async def test_what_the_model_said_is_passed_on_as_it_is(
    server: ChatServer, choices: object, text: str, finish_reason: str
) -> None:
    server.script(Answer({"choices": choices}))
    async with controller(settings_for(server)) as model:
        reply = await model.complete(REQUEST)
    assert (reply.text, reply.finish_reason, reply.prompt_tokens, reply.cost_usd) == (text, finish_reason, 0, 0.0)


async def test_tokens_and_cost_come_from_usage(server: ChatServer) -> None:
    details = {"cached_tokens": 600}
    server.script(completion(usage={"prompt_tokens": 1000, "completion_tokens": 50, "prompt_tokens_details": details}))
    prices = replace(
        settings_for(server),
        price_in_usd_per_mtok=10.0,
        price_out_usd_per_mtok=40.0,
        price_cached_in_usd_per_mtok=1.0,
    )
    async with controller(prices) as model:
        reply = await model.complete(REQUEST)
    assert (reply.prompt_tokens, reply.completion_tokens, reply.cached_tokens) == (1000, 50, 600)
    assert reply.cost_usd == pytest.approx((400 * 10 + 600 * 1 + 50 * 40) / 1e6)
    assert reply.seconds > 0


def test_cached_tokens_cost_the_full_price_unless_another_is_given() -> None:
    settings = OpenAISettings(base_url="http://127.0.0.1/v1", model="m", price_in_usd_per_mtok=2.0)
    assert cost_usd(settings, Completion("", "stop", 1_000_000, 0, 900_000)) == pytest.approx(2.0)


@pytest.mark.parametrize("limit", [1, 3])
async def test_no_more_requests_run_at_once_than_allowed(server: ChatServer, limit: int) -> None:
    server.script(replace(OK, delay_s=0.03))
    async with controller(replace(settings_for(server), concurrency=limit)) as model:
        await asyncio.gather(*(model.complete(REQUEST) for _ in range(7)))
    assert len(server.requests) == 7
    assert server.most_at_once == limit


@pytest.mark.parametrize("status", [200, 401, 500])
async def test_the_key_is_in_no_error_even_when_the_server_repeats_it(server: ChatServer, status: int) -> None:
    server.script(Answer(f"bad key {KEY}, also sk-proj-abcdefghij0123456789, \x1b[31mred", status))
    async with controller(settings_for(server)) as model:
        with pytest.raises(ModelError) as caught:
            await model.complete(REQUEST)
    shown = "".join(traceback.format_exception(caught.value))
    assert "bad key [redacted:api-key]" in str(caught.value)
    assert KEY not in shown
    assert "sk-proj" not in shown
    assert "\x1b" not in shown
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    ("url", "environ", "message"),
    [
        ("https://models.example/v1", {}, "set the environment variable OPENAI_API_KEY"),
        ("https://models.example/v1", {"OPENAI_API_KEY": "two words"}, "spaces or non-ASCII"),
        ("models.example/v1", {"OPENAI_API_KEY": KEY}, "not an http"),
    ],
    ids=["no key", "unusable key", "unusable address"],
)
def test_what_is_missing_is_said_before_anything_is_sent(url: str, environ: dict[str, str], message: str) -> None:
    with pytest.raises(ModelRefusedError, match=message):
        openai_controller(OpenAISettings(base_url=url, model="m"), environ)


async def test_a_server_on_this_machine_needs_no_key(server: ChatServer) -> None:
    model = openai_controller(settings_for(server), {})
    await model.complete(REQUEST)
    await model.aclose()
    assert server.headers[0]["authorization"] == "Bearer none"


def test_it_can_be_closed_and_used_again_in_another_event_loop(server: ChatServer) -> None:
    model = openai_controller(auto(server), {})

    async def use() -> None:
        await model.complete(REQUEST)
        await model.aclose()

    asyncio.run(use())
    asyncio.run(use())
    assert len(server.requests) == 2


async def test_use_from_a_second_event_loop_at_the_same_time_is_refused(server: ChatServer) -> None:
    async with controller(settings_for(server)) as model:
        await model.complete(REQUEST)
        with pytest.raises(ModelError, match="another event loop"):
            await asyncio.to_thread(lambda: asyncio.run(model.complete(REQUEST)))
