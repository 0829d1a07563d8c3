"""Records that lie: evidence, sources, counts, judgements, and recordings that somebody changed."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from runtime.contracts.trace_event import Episode, Event
from runtime.traces.event_log import EventLog
from runtime.traces.read_events import read_episodes
from tests.ace.judges.judging import rubric_yaml
from tests.hostile.case import Case
from tests.hostile.draft_cases import HONEST, RULE_ID, answering
from tests.hostile.file_cases import CANARY, PLACE, SLUG, rule_text
from tests.hostile.stage import Outcome, Stage, objects, together, write
from tests.hostile.strangers import CALM, SCORE

NOBODY = "e-000000000000"
WRONG_QUOTE = "0" * 64


def log_of(repo: Path) -> Path:
    """Return the event log of the repository's one run."""
    return next((repo / ".git/ace/runs").glob("r-*")) / "events.jsonl"


def rewrite(log: Path, episodes: Iterable[Episode]) -> None:
    """Write the log anew, every episode sealed: a record as whoever ran the agent would have made it."""
    log.unlink()
    with EventLog(log) as sink:
        for episode in episodes:
            assert episode.outcome is not None
            events: tuple[Event, ...] = (episode.header, *episode.steps, episode.outcome)
            for event in events:
                sink.write(event)


def from_source(episode: Episode, source: str) -> Episode:
    """Return the episode as one that came from `source`."""
    return replace(episode, header=replace(episode.header, source=source))


def ids_in(log: Path) -> list[str]:
    """Return the ids of the recorded episodes."""
    return [episode.header.episode for episode in read_episodes(log).episodes]


def cite_nobody(stage: Stage) -> Outcome:
    """Cite two real episodes and one that never was."""
    repo = stage.repository()
    return _cited(stage, repo, [*ids_in(log_of(repo))[:2], NOBODY])


def cite_another_run(stage: Stage) -> Outcome:
    """Cite two episodes of one run and one of another as if they were one piece of evidence."""
    repo = stage.repository()
    first = ids_in(log_of(repo))
    assert not stage.command(repo, "run", "--quiet", f"--sample=hostile.{CALM}-0~novice").refusals
    other = next(
        name for log in repo.glob(".git/ace/runs/r-*/events.jsonl") for name in ids_in(log) if name not in first
    )
    return _cited(stage, repo, [*first[:2], other])


def cite_another_quote(stage: Stage) -> Outcome:
    """Cite real episodes with a quote that none of them holds."""
    repo = stage.repository()
    return _cited(stage, repo, ids_in(log_of(repo))[:3], WRONG_QUOTE)


def _cited(stage: Stage, repo: Path, traces: list[str], quote: str = "") -> Outcome:
    evidence = f"[{{cluster: c-1, failures: 4, samples: 4, traces: [{', '.join(traces)}], quote_sha256: '{quote}'}}]"
    write(repo, f"playbooks/tutor/evidence/{SLUG}.yaml", rule_text(evidence=evidence))
    return together(lint=stage.command(repo, "lint", "--runs", "2"))


def curator_writes_evidence(stage: Stage) -> Outcome:
    """Let the captured curator send evidence and marks of its own along with an honest draft."""
    more = {"evidence": [{"cluster": "c-1", "failures": 999, "samples": 999, "traces": [NOBODY]}], "safety": True}
    return stage.propose(stage.repository(), answering({**HONEST, **more, "enforce": "gate", "priority": 0}))


def flooded_source(stage: Stage) -> Outcome:
    """Let one student outside be the source of every failure."""
    repo = stage.repository()
    log = log_of(repo)
    found = read_episodes(log).episodes
    rewrite(log, [each if CALM in each.header.sample else from_source(each, "student:7") for each in found])
    return stage.propose(repo, answering(HONEST))


# Fires on the failures and on every first hint of a success.
WIDE = {
    **HONEST,
    "require": "action.hint_level != 1",
    "text": "Do not begin with a HINT of level 1; ask a probe first.",
}


def poisoned_successes(stage: Stage) -> Outcome:
    """Let one stranger send forty successes in which a rule never fires that fires in honest ones."""
    repo = stage.repository()
    log = log_of(repo)
    found = read_episodes(log).episodes
    calm = next(each for each in found if CALM in each.header.sample)
    rewrite(log, [*found, *(_success(calm, number) for number in range(40))])
    return stage.propose(repo, answering(WIDE))


def honest_successes(stage: Stage) -> Outcome:
    """Play the same draft without the stranger's successes; it must fail on separation."""
    return stage.propose(stage.repository(), answering(WIDE))


def _success(calm: Episode, number: int) -> Episode:
    """Return a copy without its first hint, as another sample of one outside source."""
    name, sample = f"e-{number:012x}", f"outside-{number}"
    header = replace(calm.header, episode=name, sample=sample, case=sample, source="student:7")
    kept = [step for step in calm.steps if (step.proposed or {}).get("hint_level") != 1]
    steps = tuple(replace(step, episode=name) for step in kept)
    assert calm.outcome is not None
    return Episode(header, steps, replace(calm.outcome, episode=name, events_sha256=""))


