"""Which figures of the evidence are told."""

from ace.report.rule_log_figures import figures_of
from tests.ace.review.playbook_repository import make_evidence


def test_held_out_success_and_the_failure_it_answers() -> None:
    found = figures_of(make_evidence("0" * 40))
    assert (found.verdict, found.simulated) == ("confirmed", False)
    assert [(row.stage, row.metric, row.n) for row in found.rows] == [
        ("held-out", "success", 400),
        ("target", "web before local", 400),
    ]


def test_development_where_nothing_was_held_out_and_nothing_where_nothing_was_tried() -> None:
    record = make_evidence("0" * 40)
    row = record.trials[0].model_copy(update={"stage": "development"})
    assert figures_of(record.model_copy(update={"trials": (row,)})).rows[0].stage == "development"
    assert figures_of(record.model_copy(update={"trials": (), "target": None})).rows == ()
