"""SLAKE's questions for knowledge, asked of one model with passages from the local index and without any: paired."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, replace

from analyzers.judge_agreement import mcnemar
from runtime.contracts.errors import ModelError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import Controller, ModelReply, ModelRequest, Retriever
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState, Budgets, StudentState
from runtime.loop.parts import step_seed
from runtime.loop.solve import parse_answer
from runtime.models.closing import close_controller
from runtime.prompts.assemble import citation_ids, solver_messages
from runtime.prompts.schemas import answer_schema
from runtime.state.parse_action import ParseProblem
from runtime.state.transitions import start, with_retrieval

PASSAGES = 4
MAX_TOKENS = 260


@dataclass(frozen=True)
class SlakeRun:
    """`is_forced` leaves the model no way to say that the evidence is insufficient: it then answers every question."""

    questions: tuple[TutorSample, ...]
    seed: int = 0
    is_forced: bool = False


@dataclass(frozen=True)
class ArmAnswer:
    """One answer. `letter` is "" where the model said that it cannot tell, or wrote nothing that could be read."""

    letter: str
    is_right: bool
    how: str
    confidence: float
    cited: int
    invented: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    finish_reason: str = ""


@dataclass(frozen=True)
class AskedBoth:
    """One question's two answers, and the citations of the passages it was given."""

    case: str
    question: str
    answer: str
    passages: tuple[str, ...]
    given: ArmAnswer
    bare: ArmAnswer
    options: int


@dataclass(frozen=True)
class SlakeResult:
    """What was asked of whom; every figure follows from `asked`."""

    model: str
    is_simulated: bool
    is_forced: bool
    seed: int
    asked: tuple[AskedBoth, ...]

    @property
    def pairs(self) -> tuple[int, int, int, int]:
        """Questions right in both arms, only with passages, only without, in neither."""
        counts = Counter((item.given.is_right, item.bare.is_right) for item in self.asked)
        return counts[True, True], counts[True, False], counts[False, True], counts[False, False]

    @property
    def chance(self) -> float:
        """Right answers to be expected of guessing: the sum of one over each question's options."""
        return sum(1 / item.options for item in self.asked)

    @property
    def p_value(self) -> float:
        """McNemar's exact two-sided p over the questions that differ; 1.0 where none does."""
        _, gained, lost, _ = self.pairs
        return mcnemar(lost, gained)

    def to_json(self) -> JsonObject:
        """Return every field, counts and p first."""
        both, gained, lost, neither = self.pairs
        head = {"schema_version": 1, "both": both, "only_with": gained, "only_without": lost, "neither": neither}
        return {**head, "p_value": self.p_value, "chance": round(self.chance, 2), **asdict(self)}


async def measure_slake(
    run: SlakeRun, controller: Controller, retriever: Retriever, report: Callable[[int, int], None]
) -> SlakeResult:
    """Return both answers to every question: the same words, options and seed, first with passages, then without.

    Raises: ModelError when the model is gone.
    """
    asked: list[AskedBoth] = []
    try:
        for number, sample in enumerate(run.questions):
            report(number, len(run.questions))
            asked.append(await _both(run, sample, controller, retriever))
    finally:
        await close_controller(controller)
    info = controller.info
    return SlakeResult(info.label, info.simulated, run.is_forced, run.seed, tuple(asked))


async def _both(run: SlakeRun, sample: TutorSample, controller: Controller, retriever: Retriever) -> AskedBoth:
    bare = start(sample.question, "", StudentState(level="expert"), Budgets())
    hits = tuple(await asyncio.to_thread(retriever.search, query_of(sample), PASSAGES))
    given = with_retrieval(bare, hits, "", 0.0)
    return AskedBoth(
        case=sample.case,
        question=sample.question,
        answer=sample.answer_text,
        passages=tuple(hit.citation for hit in hits),
        given=await _ask(run, sample, given, controller),
        bare=await _ask(run, sample, bare, controller),
        options=len(sample.options),
    )


