"""`ace audit`: what backs an answer; exit 1 only when asked to be strict."""

from collections.abc import Callable

import pytest

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.trace_event import Episode
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import edit_log
from tests.conftest import Ran

Ace = Callable[..., Ran]


def audit(ace: Ace, small: SmallRun, *arguments: str) -> Ran:
    return ace("audit", *arguments, "-C", str(small.session.workspace.repo))


def answered(small: SmallRun) -> Episode:
    """An episode of the run that ends with an answer."""
    return next(one for one in small.run.episodes if one.outcome is not None and one.outcome.answer.get("citations"))


def test_the_claims_of_an_answer_and_json(ace: Ace, small_run: SmallRun) -> None:
    episode = answered(small_run)
    ran = audit(ace, small_run, episode.header.episode)
    assert (ran.code, ran.err) == (0, "")
    assert "claims of the answer" in ran.out
    assert "(simulated)" in ran.out
    value = audit(ace, small_run, episode.header.sample, "--json").json
    assert value["episode"] == episode.header.episode
    claims = value["claims"]
    assert isinstance(claims, list)
    assert claims[0]["text"] in str(episode.outcome and episode.outcome.answer["text"])


@pytest.mark.parametrize(
    ("answer", "code"), [({"citations": []}, 1), ({"citations": [], "invented": ["card-none"]}, 1), ({}, 0)]
)
def test_strict_fails_on_what_is_uncited_or_invented(
    ace: Ace, copied_run: SmallRun, answer: JsonObject, code: int
) -> None:
    name = answered(copied_run).header.episode
    edit_log(copied_run.session, lambda event: event | {"answer": as_object(event["answer"]) | answer}, "outcome", name)
    assert audit(ace, copied_run, name, "--strict").code == code
    assert audit(ace, copied_run, name).code == 0


def test_bad_input_is_one_message(ace: Ace, small_run: SmallRun) -> None:
    assert "no episode 'e-none'" in audit(ace, small_run, "e-none").err
    assert audit(ace, small_run).code == 64
