"""What `ace promote` prints of a gate that blocks."""

from ace.cycle.promote import Promoted
from ace.report.promote_text import promoted_json, promoted_text
from ace.review.proposal_branches import Proposal
from runtime.rules.read_rule import parse_rule
from tests.runtime.rules.bundling import RULE, RULE_PATH


def test_a_gate_that_blocks_says_so_and_what_comes_next() -> None:
    done = Promoted(
        Proposal("0123456789ab", "ace/p/0123456789ab", "c" * 40), parse_rule(RULE, RULE_PATH), None, "block"
    )
    assert promoted_text(done).split("\n") == [
        "^ tools.ask-first   enforce: prompt -> gate   ace/p/0123456789ab",
        "  a decision that violates it is blocked; its text stays in the prompt",
        "  not measured: no control of the rule as it reads now",
        "next: ace show 0123456789ab; git merge --no-ff ace/p/0123456789ab",
    ]
    assert promoted_json(done)["otherwise"] == "block"
    assert promoted_json(done)["measured_by"] is None
