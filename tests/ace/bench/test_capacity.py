"""The slot server limits and delays; a batch uses more of it than chunks do."""

import json
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ace.bench.capacity import measure_capacity, slot_server


def _ask(base_url: str) -> object:
    request = urllib.request.Request(f"{base_url}/chat/completions", json.dumps({"messages": []}).encode())
    with urllib.request.urlopen(request, timeout=10) as reply:
        return json.loads(reply.read())["choices"][0]["message"]["content"]


def test_more_requests_than_slots_wait_their_turn() -> None:
    with slot_server(2, 0.1) as base_url, ThreadPoolExecutor(6) as pool:
        _ask(base_url)
        started = time.monotonic()
        texts = list(pool.map(_ask, [base_url] * 6))
        assert time.monotonic() - started >= 0.29  # three rounds of two
    assert all(json.loads(str(text))["action"] == "ASK_PROBE" for text in texts)


def test_the_share_of_slot_time_is_between_none_and_all(tmp_path: Path) -> None:
    row = measure_capacity(tmp_path, 16)
    assert 0 < row.ours <= 1.0
    assert row.other is not None
    assert 0 < row.other <= 1.0
