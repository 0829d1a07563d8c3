"""A chat server that plays the tutor's model from the words of a request alone, and counts what it is asked.

It makes two mistakes at stated rates (the web before the index, skipped hint levels) and gives up the first where the
rule about it reads otherwise than in the starter playbook. It proves nothing about models.
"""

import hashlib
import json
import random
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from ace.paths import shipped
from runtime.agents.registry import find_agent
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import TutorSample
from runtime.gates.pedagogy import hint_text

STARTER_RULE = "Call `retrieve` before you call `web_browser`."
PROMPT_TOKENS, COMPLETION_TOKENS = 900, 30
_EVIDENCE = re.compile(r"^\[([^\]\s]+)\]", re.MULTILINE)
_HINT_LEVEL = re.compile(r"Hint level: (\d)")


@dataclass
class AskedLog:
    """What the server was asked: how often each request (by the hash of its body), in all, and answered in full.

    `on_request` is told the number of each request before it is answered, `on_answer` after.
    """

    asked: Counter[str] = field(default_factory=Counter)
    received: int = 0
    answered: int = 0
    on_request: Callable[[int], None] | None = None
    on_answer: Callable[[int], None] | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


@contextmanager
def model_server() -> Iterator[tuple[str, AskedLog]]:
    """Serve on loopback until the block ends; yield the address (ending in /v1) and the log."""
    log, cases = AskedLog(), known_cases()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) < length:
                # Killed while it was asking: nothing was asked.
                return
            with log.lock:
                log.received += 1
                number = log.received
                log.asked[hashlib.sha256(body).hexdigest()] += 1
            if log.on_request is not None:
                log.on_request(number)
            data = json.dumps(completion(json.loads(body), cases)).encode()
            try:
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            except OSError:
                return
            with log.lock:
                log.answered += 1
            if log.on_answer is not None:
                log.on_answer(number)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class names it so
            """Keep quiet."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_address[1]}/v1", log
    finally:
        http.shutdown()
        http.server_close()
        thread.join(timeout=5)


def known_cases() -> dict[str, TutorSample]:
    """Return the shipped samples by their question: what a model that knows the subject would know."""
    loaded = find_agent("tutor").load(
        [shipped("samples")], frozenset(("dev", "must_pass", "sealed")), shipped("samples")
    )
    return {sample.question: sample for sample in loaded.samples if isinstance(sample, TutorSample)}


def completion(request: JsonObject, cases: Mapping[str, TutorSample]) -> JsonObject:
    """Return the chat completion that answers `request`: the same for the same."""
    raw = request.get("messages")
    messages = [item for item in raw if isinstance(item, dict)] if isinstance(raw, list) else []
    texts = [str(item.get("content", "")) for item in messages]
    rng = random.Random(f"{request.get('seed')}:{len(texts)}")
    system = texts[0] if texts else ""
    is_solver = system.startswith("You write the final answer")
    words = texts[1] if len(texts) > 1 else ""
    case = next((cases[question] for question in cases if question in words), None)
    said = solve(words, case, rng) if is_solver else decide(system, texts[-1] if texts else "", case, rng)
    return {
        "id": "c-1",
        "object": "chat.completion",
        "created": 1,
        "model": "crash",
        "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": json.dumps(said)}}
        ],
        "usage": {
            "prompt_tokens": PROMPT_TOKENS,
            "completion_tokens": COMPLETION_TOKENS,
            "total_tokens": PROMPT_TOKENS + COMPLETION_TOKENS,
        },
    }


def decide(system: str, state: str, case: TutorSample | None, rng: random.Random) -> JsonObject:
    """Return the tutor's next action."""
    has_searched = "Index searched: yes" in state
    if "Last answer: correct" in state and has_searched:
        return {"action": "REVEAL_ANSWER"}
    if not has_searched and "Tool calls left: 0" not in state:
        is_web = rng.random() < (0.6 if STARTER_RULE in system else 0.05)
        asked = {"query": "what is to be seen"}
        return {"action": "REQUEST_TOOL", "tool": "web_browser" if is_web else "retrieve", "arguments": asked}
    found = _HINT_LEVEL.search(state)
    level = int(found.group(1)) if found else 0
    if rng.random() < 0.6:
        chosen = 3 if rng.random() < 0.4 else min(level + 1, 3)
        text = hint_text(case, chosen) if case else f"Look at the border once more ({rng.randrange(99)})."
        return {"action": "HINT", "hint_level": chosen, "text": text}
    if case is not None and case.findings and rng.random() < 0.7:
        return {"action": "ASK_PROBE", "text": f"How does your idea fit with this: {rng.choice(case.findings)}"}
    return {"action": "QUIZ", "text": f"Which of the options do you choose now ({rng.randrange(99)})?"}


def solve(evidence: str, case: TutorSample | None, rng: random.Random) -> JsonObject:
    """Return the solver's answer."""
    cited = _EVIDENCE.findall(evidence)[:2]
    answer = {
        "status": "answer",
        "answer": case.answer if case else rng.choice("AB"),
        "text": "So the evidence says.",
        "confidence": 0.8,
    }
    return {**answer, "citations": cited}
