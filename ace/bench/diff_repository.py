"""A git repository of many rules with five open proposals, for measuring what reads it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ace.bench.rules import FOLDER, bench_files
from ace.evaluation.sign_test import sign_test
from ace.review.evidence import ClusterFacts, EvidenceRecord, TokenCount, TrialRow
from ace.review.fingerprint import fingerprint, proposal_id
from ace.review.git_plumbing import Identity
from ace.review.proposals import open_proposal
from runtime.rules.git_read import resolve_commit, run_git
from runtime.rules.read_rule import parse_rule

PROPOSALS = 5
_IDENTITY = Identity("ace bench", "ace-bench@localhost")
_WHEN = "2026-01-31T12:00:00Z"
_CONFIG = f"schema: 1\nbranch: main\nplaybook: {FOLDER}\ncontroller: {{kind: simulated}}\n".encode()
_ORDINARY = b"Measured, never injected"


@dataclass(frozen=True)
class DiffRepository:
    """A repository at `path` with `rules` rules on `main` and the branches of its proposals."""

    path: Path
    rules: int
    branches: tuple[str, ...]


def make_diff_repository(path: Path, rules: int) -> DiffRepository:
    """Return a new repository at `path`, an empty folder, with `rules` rules (5 or more) and 5 proposals to edit one.

    Its rules are in the commit alone; of files only the configuration is there.
    """
    run_git(path, "init", "--quiet", "-b", "main")
    files = bench_files(rules)
    (path / "ace.yaml").write_bytes(_CONFIG)
    run_git(path, "fast-import", "--quiet", stdin=_stream({"ace.yaml": _CONFIG, **files}))
    base = resolve_commit(path, "main")
    edited = sorted(files)[:: max(1, rules // PROPOSALS)][:PROPOSALS]
    branches = tuple(_propose(path, base, name, files[name]) for name in edited)
    return DiffRepository(path, rules, branches)


def _stream(files: Mapping[str, bytes]) -> bytes:
    """Return one commit of `files` on main, as `git fast-import` reads it."""
    who = f"{_IDENTITY.name} <{_IDENTITY.email}> 1767225600 +0000".encode()
    parts = [b"commit refs/heads/main\ncommitter " + who + b"\ndata 5\nrules\n"]
    parts += [b"M 100644 inline %s\ndata %d\n%s\n" % (name.encode(), len(data), data) for name, data in files.items()]
    return b"".join(parts)


def _propose(path: Path, base: str, name: str, before: bytes) -> str:
    after = before.replace(_ORDINARY, b"Edited, never injected")
    rule = parse_rule(after, name)
    figures = {"n": 90, "before": 0.5, "after": 0.6, "fixed": 9, "p_value": sign_test(9, 0)}
    trial = TrialRow.model_validate({"stage": "development", "metric": "success", **figures})
    record = EvidenceRecord(
        proposal=proposal_id(fingerprint("edit", rule.id, rule)),
        op="edit",
        rule_id=rule.id,
        playbook=FOLDER,
        base=base,
        run_id="r-bench",
        cluster=ClusterFacts(id="c-1", name="bench", detector="bench", failures=14, samples=9),
        trials=(trial,),
        prompt_tokens=TokenCount(before=100, after=101),
        controller="simulated/bench",
        curator="heuristic",
        simulated=True,
        verdict="promising",
        verdict_reason="Measured nothing: this is a bench of the diff.",
    )
    return open_proposal(path, "main", {name: after}, record, _IDENTITY, when=_WHEN).branch
