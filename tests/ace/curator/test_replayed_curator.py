"""A curator's model that was recorded drafts the same again, byte for byte, and nothing is asked.

The second half replays a real small model about a small simulated run. It misses when the curator's prompt, the
facts it is told or these samples change. To record again, with an OpenAI-compatible server at hand:

    ACE_LIVE_BASE_URL=http://127.0.0.1:8091/v1 python -m pytest tests/ace/curator/test_replayed_curator.py --record
"""

import asyncio
import json
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from ace.curator.draft import Draft, Drafting
from ace.cycle.analyze_run import analyze
from ace.cycle.draft_changes import Drafted, draft_changes
from ace.playbook.write_rule import dump_rule, dump_rule_test
from ace.session import Session
from runtime.contracts.errors import CassetteMissError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.trace_event import Episode
from tests.ace.building import RATES, WEB_RULE, small_session, starter_repository, web_episodes
from tests.chat_server import Answer, chat_server, completion

CASSETTE = Path(__file__).parents[2] / "data/cassettes/curator.jsonl"
GOOD = json.dumps(
    {"op": "edit", "rule_id": "tools.retrieve-before-web", "merge_ids": [], "title": "Local first", **WEB_RULE}
    | {"text": "Call `retrieve` before you call `web_browser`.", "otherwise": "retrieve", "rationale": "It was quoted."}
)
BAD = GOOD.replace("state.retrieval.queried", "state.no_such_field")
RECORDED = {"kind": "recorded", "cassette": "curator.jsonl"}


def session_with(repo: Path, model: Mapping[str, object], **flags: object) -> Session:
    """Return a session whose curator asks `model`."""
    return small_session(repo, curator__kind="model", curator__model=dict(model), **flags)


def drafted_from(session: Session, episodes: Sequence[Episode]) -> Drafted:
    """Return what is drafted from `episodes`, through the same function as `ace propose`."""
    playbook = session.playbook()
    rules = session.rules_for({"tutor"})
    return draft_changes(session, analyze(tuple(episodes), rules, "major"), tuple(episodes), playbook)


def written(draft: Draft) -> list[bytes]:
    """Return the bytes of a draft's files."""
    files = [dump_rule(draft.after)] if draft.after is not None else []
    return [*files, *([dump_rule_test(draft.test)] if draft.test is not None else [])]


def told(drafting: Drafting) -> JsonObject:
    """Return everything about a drafting but the name of the back-end that answered."""
    return {
        "drafts": [(draft.op, draft.rule_id, draft.rationale, written(draft)) for draft in drafting.drafts],
        "refused": [(item.cluster, item.reason, item.raw) for item in drafting.refused],
        "attempts": [(item.number, item.raw, item.problem, item.failing) for item in drafting.attempts],
        "cost": (drafting.model_calls, drafting.prompt_tokens, drafting.completion_tokens, drafting.seconds),
    }


@pytest.fixture
def recorded(starter: Path) -> tuple[Path, Drafting]:
    """A repository with a cassette of a real local server's answers, and what was drafted from them."""

    def answer(request: JsonObject, number: int) -> Answer:
        return completion(BAD if number == 1 else GOOD)

    with chat_server(answer) as server:
        model = {"kind": "openai", "model": "fake", "base_url": server.base_url, "record": "curator.jsonl"}
        drafting = drafted_from(session_with(starter, model), web_episodes()).drafting
        assert len(server.requests) == 2, "asked again, since the first answer's condition does not compile"
    return starter, drafting


def test_what_was_recorded_is_drafted_again_byte_for_byte(recorded: tuple[Path, Drafting]) -> None:
    repo, live = recorded
    again = [drafted_from(session_with(repo, RECORDED), web_episodes()).drafting for _ in range(2)]
    assert again[0] == again[1]
    assert told(again[0]) == told(live)
    assert [draft.op for draft in live.drafts] == ["edit"]
    assert [draft.curator for draft in again[0].drafts] == ["model recorded/fake"]
    assert [attempt.failing == () for attempt in live.attempts] == [False, True]


def test_other_failures_are_another_question_which_no_recording_answers(recorded: tuple[Path, Drafting]) -> None:
    with pytest.raises(CassetteMissError, match="no recorded answer"):
        drafted_from(session_with(recorded[0], RECORDED), web_episodes(8))


# A real model, asked once about each cluster: what the checks say is not part of these questions.
ONCE = {"curator__attempts": 1, "curator__drafts": 3, "controller__failure_rates": {**RATES, "early_reveal": 0.5}}


def simulated_episodes(session: Session) -> tuple[Episode, ...]:
    """Return the episodes of a small simulated run, under ids that are the same each time."""
    samples, _ = session.samples("dev")
    rules = session.rules_for({"tutor"})
    agent = session.build_agent(session.controller())
    jobs = [
        (sample, EpisodeJob(rules=rules, seed=trial, run="r-recorded", trial=trial))
        for sample in samples[:20]
        for trial in range(2)
    ]

    async def run_all() -> list[Episode]:
        return [await agent.run(sample, job) for sample, job in jobs]

    return tuple(asyncio.run(run_all()))


def test_a_real_models_answers_are_drafted_again(tmp_path: Path) -> None:
    repo = starter_repository(tmp_path / "repo")
    shutil.copy(CASSETTE, repo / "curator.jsonl")
    session = session_with(repo, RECORDED, **ONCE)
    drafted = drafted_from(session, simulated_episodes(session))
    recorded = [json.loads(line) for line in CASSETTE.read_text(encoding="utf-8").splitlines()]
    assert [attempt.raw for attempt in drafted.drafting.attempts] == [line["reply"]["text"] for line in recorded]
    assert drafted.drafting.prompt_tokens == sum(line["reply"]["prompt_tokens"] for line in recorded)
    assert drafted.drafting.refused == ()
    (borrowed,) = [item for item in drafted.drafting.attempts if "safety.refer-real-patients" in item.raw]
    assert borrowed.draft is not None
    why = "whose id a model takes for a new rule does not matter: code names it"
    assert borrowed.draft.rule_id != "safety.refer-real-patients", why
    assert [(draft.op, draft.cluster.detector) for draft in drafted.drafting.drafts if draft.cluster] == [
        ("edit", "web_before_local"),
        ("add", "early_reveal"),
        ("add", "repeated_response"),
    ]
    for item in drafted.drafts:
        assert item.draft.curator == "model recorded/local"
        assert {check.name: check.ok for check in item.checks}["separation"], "its conditions are those of a candidate"


@pytest.mark.live_model
@pytest.mark.skipif("not os.environ.get('ACE_LIVE_BASE_URL')", reason="ACE_LIVE_BASE_URL names no server")
@pytest.mark.timeout(1800)
def test_record_again(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--record"):
        pytest.skip("recording is asked for with --record")
    model = {
        "kind": "openai",
        "model": os.environ.get("ACE_LIVE_MODEL", "local"),
        "base_url": os.environ["ACE_LIVE_BASE_URL"],
        "temperature": 0.2,
        "timeout_s": 600.0,
        "structured_output": "json_object_schema",
        "record": "curator.jsonl",
    }
    repo = starter_repository(tmp_path / "repo")
    session = session_with(repo, model, **ONCE)
    drafted_from(session, simulated_episodes(session))
    shutil.copy(repo / "curator.jsonl", CASSETTE)
