"""Rules that can be merged or can go."""

from collections.abc import Sequence
from dataclasses import replace

from ace.curator.checks.check import DEAD_AFTER_DECISIONS, DEAD_AFTER_EPISODES
from ace.curator.drafting.housekeeping import housekeeping
from runtime.contracts.rule import Related, Rule
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, WEB_RULE, curator_input, episode, rule

A = rule("a.web", text="Ask the index first.\n", status="active", **WEB_RULE)
B = rule(
    "b.web",
    text="The web comes last.\n",
    evidence=({"cluster": "c-1", "failures": 4, "samples": 3},),
    **{**WEB_RULE, "when": 'action.name in ["web_browser"]'},
)


def web(obeyed: int, broke: int) -> list[Episode]:
    """Return so many episodes that search the index first, or the web."""
    first = [episode(f"o{i}", WEB_AFTER, sample=f"o{i}") for i in range(obeyed)]
    return [*first, *(episode(f"b{i}", WEB, sample=f"b{i}") for i in range(broke))]


def chores(episodes: Sequence[Episode], *rules: Rule, succeeded: frozenset[str] = frozenset()) -> list[tuple[str, str]]:
    """Return what is done to which rule."""
    seen = replace(curator_input(tuple(episodes), *rules), succeeded=succeeded)
    return [(draft.op, draft.rule_id) for draft in housekeeping(seen)]


def test_a_merge_unites_evidence_and_says_what_it_replaces() -> None:
    seen = curator_input(tuple(web(20, 10)), B, A)
    (draft,) = housekeeping(seen)
    assert (draft.op, draft.before, draft.merged, draft.cluster) == ("merge", A, (B,), None)
    assert draft.after is not None
    assert draft.after.evidence == B.evidence
    assert draft.after.related == (Related(id="b.web", type="replaces"),)
    changed = {"evidence", "related", "modified"}
    assert {name for name in Rule.model_fields if getattr(draft.after, name) != getattr(A, name)} == changed
    assert draft.rationale == "a.web takes over b.web. They judge all 30 recorded decisions they speak about alike."


def test_a_merge_of_an_active_rule_stays_active() -> None:
    words = rule("z.words", text=A.text, status="active")
    kept = A.model_copy(update={"status": "experimental"})
    (draft,) = housekeeping(curator_input((), words, kept))
    assert draft.after is not None
    assert (draft.rule_id, draft.after.status) == ("a.web", "active")


def test_a_rule_is_deleted_where_obeying_it_goes_with_failing() -> None:
    episodes = web(30, 30)
    broke = frozenset(item.header.episode for item in episodes if item.header.episode.startswith("b"))
    assert chores(episodes, A, succeeded=broke) == [("delete", "a.web")]
    seen = replace(curator_input(tuple(episodes), A), succeeded=broke)
    (draft,) = housekeeping(seen)
    assert draft.rationale.startswith("Obeying a.web goes with failing: failed in 30 of 30 episodes that obeyed it")


def test_a_rule_that_helps_or_cannot_be_judged_stays() -> None:
    episodes = web(30, 30)
    obeyed = frozenset(item.header.episode for item in episodes if item.header.episode.startswith("o"))
    broke = frozenset(item.header.episode for item in episodes) - obeyed
    assert chores(episodes, A, succeeded=obeyed) == []
    for kept in ({"safety": True}, {"enforce": "gate"}, {"status": "deprecated"}):
        assert chores(episodes, A.model_copy(update=kept), succeeded=broke) == []


def test_a_gate_that_never_spoke_stays_and_a_rule_goes() -> None:
    count = -(-DEAD_AFTER_DECISIONS // DEAD_AFTER_EPISODES)
    quiet = [episode(f"e{i}", *[RETRIEVE] * count, sample=f"s{i}") for i in range(DEAD_AFTER_EPISODES)]
    gate = rule("a.gate", enforce="gate", when='action.name == "zoom"', require="action.repeats == 0")
    prompt = rule("b.prompt", when='action.name == "ocr"', require="action.repeats == 0")
    assert chores(quiet, gate, prompt) == [("delete", "b.prompt")]
