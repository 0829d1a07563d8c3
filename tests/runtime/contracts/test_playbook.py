"""A playbook finds its rules, and its hash follows what is injected."""

from runtime.contracts.playbook import Playbook, RuleFile, rules_hash
from tests.runtime.builders import rule


def _playbook() -> Playbook:
    files = tuple(RuleFile(f"{name}.yaml", rule(name), b"...") for name in ("a.one", "b.two"))
    return Playbook("playbooks/tutor", "0" * 40, files)


def test_rules_come_in_the_files_order_and_are_found_by_id() -> None:
    playbook = _playbook()
    assert [item.id for item in playbook.rules] == ["a.one", "b.two"]
    found = playbook.find("b.two")
    assert found is not None
    assert found.path == "b.two.yaml"
    assert playbook.find("c.three") is None


def test_the_hash_changes_with_what_is_injected_and_with_its_order() -> None:
    one, two = _playbook().rules
    assert rules_hash((one, two)) == rules_hash((one, two))
    assert len({rules_hash(()), rules_hash((one,)), rules_hash((one, two)), rules_hash((two, one))}) == 4
    assert rules_hash((rule("a.one", text="Another text."),)) != rules_hash((one,))
