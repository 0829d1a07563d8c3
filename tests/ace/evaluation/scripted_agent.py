"""An agent whose every episode is written down beforehand, and samples to run it on."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from runtime.contracts.ports import EpisodeJob, TraceSink
from runtime.contracts.sample import Sample, Split
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode, Event, Header, Outcome, Step

Ending: TypeAlias = Literal["solved", "failed", "error", "waits"]
# What becomes of an episode: from the sample, the job, and how often this place was run before.
Script: TypeAlias = Callable[[Sample, EpisodeJob, int], Ending]
_TERMINALS = {"error": "infrastructure_error", "waits": "awaiting_approval"}


@dataclass
class ScriptedAgent:
    """Implements AgentUnderTest; `ran` lists arm, sample and trial in the order they were begun."""

    script: Script = lambda sample, job, times: "solved"
    ran: list[tuple[str, str, int]] = field(default_factory=list)

    @property
    def info(self) -> ControllerInfo:
        """Who decides: nobody."""
        return ControllerInfo("scripted", "fixed", simulated=True)

    async def run(self, sample: Sample, job: EpisodeJob, sink: TraceSink | None = None) -> Episode:
        """Return the episode as written down."""
        place = (job.run, sample.id, job.trial)
        times = self.ran.count(place)
        self.ran.append(place)
        ending = self.script(sample, job, times)
        episode = scripted_episode(sample, job, ending)
        assert episode.outcome is not None
        events: tuple[Event, ...] = (episode.header, *episode.steps, episode.outcome)
        for event in events:
            if sink is not None:
                sink.write(event)
        return episode


def scripted_episode(
    sample: Sample, job: EpisodeJob, ending: Ending, *, tokens: int = 100, seconds: float = 0.0, usd: float = 0.0
) -> Episode:
    """Return a whole episode of one step."""
    name = f"e-{job.run}-{sample.id}-{job.trial}-{job.attempt}"
    header = Header(
        run=job.run, episode=name, sample=sample.id, case=sample.case, split=sample.split, trial=job.trial,
        seed=job.seed, agent=sample.agent, controller=ControllerInfo("scripted", "fixed", simulated=True),
        playbook_commit=job.commit, rules={}, rules_dropped=(), context={},
    )  # fmt: skip
    step = Step(job.run, name, 0, (Attempt("said", seconds=seconds),), "a" * 64, "b" * 64)
    spent = {"model_calls": 1, "prompt_tokens": tokens - 10, "completion_tokens": 10, "cost_usd": usd}
    terminal = _TERMINALS.get(ending, "responded")
    scores = {"success": float(ending == "solved")} if ending in {"solved", "failed"} else {}
    error = "ServerError: no answer from the model." if ending == "error" else ""
    outcome = Outcome(job.run, name, terminal, "", scores, spent=spent, error=error)  # type: ignore[arg-type]
    return Episode(header, (step,), outcome)


def plain_samples(count: int, split: Split = "dev") -> tuple[Sample, ...]:
    """Return samples `s00`, `s01` ..., each a case of its own."""
    return tuple(Sample(id=f"s{i:02}", case=f"c{i:02}", agent="scripted", split=split) for i in range(count))
