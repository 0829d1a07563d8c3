"""The curator without a model."""

import random
from dataclasses import replace

import pytest

from ace.curator.checks.check import DEAD_AFTER_DECISIONS, DEAD_AFTER_EPISODES
from ace.curator.draft import Draft, Refused
from ace.curator.heuristic import draft_heuristically
from ace.rejections.rejection import Rejection
from ace.review.fingerprint import fingerprint, proposal_id
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from tests.ace.building import (
    RETRIEVE,
    WEB,
    WEB_AFTER,
    WEB_RULE,
    curator_input,
    decision,
    episode,
    rule,
    web_episodes,
)
from tests.ace.conftest import SmallRun
from tests.ace.curator.drafting.own_cluster import blind_hints, own_cluster

WEB_ID = "tools.retrieve-before-web"
SKIP = decision({"action": "HINT", "text": "Look at the rim.", "hint_level": 3}, state__student__hint_level=0)
LONG_HINT = decision({"action": "HINT", "text": "Look at the rim.", "hint_level": 1}, state__student__hint_level=0)


def only(*drafts: Draft) -> Draft:
    """Return the one draft."""
    (draft,) = drafts
    return draft


def test_a_failure_no_rule_speaks_about_gets_a_new_rule() -> None:
    draft = only(*draft_heuristically(curator_input(web_episodes())).drafts)
    assert (draft.op, draft.rule_id, draft.before) == ("add", WEB_ID, None)
    assert draft.after is not None
    assert (draft.after.when, draft.after.require) == (WEB_RULE["when"], WEB_RULE["require"])
    assert (draft.after.status, draft.after.enforce, draft.after.safety) == ("experimental", "prompt", False)
    assert draft.after.evidence[0].failures == 6
    assert draft.test is not None


def test_the_shipped_rule_in_words_gets_a_condition(small_run: SmallRun) -> None:
    shipped = small_run.session.playbook().find(WEB_ID)
    assert shipped is not None
    assert not shipped.rule.is_checked
    draft = only(*draft_heuristically(curator_input(web_episodes(), shipped.rule)).drafts)
    assert (draft.op, draft.before) == ("edit", shipped.rule)
    assert draft.after is not None
    assert draft.after.is_checked
    unchanged = {"id", "title", "status", "priority", "safety", "created", "authors", "enforce"}
    assert {name for name in unchanged if getattr(draft.after, name) != getattr(shipped.rule, name)} == set()
    assert draft.test is not None


def test_a_rule_still_broken_becomes_a_gate() -> None:
    existing = rule(WEB_ID, **WEB_RULE)
    drafting = draft_heuristically(curator_input(web_episodes(), existing))
    draft = only(*drafting.drafts)
    assert draft.after is not None
    assert (draft.op, draft.after.enforce, draft.after.when) == ("edit", "gate", existing.when)
    # The detector and the rule itself both found it: one draft, the other said to be covered.
    assert [refused.reason for refused in drafting.refused] == [f"a better cluster already changes {WEB_ID}"]


def test_a_persons_own_condition_is_not_overwritten() -> None:
    words = {"when": 'action.name.startsWith("web")', "require": "state.retrieval.queried && true"}
    existing = rule(WEB_ID, **words)
    draft = only(*draft_heuristically(curator_input(web_episodes(), existing)).drafts)
    assert draft.after is not None
    assert (draft.after.enforce, draft.after.when, draft.after.text) == ("gate", words["when"], existing.text)


def test_a_condition_that_misses_the_failure_is_replaced_and_said_to_miss_it() -> None:
    existing = rule(WEB_ID, when='action.name == "zoom"', require="state.retrieval.queried")
    draft = only(*draft_heuristically(curator_input(web_episodes(), existing)).drafts)
    assert draft.after is not None
    assert (draft.after.when, draft.after.enforce) == (WEB_RULE["when"], "prompt")
    assert "its condition misses this" in draft.rationale


@pytest.mark.parametrize(
    ("existing", "said"),
    [
        pytest.param(rule(WEB_ID, safety=True), "safety rule", id="a safety rule in words"),
        pytest.param(rule(WEB_ID, safety=True, **WEB_RULE), "safety rule", id="a safety rule with a condition"),
        pytest.param(rule(WEB_ID, enforce="gate", **WEB_RULE), "a gate already", id="a gate"),
    ],
)
def test_what_is_left_to_people(existing: Rule, said: str) -> None:
    drafting = draft_heuristically(curator_input(web_episodes(), existing))
    assert drafting.drafts == ()
    assert drafting.refused
    assert all(said in refused.reason for refused in drafting.refused)


