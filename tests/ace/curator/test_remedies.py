"""Every remedy is a rule that could be merged."""

import pytest

from ace.curator.remedies import REMEDIES
from ace.playbook.write_rule import dump_rule
from analyzers.detectors.registry import DETECTORS
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.rules.check_condition import check_condition
from runtime.rules.read_rule import parse_rule
from tests.ace.building import curator_input, rule


@pytest.mark.parametrize("name", sorted(REMEDIES))
def test_a_remedy_answers_a_detector_with_a_valid_rule(name: str) -> None:
    remedy = REMEDIES[name]
    made = rule(
        remedy.rule_id,
        title=remedy.title,
        text=remedy.text + "\n",
        when=remedy.when,
        require=remedy.require,
        otherwise={"action": remedy.otherwise} if remedy.otherwise else None,
        priority=remedy.priority,
    )
    area, slug = remedy.rule_id.split(".")
    assert name in {detector.name for detector in DETECTORS}
    assert parse_rule(dump_rule(made), f"playbooks/tutor/{area}/{slug}.yaml") == made
    problems = [check_condition(source, TUTOR_CONTEXT) for source in (remedy.when, remedy.require) if source]
    assert problems == [[]] * len(problems)
    assert remedy.otherwise is None or remedy.otherwise in curator_input(()).actions


def test_no_two_remedies_share_a_rule() -> None:
    assert len({remedy.rule_id for remedy in REMEDIES.values()}) == len(REMEDIES)


def test_a_remedy_fits_only_an_agent_that_has_what_it_speaks_of() -> None:
    fields = [field for field in TUTOR_CONTEXT if not field.path.startswith("state.retrieval")]
    actions = curator_input(()).actions
    assert REMEDIES["web_before_local"].fits(TUTOR_CONTEXT, actions)
    assert not REMEDIES["web_before_local"].fits(fields, actions)
    assert not REMEDIES["repeated_call"].fits(TUTOR_CONTEXT, ("zoom",))
    assert REMEDIES["malformed_action"].fits((), ()), "words alone"
