"""The whole loop: run, find failures, propose, review, merge the best, run again and compare."""

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ace.cycle.analyze_run import Analysis, analyze_run
from ace.cycle.propose import Proposed, propose
from ace.cycle.run_samples import RunRequest, run_samples
from ace.demo.repository import make_repository, merge_branch
from ace.paths import shipped
from ace.report.hooks import propose_hooks
from ace.report.progress import Progress
from ace.report.text import analysis_text, proposed_text
from ace.review.build_diff import build_diff
from ace.review.render_diff import DiffOptions, render_diff
from ace.session import Session, open_session
from ace.starter import starter_files
from runtime.contracts.json_types import JsonObject
from runtime.rules.load_reviewed import injectable

AGENT = "tutor"
CONFIG = b"""\
# The demonstration's configuration: simulated, so it shows the loop and proves nothing about models.
schema: 1
agent: tutor
playbook: playbooks/tutor
branch: main
samples: [samples]
knowledge: [samples/knowledge]
controller:
  kind: simulated
run:
  limit: 90
  seed: 0
gate:
  trials: 1
  must_pass_limit: 12
"""


@dataclass(frozen=True)
class Demo:
    """What the demonstration came to. `before` and `after` are failure rates of the same samples, 0-1."""

    repo: Path
    proposed: Proposed
    after: Analysis | None
    merged: str

    def to_json(self) -> JsonObject:
        """Return it as one JSON object; everything in it is simulated and says so."""
        analysis = self.proposed.analysis
        proposed = self.proposed.to_json()
        return {
            "repo": str(self.repo),
            "simulated": True,
            "episodes": analysis.episodes,
            "findings": len(analysis.findings),
            "clusters": [
                {"id": c.id, "name": c.name, "failures": c.failures, "samples": len(c.samples)}
                for c in analysis.clusters
            ],
            "proposals": proposed["proposals"],
            "merged": self.merged or None,
            "before": round(analysis.failure_rate, 6),
            "after": round(self.after.failure_rate, 6) if self.after else None,
            "after_episodes": self.after.episodes if self.after else 0,
        }


def demo_files() -> dict[str, bytes]:
    """Return the files of the demonstration's repository: configuration, playbook, samples, teaching cards."""
    files = {**starter_files(AGENT, "main"), "ace.yaml": CONFIG}
    top = shipped("samples")
    for path in sorted(top.rglob("*")):
        if path.is_file():
            files[f"samples/{path.relative_to(top).as_posix()}"] = path.read_bytes()
    return files


def run_demo(folder: Path, progress: Progress, say: Callable[[str], None]) -> Demo:
    """Return what the demonstration came to, telling it step by step through `say`."""
    make_repository(folder, demo_files())
    session = open_session(folder, {}, {})
    say(f"A repository with a playbook, samples and teaching cards: {folder}\n")
    say("1. Run the samples (simulated tutor), find failures, group them (ace run, ace analyze)\n")
    run = run_samples(session, _request(progress))
    progress.finish()
    rules = injectable(session.playbook(), AGENT)
    say(analysis_text(analyze_run(session, run, rules), run))
    say("2. Draft rule changes from written remedies, check, judge, open branches (ace propose)\n")
    proposed = propose(session, run, propose_hooks(progress, is_dry_run=False))
    progress.finish()
    say(proposed_text(proposed))
    say("3. Review (ace diff)\n")
    report = build_diff(folder, session.branch, session.settings.playbook)
    say(render_diff(report, DiffOptions()))
    opened = [item for item in proposed.opened if item.proposal is not None]
    if not opened:
        say("No proposal was opened, so there is nothing to merge.\n")
        return Demo(folder, proposed, None, "")
    best = opened[0].proposal
    assert best is not None
    return _merge_and_run_again(session, progress, say, Demo(folder, proposed, None, best.branch))


def _merge_and_run_again(session: Session, progress: Progress, say: Callable[[str], None], demo: Demo) -> Demo:
    merge_branch(demo.repo, demo.merged)
    say(f"4. Merge the best one as a reviewer would (git merge {demo.merged}) and run the same samples again\n")
    again = run_samples(session, _request(progress))
    progress.finish()
    rules = injectable(session.playbook(), AGENT)
    after = analyze_run(session, again, rules)
    target = demo.proposed.opened[0].judgement.target
    before = demo.proposed.analysis
    say(
        f"Failed episodes: {before.failure_rate:.1%} -> {after.failure_rate:.1%} (simulated); "
        f"{target}: {_share(before, target)} -> {_share(after, target)} of episodes\n"
        f"Look around: {_command()} diff -C {demo.repo}\n"
        f"             {_command()} status -C {demo.repo}\n"
    )
    return Demo(demo.repo, demo.proposed, after, demo.merged)


def _command() -> str:
    """Return how `ace` is started here: by name when it is on the path, else by where it lies."""
    beside = Path(sys.executable).parent / "ace"
    return "ace" if shutil.which("ace") or not beside.exists() else str(beside)


def _share(analysis: Analysis, detector: str) -> str:
    found, total = analysis.rates.get(detector, (0, analysis.episodes))
    return f"{found / total:.1%}" if total else "0.0%"


def _request(progress: Progress) -> RunRequest:
    return RunRequest(
        progress=progress.episode,
        started=lambda record: progress.begin(record.run, len(record.samples) * record.trials),
    )
