"""One episode of a person's own agent, whichever way it is reached: whatever goes wrong becomes its outcome."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from runtime.agents.own.faults import AgentFaultError, spoken
from runtime.agents.own.own_action import Vocabulary
from runtime.agents.own.record_lines import EpisodeRecord
from runtime.agents.own.request import Asked, opening_text
from runtime.agents.own.sample import OwnSample
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import as_object
from runtime.contracts.ports import Clock, EpisodeJob, TraceSink
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import ControllerInfo, Episode, Header, Said
from runtime.loop.episode_recorder import EpisodeRecorder, SinkError
from runtime.loop.run_episode import episode_id
from runtime.rules.render_rules import render_rules
from runtime.traces.recordable import recordable_data, recordable_text


@dataclass(frozen=True)
class OwnParts:
    """What every kind of own agent is made of. `rules_tokens` bounds the rules that a request holds."""

    info: ControllerInfo
    words: Vocabulary
    clock: Clock
    rules_tokens: int
    timeout_s: float


async def play_episode(
    parts: OwnParts,
    sample: Sample,
    job: EpisodeJob,
    sink: TraceSink | None,
    talk: Callable[[EpisodeRecord], Awaitable[None]],
) -> Episode:
    """Return the episode that `talk` gives the lines of.

    Raises: SinkError when the trace cannot be written, RuleError when the rules cannot be injected: both would spoil
    every episode alike.
    """
    assert isinstance(sample, OwnSample), f"an own agent needs its own samples, not {type(sample).__name__}"
    # An own agent has one prompt, and no solver besides it: every rule reaches it.
    rendered = render_rules(job.rules, parts.rules_tokens)
    asked = Asked(sample, job, episode_id(job.run, sample.id, job.trial, job.attempt), rendered)
    record = EpisodeRecord(asked, parts.words, EpisodeRecorder(sink), parts.clock)
    record.begin(_header(parts, asked))
    try:
        await talk(record)
        record.finish()
    except SinkError:
        raise
    except AgentFaultError as exc:
        record.fail(f"{exc.kind}: {exc}")
    except RuntimeFault as exc:
        record.fail(str(exc))
    except Exception as exc:  # noqa: BLE001  the episode boundary: a fault becomes recorded data, the batch goes on
        record.fail(spoken(exc))
    finally:
        record.close()
    return record.episode()


def _header(parts: OwnParts, asked: Asked) -> Header:
    sample, job, rendered = asked.sample, asked.job, asked.rendered
    opening = recordable_text(opening_text(as_object(recordable_data(sample.input))))
    return Header(
        run=job.run,
        episode=asked.episode,
        sample=sample.id,
        case=sample.case,
        split=sample.split,
        trial=job.trial,
        seed=job.seed,
        agent=sample.agent,
        controller=parts.info,
        playbook_commit=job.commit,
        rules={rule.id: rule.fingerprint()[:16] for rule in rendered.included},
        rules_dropped=rendered.dropped,
        context={"sample": sample.id, "tags": list(sample.tags)},
        started=parts.clock.now(),
        image=sample.image,
        question=opening,
        # Nobody plays a student here.
        student_simulated=False,
        opening=(Said("user", opening),) if opening else (),
        rules_bundle=job.bundle,
    )
