"""One cluster, one draft."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ace.curator.draft import Draft, Refused
from ace.curator.drafting.from_cluster import draft_from_cluster
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, WEB, WEB_RULE, curator_input, decision, episode, rule, web_episodes
from tests.ace.curator.drafting.own_cluster import blind_hints, hint, own_cluster, web_cluster

WEB_ID = "tools.retrieve-before-web"


def drafted(made: Draft | Refused) -> Draft:
    """Return the draft."""
    assert isinstance(made, Draft), made
    return made


def test_a_failure_without_a_remedy_gets_the_condition_its_decisions_show() -> None:
    draft = drafted(draft_from_cluster(*own_cluster(blind_hints(), "bad", 1)))
    assert draft.op == "add"
    assert draft.after is not None
    assert (draft.after.when, draft.after.require) == ('action.name == "HINT"', "state.image.observed")
    assert draft.after.id == "responses.own-x-hint"
    assert "HINT" in draft.after.text
    assert draft.after.evidence[0].cluster == "c-own"
    assert draft.test is not None


def test_where_nothing_tells_the_decisions_apart_that_is_said() -> None:
    same = [episode(f"{kind}{i}", RETRIEVE, sample=f"{kind}{i}") for kind in ("bad", "good") for i in range(8)]
    made = draft_from_cluster(*own_cluster(same, "bad", 0))
    assert isinstance(made, Refused)
    assert made.reason.startswith("no remedy is known for own:x; no condition on the documented fields")


def test_where_no_decision_is_cited_that_is_said() -> None:
    broken = [episode(f"bad{i}", decision(None), sample=f"b{i}") for i in range(4)]
    made = draft_from_cluster(*own_cluster([*broken, *blind_hints()], "bad", 99))
    assert isinstance(made, Refused)
    assert "no decision is cited" in made.reason


def test_a_remedy_that_does_not_tell_failures_from_successes_is_not_drafted() -> None:
    episodes = web_episodes()
    # The good ones ask the web first too, so the remedy's condition is an alarm in every second decision.
    good = [episode(f"e-fine{i}", WEB, RETRIEVE, sample=f"f{i}") for i in range(6)]
    seen = curator_input(episodes)
    cluster = web_cluster(seen)
    everything = {**seen.episodes, **{item.header.episode: item for item in good}}
    made = draft_from_cluster(
        replace(seen, episodes=everything, succeeded=frozenset(item.header.episode for item in good)), cluster
    )
    assert isinstance(made, Refused)
    assert made.reason.startswith(f"its remedy {WEB_ID} does not tell it from successes; no condition")


def test_a_remedy_that_speaks_of_what_the_agent_does_not_have_is_not_its_remedy() -> None:
    seen = curator_input(web_episodes())
    other = replace(seen, actions=tuple(name for name in seen.actions if name != "retrieve"))
    made = draft_from_cluster(other, web_cluster(seen))
    assert isinstance(made, Refused)
    assert made.reason.startswith("no remedy is known for web_before_local; no condition")


def test_a_rule_under_another_id_that_already_forbids_it_becomes_a_gate() -> None:
    other = rule("a.web-last", **WEB_RULE)
    seen = curator_input(web_episodes(), other)
    draft = drafted(draft_from_cluster(seen, web_cluster(seen)))
    assert draft.before == other
    assert draft.after is not None
    assert draft.after.enforce == "gate"


def half() -> Rule:
    """Return a rule that forbids two thirds of the blind hints: those of CT pictures."""
    return rule(
        "evidence.look-at-ct",
        text="Look at a CT before you give a HINT.\n",
        when='action.name == "HINT" && episode.modality == "CT"',
        require="state.image.observed",
        authors=("ace",),
    )


def of_ct(episodes: Sequence[Episode]) -> list[Episode]:
    """Return the episodes, two of three of them about a CT."""
    out = []
    for number, item in enumerate(episodes):
        context = {**item.header.context, "modality": "US" if number % 3 == 0 else "CT"}
        out.append(replace(item, header=replace(item.header, context=context)))
    return out


def test_a_rule_that_nearly_covers_the_failure_is_edited_and_forbids_what_it_did() -> None:
    draft = drafted(draft_from_cluster(*own_cluster(of_ct(blind_hints()), "bad", 1, half())))
    assert (draft.op, draft.before) == ("edit", half())
    assert draft.after is not None
    assert (draft.after.id, draft.after.title) == (half().id, half().title)
    assert (draft.after.when, draft.after.require) == ('action.name == "HINT"', "state.image.observed")
    assert "its condition misses this" in draft.rationale


def test_a_demand_the_rule_has_is_kept_beside_the_new_one() -> None:
    strict = half().model_copy(update={"require": "state.image.observed && action.repeats == 0"})
    again = hint(state__image__present=True, state__image__observed=True, action__repeats=2)
    episodes = of_ct([*blind_hints(), *(episode(f"other{i}", again, sample=f"o{i}") for i in range(3))])
    seen, cluster = own_cluster(episodes, "bad", 1, strict)
    failed = {name for name in seen.episodes if name.startswith("other")}
    draft = drafted(draft_from_cluster(replace(seen, succeeded=seen.succeeded - failed), cluster))
    assert draft.op == "edit"
    assert draft.after is not None
    assert draft.after.text.startswith(strict.text.strip())
    assert draft.after.when == 'action.name == "HINT"'
    old = '(!(episode.modality == "CT") || (state.image.observed && action.repeats == 0))'
    assert draft.after.require == f"{old} && state.image.observed"


def test_where_the_old_demand_would_raise_alarms_a_rule_is_added() -> None:
    # No good hint came after a search, so the old rule is violated by two thirds of them.
    strict = half().model_copy(update={"require": "state.image.observed && state.retrieval.queried"})
    draft = drafted(draft_from_cluster(*own_cluster(of_ct(blind_hints()), "bad", 1, strict)))
    assert draft.op == "add"


def test_a_rule_people_wrote_is_left_as_it_is_and_another_added() -> None:
    theirs = half().model_copy(update={"authors": ("maintainers",)})
    draft = drafted(draft_from_cluster(*own_cluster(of_ct(blind_hints()), "bad", 1, theirs)))
    assert (draft.op, draft.rule_id) == ("add", "responses.own-x-hint")


@pytest.mark.parametrize(
    ("existing", "said"),
    [
        pytest.param(rule("a.web-last", safety=True, **WEB_RULE), "a safety rule", id="a safety rule forbids it"),
        pytest.param(rule("a.web-last", enforce="gate", **WEB_RULE), "a gate already", id="a gate forbids it"),
    ],
)
def test_what_is_forbidden_already_and_cannot_be_made_stronger(existing: Rule, said: str) -> None:
    seen = curator_input(web_episodes(), existing)
    made = draft_from_cluster(seen, web_cluster(seen))
    assert isinstance(made, Refused)
    assert said in made.reason


def test_a_rule_that_is_gone_is_said() -> None:
    seen = curator_input(web_episodes())
    gone = replace(web_cluster(seen), detector="rule:a.gone")
    assert draft_from_cluster(seen, gone) == Refused(gone.id, "heuristic", "a.gone is no longer a rule")
