"""What one `ace cycle` came to, and the one line that says so."""

from collections import Counter
from dataclasses import dataclass

from ace.cycle.analyze_run import Analysis
from ace.cycle.draft_changes import Drafted
from ace.cycle.journal.cycle_record import CycleStatus
from ace.cycle.journal.retest_step import CycleRetest
from ace.cycle.open_proposals import Opened
from ace.cycle.plan_cost import is_use_unreported
from ace.cycle.propose import Judged, Proposed
from ace.evaluation.usage import Usage
from ace.forges.opened_requests import RequestRow
from ace.runs.run_record import LoadedRun
from ace.text.counted import counted
from runtime.contracts.json_types import JsonObject

DONE, ERROR, OPENED, STOPPED = 0, 1, 2, 3
_RETEST_FIELDS = {"rule", "word", "cases", "better", "worse", "e_without", "e_with"}


@dataclass(frozen=True)
class StepResults:
    """What the steps came to so far; None: not come to.

    `judging_episodes`: how many were run to judge and re-test since the cycle began. `stale`: that the reviewed branch
    moved while it judged, "" where it did not.
    """

    run: LoadedRun | None = None
    analysis: Analysis | None = None
    drafted: Drafted | None = None
    judged: Judged | None = None
    opened: tuple[Opened, ...] = ()
    shared: tuple[RequestRow, ...] = ()
    is_dry_run: bool = False
    retested: CycleRetest | None = None
    judging_episodes: int = 0
    stale: str = ""

    @property
    def proposed(self) -> Proposed | None:
        """The same as `ace propose` tells it; None before there were drafts."""
        if self.run is None or self.analysis is None or self.drafted is None:
            return None
        judged = self.judged or Judged()
        return Proposed(
            self.run, self.analysis, self.drafted, judged.judgements, self.opened, judged.skipped, self.is_dry_run
        )


@dataclass(frozen=True)
class CycleOutcome:
    """How a cycle ended. `reason`: what stopped it or why it failed, "" where it is done; `error`: what was raised.

    `used`: model calls, tokens and USD since the cycle began; `minutes`: of this command. `id` is empty where something
    was in the way before a cycle was begun. `given_up`: ids of earlier ones that are not gone on with any more.
    """

    id: str
    status: CycleStatus
    results: StepResults
    used: Usage
    minutes: float
    reason: str = ""
    error: Exception | None = None
    notes: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()

    @property
    def new(self) -> tuple[Opened, ...]:
        """The proposals it opened."""
        return tuple(item for item in self.results.opened if item.proposal is not None and not item.why_not)

    @property
    def exit_code(self) -> int:
        """0 done or nothing to do, 1 an error, 2 proposals opened, 3 stopped at a ceiling or the deadline."""
        if self.status == "failed":
            return ERROR
        if self.status == "stopped" and not self.is_until:
            return STOPPED
        return OPENED if self.new else DONE

    @property
    def is_until(self) -> bool:
        """True where `--until` ended it, as it was to."""
        return self.reason.startswith("--until")

    @property
    def is_use_unreported(self) -> bool:
        """True where the agent brings its own model and says nothing of what it used: `used` is not all there was."""
        return self.results.run is not None and is_use_unreported(self.results.run.episodes)

    @property
    def summary(self) -> str:
        """One line for a log."""
        parts = [
            *_run_parts(self.results),
            *_retest_parts(self.results),
            *_judging_parts(self.results),
            *_proposal_parts(self.results, self.new),
            *([self.results.stale] if self.results.stale and self.new else []),
            *(_use_parts(self) if self.id else []),
            *([f"given up: {', '.join(self.given_up)}"] if self.given_up else []),
        ]
        if self.reason:
            said = " ".join(self.reason.split())
            parts.append(f"ended by {said}" if self.is_until else f"{self.status}: {said[:300]}")
        return f"ace cycle{' ' if self.id else ''}{self.id}: {', '.join(parts)}"

    def to_json(self) -> JsonObject:
        """Return what `ace propose --json` says, as far as that was come to, with `cycle`. Units: as there; minutes."""
        proposed = self.results.proposed
        run = self.results.run
        value: JsonObject = proposed.to_json() if proposed is not None else {"run": run.record.run if run else None}
        value["cycle"] = {
            "id": self.id or None,
            "status": self.status,
            "exit_code": self.exit_code,
            "reason": self.reason or None,
            "summary": self.summary,
            "model_calls": self.used.model_calls,
            "prompt_tokens": self.used.prompt_tokens,
            "completion_tokens": self.used.completion_tokens,
            "cost_usd": round(self.used.usd, 6),
            "agent_reports_use": not self.is_use_unreported,
            "minutes": round(self.minutes, 3),
            "opened": [item.proposal.id for item in self.new if item.proposal is not None],
            "requests": [
                {"proposal": row.proposal, "action": row.action, "url": row.url or None, "detail": row.detail}
                for row in self.results.shared
            ],
            "retested": [
                one.model_dump(mode="json", include=_RETEST_FIELDS)
                for one in (self.results.retested.rules if self.results.retested else ())
            ],
            "notes": list(self.notes),
        }
        return value


def _run_parts(results: StepResults) -> list[str]:
    if results.run is None:
        return []
    parts = [f"{counted(len(results.run.episodes), 'episode')} run"]
    if results.run.record.simulated:
        parts[0] += " (simulated)"
    if results.analysis is not None:
        parts.append(f"{results.analysis.failure_rate:.1%} failed")
    return parts


def _retest_parts(results: StepResults) -> list[str]:
    if results.retested is None or not results.retested.rules:
        return []
    rules = results.retested.rules
    harmful = sum(one.word == "harmful" for one in rules)
    return [f"{counted(len(rules), 'rule')} re-tested" + (f" ({harmful} harmful)" if harmful else "")]


def _judging_parts(results: StepResults) -> list[str]:
    return [f"{results.judging_episodes:,} judging episodes"] if results.judging_episodes else []


def _proposal_parts(results: StepResults, new: tuple[Opened, ...]) -> list[str]:
    if results.drafted is None:
        return []
    verdicts = Counter(item.judgement.verdict for item in new)
    each = ", ".join(f"{verdict} {count}" for verdict, count in verdicts.most_common())
    deletions = results.retested.deletions if results.retested else ()
    tested = sum(one in deletions for one in results.drafted.drafts)
    drafts = counted(len(results.drafted.drafts), "draft") + (f" ({tested} from re-testing)" if tested else "")
    parts = [drafts, f"{len(new)} opened" + (f" ({each})" if each else "")]
    refreshed = sum(item.refreshed for item in results.opened)
    return [*parts, f"{refreshed} refreshed"] if refreshed else parts


def _use_parts(outcome: CycleOutcome) -> list[str]:
    used = outcome.used
    calls = f"{used.model_calls:,} call" + ("" if used.model_calls == 1 else "s")
    minutes = f"{outcome.minutes:.0f} min" if outcome.minutes >= 10 else f"{outcome.minutes:.1f} min"
    if not outcome.is_use_unreported:
        return [calls, f"{used.usd:.2f} USD", minutes]
    if not used.model_calls:
        return ["calls and cost not reported by the agent", minutes]
    return [calls, f"{used.usd:.2f} USD without the agent's (not reported)", minutes]