def query_of(sample: TutorSample) -> str:
    """Return what the index is asked: region, question and the options, which say what there is to decide."""
    question = sample.question.split(" (Asked about ")[0]
    return " ".join([sample.organ, question, *sample.options.values()])


async def _ask(run: SlakeRun, sample: TutorSample, state: AgentState, controller: Controller) -> ArmAnswer:
    letters, known = tuple(sample.options), citation_ids(state)
    request = ModelRequest(
        messages=solver_messages("", state, sample),
        schema=forced_schema(letters, known) if run.is_forced else answer_schema(letters, sorted(known)),
        seed=step_seed(run.seed, 0, 0, sample.case),
        purpose="solve",
        max_tokens=MAX_TOKENS,
        state=state,
        sample=sample,
    )
    reply = await controller.complete(request)
    return read_answer(reply, sample, known)


def forced_schema(letters: Sequence[str], known: Collection[str]) -> JsonObject:
    """Return the answer's schema without "insufficient_evidence" and without an empty letter."""
    schema = answer_schema(letters, sorted(known))
    properties = schema["properties"]
    assert isinstance(properties, dict)
    return {**schema, "properties": {**properties, "status": {"enum": ["answer"]}, "answer": {"enum": list(letters)}}}


def read_answer(reply: ModelReply, sample: TutorSample, known: frozenset[str]) -> ArmAnswer:
    """Return what the model answered; one attempt, nothing is asked again."""
    value = parse_answer(reply.text, tuple(sample.options), known)
    made = ArmAnswer("", False, "unusable", 0.0, 0, 0, reply.prompt_tokens, reply.completion_tokens, reply.seconds)
    made = replace(made, finish_reason=reply.finish_reason)
    if isinstance(value, ParseProblem):
        return made
    letter, citations, invented, confidence = (value[key] for key in ("answer", "citations", "invented", "confidence"))
    assert isinstance(citations, list)
    assert isinstance(invented, list)
    assert isinstance(confidence, float)
    return replace(
        made,
        letter=str(letter),
        is_right=letter == sample.answer,
        how=str(value["status"]),
        confidence=confidence,
        cited=len(citations),
        invented=len(invented),
    )


def slake_text(result: SlakeResult) -> str:
    """Return the figures as a table; `simulated` stands in it where the model was."""
    both, gained, lost, neither = result.pairs
    n = len(result.asked)
    mode = "an answer was forced" if result.is_forced else "it could say that the evidence is insufficient"
    lines = [
        f"{n} questions for knowledge, {result.model}, seed {result.seed}; {mode}",
        "",
        f"{'':<14} {'right':>9} {'abstained':>10} {'unusable':>9} {'cited':>6} {'invented':>9} "
        f"{'tokens in':>10} {'out':>7}",
    ]
    for name, arm in (("passages", [a.given for a in result.asked]), ("no passages", [a.bare for a in result.asked])):
        how = Counter(answer.how for answer in arm)
        right = sum(answer.is_right for answer in arm)
        lines.append(
            f"{name:<14} {right:>4} {right / max(n, 1):>4.0%} {how['insufficient_evidence']:>10} {how['unusable']:>9} "
            f"{sum(answer.cited > 0 for answer in arm):>6} "
            f"{sum(answer.invented > 0 for answer in arm):>9} {sum(a.prompt_tokens for a in arm):>10} "
            f"{sum(a.completion_tokens for a in arm):>7}"
        )
    lines += [
        "",
        f"guessing would give about {result.chance:.1f} right",
        f"right in both {both}, only with passages {gained}, only without {lost}, in neither {neither}",
        f"McNemar exact, two-sided: p = {result.p_value:.3g}",
    ]
    return "\n".join(lines) + "\n"


def check_kind(controller: Controller) -> None:
    """Return when the model can be measured. Raises: ModelError for the simulated one, which knows the answer."""
    if controller.info.backend == "simulated":
        raise ModelError("the simulated controller is told the answer: measure a model (--base-url and --model)")