def test_a_detector_without_a_remedy_is_said() -> None:
    episodes = tuple(episode(f"e{i}", RETRIEVE, sample=f"s{i}", success=0.0, ending="parse_failure") for i in range(4))
    drafting = draft_heuristically(curator_input(episodes))
    assert drafting.drafts == ()
    said = "no remedy is known for no_coherent_ending; no condition on the documented fields"
    assert any(refused.reason.startswith(said) for refused in drafting.refused)


def mixed() -> tuple[Episode, ...]:
    """Episodes with several kinds of failure."""
    hints = [episode(f"e-hint{i}", RETRIEVE, SKIP, sample=f"h{i}") for i in range(5)]
    repeats = [episode(f"e-rep{i}", LONG_HINT, LONG_HINT, sample=f"r{i}") for i in range(4)]
    return (*web_episodes(), *hints, *repeats)


def test_at_most_one_draft_a_rule_and_none_over_the_limit() -> None:
    everything = draft_heuristically(curator_input(mixed(), limit=20))
    ids = [draft.rule_id for draft in everything.drafts]
    assert len(ids) == len(set(ids)) >= 3
    limited = draft_heuristically(curator_input(mixed(), limit=2))
    assert [draft.rule_id for draft in limited.drafts] == ids[:2]
    assert len(limited.drafts) + len(limited.refused) == len(curator_input(mixed()).clusters)
    assert "2 drafts are made, the most that are asked for" in limited.refused[-1].reason


def test_the_order_of_episodes_does_not_matter() -> None:
    episodes = list(mixed())
    first = draft_heuristically(curator_input(tuple(episodes)))
    for seed in range(3):
        random.Random(seed).shuffle(episodes)
        assert draft_heuristically(curator_input(tuple(episodes))) == first


def silence(episodes: int, decisions: int) -> tuple[Episode, ...]:
    """Return clean episodes with so many decisions each."""
    return tuple(episode(f"e{i}", *[RETRIEVE] * decisions, sample=f"s{i}") for i in range(episodes))


