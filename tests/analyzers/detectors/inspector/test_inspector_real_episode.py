"""The detectors on episodes as the inspector's own loop records them, with its real tools on a drawn casting."""

from analyzers.clusters.cluster_findings import cluster_findings
from analyzers.detectors.inspector.reports import found_before, measured_before, unmeasured
from analyzers.detectors.registry import run_detectors
from analyzers.evidence import is_shown
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.state import Budgets
from runtime.contracts.trace_event import Episode
from runtime.gates.settings import FixedGateSettings
from tests.runtime.agents.inspector.inspections import FIND, always, casting, inspector, measure, report

TALK = "I would start by looking at the image."


def findings(episode: Episode) -> list[tuple[str, int]]:
    """Return what is found in it and at which step; each shown by the record, and none of the detectors broken."""
    result = run_detectors([episode])
    assert result.errors == ()
    assert all(is_shown(one, episode) for one in result.findings)
    return sorted((one.detector, one.step) for one in result.findings)


async def test_a_careless_inspection() -> None:
    script = [TALK, FIND, FIND, measure(1, 2), '{"action": ', measure(9), report(1, 3, 9, verdict="accept")]
    script += [measure(3, 4), report(1)]
    episode = await inspector(script).run(casting(), EpisodeJob(run="r-1"))
    assert findings(episode) == [
        ("candidate_never_measured", 4),
        ("false_candidate_kept", 7),
        ("invented_candidate", 3),
        ("invented_candidate", 4),
        ("kept_unmeasured", 4),
        ("malformed_action", 3),
        ("real_candidate_dropped", 9),
        ("repeated_look", 1),
        ("report_sent_back", 4),
        ("talked_instead_of_acting", 0),
        ("verdict_contradicts_kept", 4),
    ]
    assert cluster_findings(run_detectors([episode]).findings)


async def test_what_is_only_observed_is_found_at_the_decisions() -> None:
    observe = FixedGateSettings(report_check="observe")
    episode = await inspector([FIND, measure(3), report(3, 4)], gates=observe).run(casting(), EpisodeJob(run="r-1"))
    assert findings(episode) == [("candidate_never_measured", 2), ("false_candidate_kept", 4), ("kept_unmeasured", 4)]
    at = episode.steps[2]
    assert found_before(episode, at) == frozenset({1, 2, 3, 4})
    assert measured_before(episode, at) == frozenset({3})
    assert unmeasured(episode, at) == frozenset({1, 2, 4})


async def test_the_ends() -> None:
    job, short = EpisodeJob(run="r-1"), Budgets(steps=3)
    assert findings(await inspector([FIND, measure(1), measure(2)], budgets=short).run(casting(), job)) == [
        ("no_report", 2)
    ]
    sent_back = [FIND, report(1), report(1)]
    assert ("step_limit", 2) in findings(await inspector(sent_back, budgets=short).run(casting(), job))
    talk = findings(await inspector(always(TALK)).run(casting(), job))
    assert {name for name, _ in talk} == {"no_report", "talked_instead_of_acting"}


async def test_a_careful_inspection_breaks_no_procedure() -> None:
    episode = await inspector([FIND, measure(1, 2, 3, 4), report(3)]).run(casting(), EpisodeJob(run="r-1"))
    assert findings(episode) == []
