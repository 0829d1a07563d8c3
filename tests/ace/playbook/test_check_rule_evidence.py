"""Evidence in rule files: true, forged, of another run, and not here."""

import hashlib

from ace.playbook.check_rule_evidence import RecordedRun, check_rule_evidence
from analyzers.detectors.registry import run_detectors
from analyzers.finding import quoted
from runtime.contracts.json_types import JsonObject
from runtime.contracts.playbook import Playbook, RuleFile
from tests.ace.building import clusters_of, rule, web_episodes

EPISODES = web_episodes()
RUN = RecordedRun({item.header.episode: item for item in EPISODES}, run_detectors(EPISODES).findings)
CLUSTER = next(cluster for cluster in clusters_of(EPISODES) if cluster.detector == "web_before_local")
QUOTE = CLUSTER.findings[0].quote_sha256


def check(*evidence: JsonObject, runs: tuple[RecordedRun, ...] = (RUN,)) -> tuple[list[str], tuple[str, ...]]:
    """Return `<code>: <message>` of each problem of a rule with this evidence, and the notes."""
    full = [{"cluster": "c-1", "failures": 6, "samples": 3, **item} for item in evidence]
    file = RuleFile("p/a/x.yaml", rule("a.x", evidence=full), b"schema: 1\n")
    found = check_rule_evidence(Playbook("p", "", (file,)), runs)
    return [f"{item.code} {item.severity}: {item.message}" for item in found.problems], found.notes


def test_true_evidence_has_no_problem() -> None:
    assert check({"traces": ["e-bad0", "e-bad1"], "quote_sha256": QUOTE}) == ([], ())
    assert check({"traces": ["e-bad5"], "quote_sha256": QUOTE}) == ([], ()), "the quote is of another of its episodes"
    assert check({"traces": ["e-bad0"]}) == ([], ()), "older evidence has no quote"


def test_a_text_of_a_cited_episode_is_a_quote_too() -> None:
    written = hashlib.sha256(quoted("written at step 1 of e-good0").encode()).hexdigest()
    assert check({"traces": ["e-good0"], "quote_sha256": written}) == ([], ())
    assert check({"traces": ["e-good1"], "quote_sha256": written})[0] != []


def test_a_quote_that_was_never_said_is_an_error() -> None:
    problems, _ = check({"traces": ["e-bad0"], "quote_sha256": "0" * 64})
    assert problems == [
        f"evidence-quote error: evidence.0: no finding or text of the cited episodes has the quote {'0' * 64}"
    ]


def test_an_episode_that_its_run_does_not_have_is_an_error() -> None:
    problems, _ = check({"traces": ["e-bad0", "e-made-up"], "quote_sha256": QUOTE})
    assert problems == [
        "evidence-missing error: evidence.0: episode e-made-up is not in the run that has the others; remove it"
    ]


def test_an_episode_of_another_run_is_an_error() -> None:
    other = RecordedRun({"e-other": EPISODES[0]}, ())
    assert len(check({"traces": ["e-bad0", "e-other"], "quote_sha256": QUOTE}, runs=(RUN, other))[0]) == 1


def test_evidence_of_a_run_that_is_gone_is_a_note() -> None:
    problems, notes = check({"traces": ["e-gone"], "quote_sha256": QUOTE}, {"traces": []}, {"traces": ["e-bad0"]})
    assert problems == []
    assert notes == ("2 pieces of evidence not here to check: no run that was looked at has the episodes",)
    assert check({"traces": ["e-bad0"]}, runs=())[1][0].startswith("1 piece of evidence")


def test_a_problem_stands_at_the_id() -> None:
    source = b"schema: 1\nevidence:\n  - {cluster: c, traces: [e-bad0, e-made-up], quote_sha256: ab}\n"
    full = [{"cluster": "c", "failures": 1, "samples": 1, "traces": ["e-bad0", "e-made-up"], "quote_sha256": "ab"}]
    file = RuleFile("p/a/x.yaml", rule("a.x", evidence=full), source)
    found = check_rule_evidence(Playbook("p", "", (file,)), (RUN,)).problems
    assert [(item.line, item.column) for item in found] == [(3, 35), (3, 61)]