SILENT = rule("tools.zoom-once", when='action.name == "zoom"', require="action.repeats == 0")
ENOUGH = -(-DEAD_AFTER_DECISIONS // DEAD_AFTER_EPISODES)


@pytest.mark.parametrize(
    ("existing", "episodes", "decisions", "expected"),
    [
        pytest.param(SILENT, DEAD_AFTER_EPISODES, ENOUGH, ["tools.zoom-once"], id="silent long enough"),
        pytest.param(SILENT, DEAD_AFTER_EPISODES - 1, ENOUGH + 2, [], id="too few episodes"),
        pytest.param(SILENT, DEAD_AFTER_EPISODES, 1, [], id="too few decisions"),
        pytest.param(
            SILENT.model_copy(update={"safety": True}), DEAD_AFTER_EPISODES, ENOUGH, [], id="a safety rule stays"
        ),
        pytest.param(rule("style.words"), DEAD_AFTER_EPISODES, ENOUGH, [], id="words are never silent"),
        pytest.param(
            rule("a.b", when='action.name == "retrieve"', require="true"),
            DEAD_AFTER_EPISODES,
            ENOUGH,
            [],
            id="it spoke",
        ),
    ],
)
def test_a_silent_rule_is_deleted_only_after_enough_silence(
    existing: Rule, episodes: int, decisions: int, expected: list[str]
) -> None:
    drafts = draft_heuristically(curator_input(silence(episodes, decisions), existing)).drafts
    assert [draft.rule_id for draft in drafts if draft.op == "delete"] == expected


def test_episodes_cut_off_are_no_evidence_of_silence() -> None:
    cut_off = tuple(episode(f"x{i}", *[RETRIEVE] * ENOUGH, ending="") for i in range(DEAD_AFTER_EPISODES))
    assert draft_heuristically(curator_input(cut_off, SILENT)).drafts == ()


def rejection(op: str, rule_id: str, after: Rule | None, cluster: str = "", **changed: str) -> Rejection:
    """Return what a person said against a proposal."""
    base = {
        "fingerprint": fingerprint(op, rule_id, after),
        "op": op,
        "rule": rule_id,
        "cluster": cluster,
        "text": after.text if after else "",
        "when": after.when if after else None,
        "require": after.require if after else None,
        "reason": "novices need the web",
        "by": "maintainer",
        "date": "2026-11-01",
    }
    return Rejection.model_validate({**base, **changed})


def test_what_people_rejected_is_not_drafted_again_until_it_expires() -> None:
    seen = curator_input(web_episodes())
    draft = only(*draft_heuristically(seen).drafts)
    assert draft.cluster is not None
    was = rejection("add", draft.rule_id, draft.after, draft.cluster.id)
    drafting = draft_heuristically(replace(seen, rejections=(was,)))
    assert drafting.drafts == ()
    said = Refused(draft.cluster.id, "heuristic", "rejected on 2026-11-01: novices need the web")
    assert drafting.refused == (said,)
    over = was.model_copy(update={"expires": "2026-11-29"})
    assert draft_heuristically(replace(seen, rejections=(over,))).drafts == (draft,)


def test_a_rejected_deletion_is_said_under_the_rules_name() -> None:
    was = rejection("delete", SILENT.id, None)
    seen = replace(curator_input(silence(DEAD_AFTER_EPISODES, ENOUGH), SILENT), rejections=(was,))
    drafting = draft_heuristically(seen)
    assert drafting.drafts == ()
    assert drafting.refused == (Refused(SILENT.id, "heuristic", "rejected on 2026-11-01: novices need the web"),)


TWIN = rule("tools.web-last", text="The web comes last.\n", **{**WEB_RULE, "when": 'action.name in ["web_browser"]'})


def test_a_rule_said_twice_is_merged_before_it_is_made_stronger() -> None:
    existing = rule(WEB_ID, **WEB_RULE)
    seen = curator_input(web_episodes(40), existing, TWIN)
    drafting = draft_heuristically(seen)
    draft = only(*drafting.drafts)
    assert (draft.op, draft.rule_id, draft.merged) == ("merge", WEB_ID, (TWIN,))
    assert len(drafting.refused) == len(seen.clusters) == 3
    assert all(f"the merge of {WEB_ID} comes first" in refused.reason for refused in drafting.refused)


def test_a_rejected_merge_stands_in_no_ones_way() -> None:
    seen = curator_input(web_episodes(40), rule(WEB_ID, **WEB_RULE), TWIN)
    merged = only(*draft_heuristically(seen).drafts)
    mark = fingerprint("merge", WEB_ID, merged.after, [TWIN.id])
    was = rejection("merge", WEB_ID, merged.after, fingerprint=mark)
    drafting = draft_heuristically(replace(seen, rejections=(was,)))
    assert {draft.op for draft in drafting.drafts} == {"edit"}
    assert Refused(WEB_ID, "heuristic", "rejected on 2026-11-01: novices need the web") in drafting.refused


def test_a_rule_that_does_harm_goes_and_is_not_made_stronger() -> None:
    existing = rule(WEB_ID, **WEB_RULE)
    obeyed = tuple(episode(f"o{i}", WEB_AFTER, sample=f"o{i}", success=0.0) for i in range(30))
    broke = tuple(episode(f"b{i}", WEB, sample=f"b{i}") for i in range(30))
    seen = curator_input((*obeyed, *broke), existing)
    drafting = draft_heuristically(replace(seen, succeeded=frozenset(item.header.episode for item in broke)))
    assert [(draft.op, draft.rule_id) for draft in drafting.drafts] == [("delete", WEB_ID)]
    assert all(f"the delete of {WEB_ID} comes first" in refused.reason for refused in drafting.refused)


def test_one_condition_is_drafted_once_whatever_clusters_ask_for_it() -> None:
    seen, cluster = own_cluster(blind_hints(), "bad", 1)
    other = replace(cluster, id="c-other", detector="own:y")
    drafting = draft_heuristically(replace(seen, clusters=(cluster, other)))
    draft = only(*drafting.drafts)
    assert drafting.refused == (
        Refused("c-other", "heuristic", f"{draft.rule_id} is drafted with the same conditions"),
    )


def test_one_clean_run_gives_nothing() -> None:
    assert draft_heuristically(curator_input((episode("e1", RETRIEVE), episode("e2", WEB)))).drafts == ()


def opened(draft: Draft) -> str:
    """Return the id of the proposal that `draft` would be."""
    return proposal_id(fingerprint(draft.op, draft.rule_id, draft.after, [rule.id for rule in draft.merged]))


def test_an_id_that_was_a_deleted_rules_is_not_drafted_again() -> None:
    taken = frozenset({WEB_ID, f"{WEB_ID}-2"})
    seen = replace(curator_input(web_episodes()), taken=taken)
    draft = only(*draft_heuristically(seen).drafts)
    assert (draft.op, draft.rule_id) == ("add", f"{WEB_ID}-3")
    assert draft.after is not None
    assert draft.after.when == WEB_RULE["when"]
    in_force = replace(curator_input(web_episodes(), draft.after), taken=taken)
    again = only(*draft_heuristically(in_force).drafts)
    assert (again.op, again.rule_id) == ("edit", f"{WEB_ID}-3"), "the rule in force is made stronger, none is added"


def test_advice_in_words_under_another_id_is_not_added_forever() -> None:
    bad = tuple(episode(f"e{i}", RETRIEVE, sample=f"s{i}", success=0.0, ending="parse_failure") for i in range(4))
    seen, cluster = own_cluster(bad, "e", 1)
    words = replace(cluster, detector="malformed_action")
    seen = replace(seen, clusters=(words,), taken=frozenset({"format.one-json-object"}))
    draft = only(*draft_heuristically(seen).drafts)
    assert (draft.op, draft.rule_id) == ("add", "format.one-json-object-2")
    assert draft.after is not None
    assert draft_heuristically(replace(seen, rules=(draft.after,))).drafts == ()


def test_what_is_open_already_takes_no_place_from_later_clusters() -> None:
    first, second, *_ = draft_heuristically(curator_input(mixed(), limit=20)).drafts
    seen = curator_input(mixed(), limit=1)
    assert draft_heuristically(seen).drafts == (first,)
    same = replace(seen, open_rules={first.rule_id: opened(first)})
    assert draft_heuristically(same).drafts == (first, second), "it stays, to be refreshed"
    asked = draft_heuristically(replace(same, asked_for=frozenset({opened(first)})))
    assert asked.drafts == (second,), "what a person proposed is left to people"
    assert any("a person asked for it" in item.reason for item in asked.refused)
    other = replace(seen, open_rules={first.rule_id: "0" * 12})
    drafting = draft_heuristically(other)
    assert drafting.drafts == (second,)
    assert first.cluster is not None
    said = Refused(first.cluster.id, "heuristic", "ace/p/000000000000 already proposes a change to this rule")
    assert said in drafting.refused


def chores_and_failures(limit: int, **changes: object) -> tuple[Draft, ...]:
    """Return what is drafted where two clusters fail and one rule was silent long enough to go."""
    episodes = (*silence(DEAD_AFTER_EPISODES, ENOUGH), *mixed())
    seen = replace(curator_input(episodes, SILENT, limit=limit), **changes)  # type: ignore[arg-type]
    return draft_heuristically(seen).drafts


def test_a_place_is_kept_for_merges_and_deletions() -> None:
    ops = [draft.op for draft in chores_and_failures(2)]
    assert ops == ["add", "delete"]
    assert [draft.op for draft in chores_and_failures(1)] == ["add"], "the only place is a failure's"


def test_no_place_is_kept_for_a_deletion_that_cannot_be_drafted() -> None:
    was = rejection("delete", SILENT.id, None)
    assert [draft.op for draft in chores_and_failures(2, rejections=(was,))] == ["add", "add"]
    elsewhere = {SILENT.id: "0" * 12}
    assert [draft.op for draft in chores_and_failures(2, open_rules=elsewhere)] == ["add", "add"]
    deletion = chores_and_failures(2)[-1]
    already = {SILENT.id: opened(deletion)}
    assert [draft.op for draft in chores_and_failures(2, open_rules=already)] == ["add", "add", "delete"]


def test_a_merge_stands_back_where_an_open_proposal_changes_one_of_its_rules() -> None:
    seen = curator_input(web_episodes(40), rule(WEB_ID, **WEB_RULE), TWIN)
    drafting = draft_heuristically(replace(seen, open_rules={TWIN.id: "0" * 12}))
    assert [(draft.op, draft.rule_id) for draft in drafting.drafts] == [("edit", WEB_ID)]
    said = f"ace/p/000000000000 already proposes a change to {TWIN.id}"
    assert Refused(WEB_ID, "heuristic", said) in drafting.refused
