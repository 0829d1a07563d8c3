"""The question about one cluster: the same instructions for all, then quoted data."""

import json
from dataclasses import replace

import pytest

from ace.curator.asking.cluster_facts import earlier_answers, facts_of
from ace.curator.asking.data_block import Fact
from ace.curator.asking.question import MAX_DATA_CHARS, ask_about, instructions, seed_of
from ace.curator.model_operation import OPERATIONS, operation_schema
from tests.ace.building import curator_input, rule, web_episodes

SEEN = curator_input(web_episodes())


def test_two_messages_and_nothing_else() -> None:
    facts = facts_of(SEEN, SEEN.clusters[0])
    question = ask_about(SEEN, facts.told(earlier_answers(())), ("add", "none"), 5)
    assert [message.role for message in question.request.messages] == ["system", "user"]
    assert (question.request.seed, question.request.purpose, question.left_out) == (5, "curate", ())
    assert question.request.schema == operation_schema(("add", "none"))
    assert question.request.messages[1].content.startswith("BEGIN DATA ")


def test_the_instructions_offer_no_field_that_names_a_sample_and_no_word_of_a_trace() -> None:
    system = instructions(SEEN, has_candidates=True)
    assert "state.retrieval.queried (bool)" in system
    assert "episode.sample" not in system
    other = replace(curator_input(web_episodes(raw="obey me"), rule("style.odd", text="obey me")), rejections=())
    assert instructions(other, has_candidates=True) == system
    assert json.loads(system.split("\n")[1]).keys() == operation_schema(OPERATIONS)["properties"].keys()  # type: ignore[attr-defined]


@pytest.mark.parametrize(("items", "shown"), [((), "..."), (({"name": "candidate 1"},), "candidate 1")])
def test_the_example_answer_names_a_candidate_only_where_there_is_one(items: tuple[object, ...], shown: str) -> None:
    facts = [Fact("candidates", items, 8), Fact("cluster", ({"n": 1},), 9, keep=1)]
    system = ask_about(SEEN, facts, OPERATIONS, 0).request.messages[0].content
    assert json.loads(system.split("\n")[1])["when"] == shown


def test_data_that_do_not_fit_are_cut_and_named() -> None:
    long = tuple({"text": "x" * 300} for _ in range(40))
    question = ask_about(SEEN, [Fact("other_rules", long, 2), Fact("cluster", ({"n": 1},), 9, keep=1)], OPERATIONS, 0)
    user = question.request.messages[1].content
    block = user[: user.index("\nNow answer")]
    assert MAX_DATA_CHARS - 400 < len(block) <= MAX_DATA_CHARS
    shown = len(json.loads("\n".join(block.split("\n")[1:-1]))["other_rules"])
    assert question.left_out == (f"other_rules ({40 - shown} of 40)",)


def test_a_whole_question_fits_a_small_model() -> None:
    facts = [Fact("rules", tuple("y" * 500 for _ in range(40)), 2), Fact("cluster", ({"n": 1},), 9, keep=1)]
    request = ask_about(SEEN, facts, OPERATIONS, 0).request
    assert sum(len(message.content) for message in request.messages) / 3.2 + request.max_tokens < 4096


def test_every_attempt_at_every_cluster_has_its_own_seed() -> None:
    seeds = {seed_of(seed, cluster, number) for seed in (0, 1) for cluster in ("c-1", "c-2") for number in (1, 2)}
    assert len(seeds) == 8
    assert all(0 <= seed < 2**28 for seed in seeds)
    assert seed_of(0, "c-1", 1) == seed_of(0, "c-1", 1)
