"""What the bench counts."""

from ace.bench.detector_rules import bench_rules
from ace.bench.detectors import bench_text, measure_detectors
from analyzers.detectors.registry import TUTOR_DETECTORS, rule_detectors, run_detectors
from runtime.contracts.trace_event import ControllerInfo, Episode, Header, Outcome, Step


def _episodes() -> list[Episode]:
    controller = ControllerInfo("scripted", "fixed", simulated=True)
    header = Header("r1", "e1", "s1", "c1", "dev", 0, 0, "tutor", controller, "", {}, (), {})
    action = {"kind": "REVEAL_ANSWER", "name": "REVEAL_ANSWER", "hint_level": 0}
    context = {"action": action, "state": {"student": {"attempts": 0}}}
    step = Step("r1", "e1", 0, (), "", "", proposed={"action": "REVEAL_ANSWER"}, context=context)
    ended = Episode(header, (step, step), Outcome("r1", "e1", "responded", "", {}))
    return [ended, Episode(header, (step,), None)]


def test_events_are_headers_steps_and_outcomes_and_every_detector_has_a_share() -> None:
    rules = bench_rules()
    bench = measure_detectors(_episodes(), TUTOR_DETECTORS, rules)
    assert (bench.events, bench.episodes, bench.rules) == (6, 2, 20)
    assert {one.name for one in bench.shares} == {one.name for one in (*TUTOR_DETECTORS, *rule_detectors(rules))}
    assert abs(sum(one.share for one in bench.shares) - 1) < 0.01
    assert sum(one.findings for one in bench.shares) == bench.findings
    assert bench.findings == len(run_detectors(_episodes(), rules, TUTOR_DETECTORS).findings) > 0
    assert "6 events of 2 simulated episodes" in bench_text(bench)
