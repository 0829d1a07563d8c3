"""The server that stands for the paid model."""

import json
import socket
import urllib.request
from urllib.parse import urlsplit

from ace.bench.crash_server import PROMPT_TOKENS, STARTER_RULE, completion, known_cases, model_server
from runtime.contracts.json_types import JsonObject

STATE = "Last answer: none. Hint level: 0.\nIndex searched: no. Tool calls left: 6."


def asked(system: str, *texts: str, seed: int = 1) -> JsonObject:
    """Return a request as the server sees it."""
    messages = [{"role": "system", "content": system}, *({"role": "user", "content": text} for text in texts)]
    return {"messages": messages, "seed": seed}


def post(base_url: str, request: JsonObject) -> JsonObject:
    """Send `request`; return the answer."""
    with urllib.request.urlopen(f"{base_url}/chat/completions", json.dumps(request).encode(), timeout=10) as reply:
        value = json.load(reply)
    assert isinstance(value, dict)
    return value


def test_it_counts_each_request_before_and_after_it_is_answered() -> None:
    told: list[tuple[str, int]] = []
    with model_server() as (base_url, log):
        log.on_request = lambda number: told.append(("asked", number))
        first = post(base_url, asked("You are a tutor.", STATE))
        assert post(base_url, asked("You are a tutor.", STATE)) == first
        post(base_url, asked("You are a tutor.", STATE, seed=2))
    assert told == [("asked", 1), ("asked", 2), ("asked", 3)]
    assert (log.received, sorted(log.asked.values())) == (3, [1, 2])
    assert isinstance(first["usage"], dict)
    assert first["usage"]["prompt_tokens"] == PROMPT_TOKENS


def test_half_a_request_is_none() -> None:
    with model_server() as (base_url, log):
        place = urlsplit(base_url)
        with socket.create_connection((place.hostname or "", place.port or 0), timeout=10) as half:
            half.sendall(b'POST /v1/chat/completions HTTP/1.1\r\nContent-Length: 100\r\n\r\n{"messages": [')
            half.shutdown(socket.SHUT_WR)
            assert half.recv(100) == b""
        post(base_url, asked("You are a tutor.", STATE))
    assert (log.received, log.asked.total()) == (1, 1)


def test_it_answers_the_same_for_the_same_and_heeds_the_rule() -> None:
    cases = known_cases()

    def webs(system: str) -> int:
        said = [str(completion(asked(system, STATE, seed=seed), cases)) for seed in range(200)]
        assert said == [str(completion(asked(system, STATE, seed=seed), cases)) for seed in range(200)]
        return sum("web_browser" in one for one in said)

    assert 90 < webs(f"You are a tutor. {STARTER_RULE}") < 150
    assert webs("You are a tutor. Call `retrieve` and read what it returned.") < 30


def test_it_solves_with_what_is_cited() -> None:
    cases = known_cases()
    question, case = next(iter(cases.items()))
    said = str(completion(asked("You write the final answer ...", f"Question: {question}\n[card-1] x"), cases))
    assert f'\\"answer\\": \\"{case.answer}\\"' in said or f'"answer": "{case.answer}"' in said
    assert "card-1" in said
