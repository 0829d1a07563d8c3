"""A repository as a user drives it, a small playbook, and evidence that fits it."""

import hashlib
import subprocess
from pathlib import Path

from ace.review.evidence import ClusterFacts, Cost, EvidenceRecord, Quote, TargetRate, TokenCount, TrialRow
from ace.review.fingerprint import fingerprint, proposal_id
from ace.review.git_plumbing import Identity
from runtime.rules.read_rule import parse_rule

RULE_PATH = "playbooks/tutor/tools/retrieve-before-web.yaml"
RULE_ID = "tools.retrieve-before-web"
OLD_RULE = b"""schema: 1
id: tools.retrieve-before-web
title: Query the local database before the web
agent: tutor
text: |
  Call `retrieve` first before you call `web_browser`.
when: action.name == "web_browser"
priority: 40
"""
NEW_RULE = OLD_RULE.replace(b" first before", b" and read what it returned before").replace(
    b"priority: 40", b"require: state.retrieval.queried\npriority: 40"
)
GREETING_PATH = "playbooks/tutor/misc/old-greeting.yaml"
GREETING = b"""schema: 1
id: misc.old-greeting
title: Greet the student first
agent: tutor
text: Greet the student by name.
"""
ADDED_PATH = "playbooks/tutor/safety/refer-dosing.yaml"
ADDED = b"""schema: 1
id: safety.refer-dosing
title: Refer questions about doses
agent: tutor
text: Refer every question about a dose to a clinician.
priority: 10
"""
MERGED = OLD_RULE + b"related:\n  - {id: misc.old-greeting, type: replaces}\n"
MERGE: dict[str, bytes | None] = {RULE_PATH: MERGED, GREETING_PATH: None}
GATED = NEW_RULE.replace(b"priority: 40", b"enforce: gate\npriority: 40")
BOT = Identity("ace", "ace@example.org")
WHEN = "2026-01-31T12:00:00Z"


class Repository:
    """A git repository in a temporary folder, driven as a user would."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def git(self, *args: str, stdin: bytes = b"") -> str:
        """Return what git printed, without the white space at its ends."""
        done = subprocess.run(["git", *args], cwd=self.path, input=stdin, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
        return done.stdout.decode().strip()

    def write(self, path: str, data: bytes) -> None:
        """Write a file of the working tree."""
        target = self.path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def commit(self, **files: bytes) -> str:
        """Commit everything in the working tree and return the commit."""
        for path, data in files.items():
            self.write(path, data)
        self.git("add", "-A")
        self.git("-c", "user.name=user", "-c", "user.email=user@example.org", "commit", "-q", "-m", "by the user")
        return self.git("rev-parse", "HEAD")

    def blob(self, commit: str, path: str) -> bytes:
        """Return a file of a commit, byte for byte."""
        return subprocess.run(
            ["git", "cat-file", "blob", f"{commit}:{path}"], cwd=self.path, capture_output=True, check=True
        ).stdout


def make_evidence(base_commit: str, operation: str = "edit", /, **changes: object) -> EvidenceRecord:
    """Return a complete record; `changes` replace fields of it."""
    path, rule_id, data = {
        "edit": (RULE_PATH, RULE_ID, NEW_RULE),
        "add": (ADDED_PATH, "safety.refer-dosing", ADDED),
        "delete": (GREETING_PATH, "misc.old-greeting", None),
        "merge": (RULE_PATH, RULE_ID, MERGED),
    }[operation]
    rule = parse_rule(data, path) if data else None
    merged = ("misc.old-greeting",) if operation == "merge" else ()
    quote = "I looked it up on the web."
    fields: dict[str, object] = {
        "proposal": proposal_id(fingerprint(operation, rule_id, rule, merged)),
        "op": operation,
        "rule_id": rule_id,
        "merged": merged,
        "playbook": "playbooks/tutor",
        "base": base_commit,
        "run_id": "r-0001",
        "cluster": ClusterFacts(id="c-1f9a", name="web before local", detector="web_first", failures=14, samples=9),
        "quotes": (
            Quote(episode="e-7c1", sample="s-1", step=3, text=quote, sha256=hashlib.sha256(quote.encode()).hexdigest()),
        ),
        "trials": (
            TrialRow(
                stage="held-out", metric="success", n=400, before=0.617, after=0.692, fixed=62, broke=32,
                e_value=31.72, change_low=0.023, change_high=0.127,
            ),
        ),
        "target": TargetRate(name="web before local", before_rate=0.121, after_rate=0.01, n=400),
        "prompt_tokens": TokenCount(before=1840, after=1895),
        "controller": "openai/gpt-x",
        "curator": "heuristic",
        "simulated": False,
        "verdict": "confirmed",
        "verdict_reason": "62 samples were fixed and 32 broke, on samples the curator never saw.",
        "not_checked": ("The solver was not measured.",),
        "cost": Cost(model_calls=800, prompt_tokens=1000, completion_tokens=500, usd=1.25, minutes=12.5),
    }  # fmt: skip
    return EvidenceRecord.model_validate(fields | changes)
