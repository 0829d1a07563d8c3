"""A recording of a real small model, replayed through the whole command line.

It misses when prompts, tools, rules or these samples change. To record again, with an OpenAI-compatible server at hand:

    ACE_LIVE_BASE_URL=http://127.0.0.1:8091/v1 ACE_LIVE_MODEL=local python -m pytest tests/test_replay.py --record

(written to tests/data/cassettes/two-samples.jsonl; commit it with the change that made it necessary).
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from tests.conftest import Ran

CASSETTE = Path(__file__).parent / "data/cassettes/two-samples.jsonl"
SAMPLES = ("ihc-hi.brown~novice", "tibia-xr.margin~novice")
CONFIG = """\
schema: 1
branch: main
controller: {controller}
run: {{seed: 7, concurrency: 1}}
budgets: {{steps: 8, student_turns: 4}}
"""


def _repository(folder: Path, ace: Callable[..., Ran], controller: str) -> Path:
    subprocess.run(["git", "init", "-q", "-b", "main", str(folder)], check=True)
    assert ace("init", "-C", str(folder)).code == 0
    (folder / "ace.yaml").write_text(CONFIG.format(controller=controller), encoding="utf-8")
    identity = ["-c", "user.name=t", "-c", "user.email=t@t"]
    subprocess.run(["git", "-C", str(folder), "add", "-A"], check=True)
    subprocess.run(["git", "-C", str(folder), *identity, "commit", "-qm", "Add ACE"], check=True)
    return folder


def _run(ace: Callable[..., Ran], repo: Path) -> Ran:
    chosen = [word for name in SAMPLES for word in ("--sample", name)]
    return ace("run", "-C", str(repo), *chosen, "--json", "--quiet")


def _events(ran: Ran) -> list[JsonObject]:
    log = Path(str(ran.json["folder"])) / "events.jsonl"
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def replayed(tmp_path: Path, ace: Callable[..., Ran]) -> Ran:
    """The recorded run, replayed."""
    repo = _repository(tmp_path / "repo", ace, "{kind: recorded, cassette: cassette.jsonl}")
    shutil.copy(CASSETTE, repo / "cassette.jsonl")
    return _run(ace, repo)


def test_a_real_models_run_is_replayed_without_the_model(replayed: Ran) -> None:
    assert replayed.code == 0, replayed.err
    assert replayed.json["errors"] == []
    assert replayed.json["simulated"] is False, "what was recorded was a real model"
    recorded = [json.loads(line) for line in CASSETTE.read_text(encoding="utf-8").splitlines()]
    attempts = [attempt for event in _events(replayed) for attempt in _list(event.get("attempts", []))]
    assert [attempt["raw"] for attempt in attempts] == [line["reply"]["text"] for line in recorded]
    spent = replayed.json["spent"]
    assert isinstance(spent, dict)
    assert spent["prompt_tokens"] == sum(line["reply"]["prompt_tokens"] for line in recorded)


def test_what_the_real_model_did_wrong_is_found_again(replayed: Ran, ace: Callable[..., Ran]) -> None:
    repo = Path(str(replayed.json["folder"])).parents[3]
    rates = ace("analyze", "-C", str(repo), "--json").json["rates"]
    assert isinstance(rates, dict)
    assert rates["taught_without_looking"] == {"with": 2, "of": 2}


def test_a_changed_question_misses_and_says_what_changed(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    repo = _repository(tmp_path / "repo", ace, "{kind: recorded, cassette: cassette.jsonl}")
    shutil.copy(CASSETTE, repo / "cassette.jsonl")
    config = repo / "ace.yaml"
    config.write_text(config.read_text(encoding="utf-8").replace("seed: 7", "seed: 8"), encoding="utf-8")
    ran = _run(ace, repo)
    assert ran.code == 1
    assert "recorded" in ran.err


@pytest.mark.live_model
@pytest.mark.skipif("not os.environ.get('ACE_LIVE_BASE_URL')", reason="ACE_LIVE_BASE_URL names no server")
def test_record_again(tmp_path: Path, ace: Callable[..., Ran], request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--record"):
        pytest.skip("recording is asked for with --record")
    url, model = os.environ["ACE_LIVE_BASE_URL"], os.environ.get("ACE_LIVE_MODEL", "local")
    settings = (
        f"kind: openai, base_url: '{url}', model: {model}, timeout_s: 240.0, structured_output: json_object_schema"
    )
    repo = _repository(tmp_path / "repo", ace, f"{{{settings}, record: cassette.jsonl}}")
    assert _run(ace, repo).code == 0
    shutil.copy(repo / "cassette.jsonl", CASSETTE)


def _list(value: object) -> list[JsonObject]:
    assert isinstance(value, list)
    return value