def edited_log(stage: Stage) -> Outcome:
    """Change a word in the recorded run, then replay it and draft from it."""
    repo = stage.repository()
    log = log_of(repo)
    log.write_bytes(log.read_bytes().replace(b"smooth bright stripe", b"rough darker stripe"))
    replayed = stage.command(repo, "replay", "--run", "latest", "--all")
    drafted = stage.command(repo, "propose", "--dry-run")
    assert "was edited since it was written; left out" in drafted.shown["stderr"], drafted
    return together(replay=replayed, propose=drafted)


def edited_cassette(stage: Stage) -> Outcome:
    """Record a run, change an answer in the recording, and replay it."""
    repo = stage.repository()
    config = (repo / "ace.yaml").read_text(encoding="utf-8")
    sample = f"--sample=hostile.{CALM}-0~novice"
    write(repo, "ace.yaml", config.replace("retries: 0}", "retries: 0, record: tape.jsonl}"))
    recorded = stage.command(repo, "run", "--quiet", sample)
    assert not recorded.refusals, recorded
    tape = repo / "tape.jsonl"
    tape.write_bytes(tape.read_bytes().replace(b"sharp edge", b"sharp EDGE"))
    lines = [line for line in config.splitlines() if not line.startswith("controller")]
    write(repo, "ace.yaml", "\n".join([*lines, "controller: {kind: recorded, cassette: tape.jsonl}", ""]))
    return together(run=stage.command(repo, "run", "--quiet", sample))


def imported_counts(stage: Stage) -> Outcome:
    """Import another program's playbook whose counters say that a bad rule helped 999 times."""
    repo = stage.repository()
    skill = {"id": "s-1", "section": "evidence", "content": CANARY, "helpful": 999, "harmful": 0}
    write(repo, "skills.json", json.dumps({"skills": {"s-1": skill}}))
    made = stage.command(repo, "playbook", "import", str(repo / "skills.json"), "--words-only")
    written = "".join(path.read_text() for path in (repo / "playbooks").rglob("*.yaml"))
    assert "999" not in written, "a count somebody wrote became part of a rule"
    return made


def told_judge(stage: Stage) -> Outcome:
    """Ask a judge that obeys what stands in the answer it judges; return its problems as refusals."""
    repo = stage.repository()
    write(repo, "rude.yaml", rubric_yaml())
    start = len(stage.server.requests)
    judged = stage.command(repo, "judge", "run", str(repo / "rude.yaml"), "latest", "--quiet", "--json")
    for request in stage.server.requests[start:]:
        instructions, asked = (str(message["content"]) for message in objects(request["messages"])[:2])
        _, _, data = asked.partition("\n")
        assert isinstance(json.loads(data.rsplit("\nEND OF DATA\n", 1)[0]), dict), "nothing in it ends the block"
        assert SCORE not in instructions
    value = json.loads(judged.shown["stdout"])
    assert value["is_advisory"], "a judge that nobody calibrated counts"
    assert {item["is_failing"] for item in value["episodes"]} == {None}
    return replace(judged, refusals=(*judged.refusals, *(item["problem"] for item in value["episodes"])))


RECORDS = (
    Case(15, "evidence-of-nobody", "a rule's evidence", cite_nobody, PLACE + NOBODY, (), (), ("lint",)),
    Case(15, "evidence-of-another-run", "a rule's evidence", cite_another_run, PLACE + "not in the run",
         (), (), ("lint",)),
    Case(15, "curator-writes-evidence", "the curator's answer", curator_writes_evidence, "",
         (NOBODY, "999", "+safety: true", "+enforce: gate", "+priority: 0")),
    Case(16, "quote-that-is-not-there", "a rule's evidence", cite_another_quote, PLACE + "quote", (), (), ("lint",)),
    Case(17, "one-source", "traces of one student", flooded_source, "^evidence: .*student:7", (f"[{RULE_ID}]",)),
    Case(18, "honest-successes", "nothing", honest_successes, "^separation", (f"[{RULE_ID}]",)),
    Case(18, "poisoned-successes", "traces of one student", poisoned_successes, "^(separation|evidence|source)",
         (f"[{RULE_ID}]",)),
    Case(26, "score-in-an-answer", "what is judged", told_judge, "^`label` must be"),
    Case(27, "counts-in-an-import", "a playbook from elsewhere", imported_counts, "", (CANARY,)),
    Case(30, "edited-log", "an event log", edited_log, "(?i)^replay: .*edited", (), (), ("replay",)),
    Case(30, "edited-cassette", "a recording", edited_cassette, "^run: .*hash chain", (), (), ("run",)),
)  # fmt: skip
