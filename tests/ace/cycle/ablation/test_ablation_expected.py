"""What an ablation is going to run."""

from ace.cycle.ablation.expected import episodes_to_run, plan_words
from ace.cycle.ablation.leave_out import LeaveOut
from ace.cycle.ablation.plan import Planned
from ace.evaluation.usage import usage_of
from tests.ace.building import rule
from tests.ace.conftest import SmallRun
from tests.ace.cycle.ablation.ablation_setup import under
from tests.ace.cycle.judging.judging_setup import bench_of

TRY = Planned(rule("a.one"), "try", None, 5)
SILENT, SAFETY = Planned(rule("a.two"), "silent", 0), Planned(rule("a.three", safety=True), "safety", None)


def _out(small: SmallRun, trials: int) -> LeaveOut:
    return LeaveOut(bench_of(under(small, gate__trials=trials)), 4)


def test_the_side_with_all_rules_counts_where_something_is_tried(fresh: SmallRun) -> None:
    assert episodes_to_run((TRY, SILENT), _out(fresh, 1)) == 5
    # The run has the first trial of each of the four samples.
    assert episodes_to_run((TRY, SILENT), _out(fresh, 2)) == 5 + 4
    assert episodes_to_run((SILENT, SAFETY), _out(fresh, 2)) == 0


def test_calls_are_expected_at_the_mean_of_the_run(fresh: SmallRun) -> None:
    said = plan_words((TRY, SILENT, SAFETY), _out(fresh, 1), fresh.run)
    calls = 5 * usage_of(fresh.run.episodes).model_calls / len(fresh.run.episodes)
    assert said == (f"rules to leave out: 1, 1 silent, 1 for safety; 5 episodes to run, about {calls:.0f} model calls")
    nothing = fresh.run._replace(episodes=())
    assert plan_words((SILENT,), _out(fresh, 1), nothing).endswith("0 episodes to run, about 0 model calls")
