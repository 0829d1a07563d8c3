"""`ace bench curator` asks the configured curator's model about a run's clusters."""

import json
from collections.abc import Callable

import pytest

from tests.ace.conftest import SmallRun
from tests.chat_server import chat_server, completion
from tests.conftest import Ran

CONFIG = """\
schema: 1
branch: main
controller: {kind: simulated}
curator: {kind: model, attempts: 2, model: %s}
"""
NONE = '{"op": "none"}'


def configure(run: SmallRun, model: str) -> str:
    """Write ace.yaml with this model for the curator; return the repository."""
    repo = run.session.workspace.repo
    (repo / "ace.yaml").write_text(CONFIG % model, encoding="utf-8")
    return str(repo)


def test_every_cluster_is_asked_about_and_counted(copied_run: SmallRun, ace: Callable[..., Ran]) -> None:
    with chat_server(lambda request, number: completion(NONE if number == 1 else "prose")) as server:
        repo = configure(copied_run, f"{{kind: openai, model: fake, base_url: '{server.base_url}'}}")
        ran = ace("bench", "curator", "-C", repo, "--clusters", "2", "--without", "candidates", "--json")
    assert ran.code == 0, ran.err
    assert ran.err.startswith("asking 1 of 2: ")
    assert (ran.json["clusters"], ran.json["simulated"], ran.json["without"]) == (2, True, ["candidates"])
    assert ran.json["model_calls"] == len(server.requests) == 3, "none is an answer, prose is asked about again"
    assert not any('"candidates"' in json.dumps(request["messages"]) for request in server.requests)
    first = {item["name"]: (item["count"], item["of"]) for item in ran.json["first"]}  # type: ignore[attr-defined]
    assert first["proposes no change"] == (1, 2)
    assert first["valid JSON object"] == (1, 2)


def test_as_text_and_quietly(copied_run: SmallRun, ace: Callable[..., Ran]) -> None:
    with chat_server(lambda request, number: completion(NONE)) as server:
        repo = configure(copied_run, f"{{kind: openai, model: fake, base_url: '{server.base_url}'}}")
        ran = ace("bench", "curator", "-C", repo, "--clusters", "1", "--seeds", "2", "-q")
    assert (ran.code, ran.err) == (0, "")
    assert "(simulated failures), 2 seeds" in ran.out
    assert "heuristic curator" in ran.out


@pytest.mark.parametrize(
    ("model", "said"),
    [
        pytest.param("{kind: simulated}", "the model is simulated", id="a simulated one"),
        pytest.param("null", "the model is simulated", id="none but the simulated controller"),
        pytest.param("{kind: recorded, cassette: none.jsonl}", "record one first", id="a cassette that is not there"),
    ],
)
def test_without_a_model_it_says_what_to_do(
    copied_run: SmallRun, ace: Callable[..., Ran], model: str, said: str
) -> None:
    ran = ace("bench", "curator", "-C", configure(copied_run, model))
    assert ran.code == 1
    assert said in ran.err


def test_no_model_at_all_is_an_error(copied_run: SmallRun, ace: Callable[..., Ran]) -> None:
    repo = copied_run.session.workspace.repo
    (repo / "ace.yaml").write_text("schema: 1\nbranch: main\n", encoding="utf-8")
    ran = ace("bench", "curator", "-C", str(repo))
    assert ran.code == 1
    assert "no controller is configured" in ran.err


def test_a_fact_that_is_none_is_refused(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "curator", "--without", "mood")
    assert ran.code == 64
    assert "candidates" in ran.err


def test_help_shows_an_example(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "curator", "--help")
    assert ran.code == 0
    assert "ace bench curator latest --seeds 3 --without candidates" in ran.out


def test_a_script_that_is_too_short_is_told_how_long_it_must_be(copied_run: SmallRun, ace: Callable[..., Ran]) -> None:
    repo = configure(copied_run, "{kind: scripted, script: answers.json}")
    (copied_run.session.workspace.repo / "answers.json").write_text(json.dumps([NONE]), encoding="utf-8")
    ran = ace("bench", "curator", "-C", repo, "--clusters", "2", "-q")
    assert (ran.code, ran.out) == (1, "")
    assert "cluster 2 of 2 (" in ran.err
    assert "Give the script 2 to 4 texts, one for each question (up to 2 a cluster)" in ran.err
    assert "--clusters 1" in ran.err
