"""What a merge makes of the rule that stays."""

import pytest

from ace.playbook.merge_fields import is_merged, merged_fields, refuse_lossy_merge
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Evidence, Related, Rule
from tests.ace.building import WEB_RULE, rule

ONE, TWO = (Evidence(cluster=f"c-{n}", failures=n, samples=n, traces=(f"e-{n}",)) for n in (1, 2))


def with_evidence(rule_id: str, *evidence: Evidence) -> Rule:
    return rule(rule_id).model_copy(update={"evidence": evidence})


def test_evidence_is_united_once_and_the_rules_taken_over_are_named() -> None:
    kept = with_evidence("a.one", ONE)
    fields = merged_fields(kept, [with_evidence("a.two", ONE, TWO), with_evidence("a.three", TWO)])
    replaces = (Related(id="a.two", type="replaces"), Related(id="a.three", type="replaces"))
    assert fields == {"evidence": (ONE, TWO), "related": replaces}
    after = kept.model_copy(update=fields)
    assert is_merged(after, ["a.two", "a.three"])
    assert not is_merged(after, ["a.two", "a.four"])
    assert merged_fields(after, [with_evidence("a.two", ONE)]) == {}


LOSSY = {
    "agent": (rule("a.one"), rule("a.two", agent="inspector"), "different readers"),
    "audience": (rule("a.one"), rule("a.two", audience="solver"), "different readers"),
    "gate": (rule("a.one"), rule("a.two", enforce="gate", **WEB_RULE), "promote a.one first"),
    "status": (rule("a.one", status="deprecated"), rule("a.two"), "the other way round"),
}


@pytest.mark.parametrize(("kept", "other", "message"), LOSSY.values(), ids=LOSSY)
def test_what_would_be_lost_without_a_word_is_refused(kept: Rule, other: Rule, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        refuse_lossy_merge(kept, [other])
    refuse_lossy_merge(other, [other])
