"""Which runs rules may be drafted from."""

import pytest

from ace.cycle.fit_run import refuse_unfit, refuse_unreadable
from ace.errors import AceError
from ace.runs.run_record import LoadedRun
from tests.ace.conftest import SmallRun


def _with(loaded: LoadedRun, changes: dict[str, object]) -> LoadedRun:
    return loaded._replace(record=loaded.record.model_copy(update=changes))


def test_a_run_under_the_reviewed_rules_fits(small_run: SmallRun) -> None:
    refuse_unfit(small_run.run, small_run.run.record.rules, "tutor")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"split": "must_pass"}, "ran must_pass samples: rules are drafted from development samples only"),
        ({"run": "r-import-1"}, "was imported"),
        ({"rules": {}}, "was run under other rules"),
    ],
    ids=["split", "import", "rules"],
)
def test_another_run_does_not(small_run: SmallRun, changes: dict[str, object], says: str) -> None:
    with pytest.raises(AceError, match=says):
        refuse_unfit(_with(small_run.run, changes), small_run.run.record.rules, "tutor")


def test_a_run_whose_episodes_are_gone_names_its_file(small_run: SmallRun) -> None:
    with pytest.raises(AceError, match=r"events\.jsonl: 0 of \d+ episodes could be read; restore the file"):
        refuse_unreadable(small_run.run._replace(episodes=()))


def test_a_run_of_another_agent_is_told_by_its_agent_and_not_by_its_rules(small_run: SmallRun) -> None:
    other = _with(small_run.run, {"agent": "inspector", "rules": {}})
    with pytest.raises(AceError, match=r"is of agent 'inspector', and 'tutor' is configured here: name a run of"):
        refuse_unfit(other, small_run.run.record.rules, "tutor")
