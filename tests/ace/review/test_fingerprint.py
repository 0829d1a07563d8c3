"""What counts as the same proposal."""

from ace.review.fingerprint import fingerprint, proposal_id
from runtime.contracts.rule import Rule
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import NEW_RULE, RULE_PATH


def _rule(**changes: object) -> Rule:
    return Rule.model_validate(parse_rule(NEW_RULE, RULE_PATH).model_dump(by_alias=True) | changes)


def test_the_fingerprint_ignores_wrapping_but_not_meaning() -> None:
    mark = fingerprint("edit", "a.b", _rule())
    wrapped = _rule(text="Call `retrieve` and read\n  what it returned before you call `web_browser`.\n")
    assert fingerprint("edit", "a.b", wrapped) == mark
    others = [
        fingerprint("add", "a.b", _rule()),
        fingerprint("edit", "a.c", _rule()),
        fingerprint("delete", "a.b", None),
        fingerprint("edit", "a.b", _rule(text="Do not call it.")),
        fingerprint("edit", "a.b", _rule(require="true")),
        fingerprint("edit", "a.b", _rule(enforce="gate")),
        fingerprint("edit", "a.b", _rule(priority=41)),
    ]
    assert len({mark, *others}) == 8


def test_the_id_is_how_the_fingerprint_begins() -> None:
    assert fingerprint("delete", "a.b", None).startswith(proposal_id(fingerprint("delete", "a.b", None)))
