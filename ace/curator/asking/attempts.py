"""One cluster, asked about until a draft passes or the attempts are used up; the best draft is kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from ace.curator.asking.cluster_facts import ClusterFacts, earlier_answers
from ace.curator.asking.question import ask_about, seed_of
from ace.curator.asking.spending import Spent
from ace.curator.checks.check import Check
from ace.curator.draft import Attempt, CuratorInput, Draft, Refused
from ace.curator.model_operation import NO_CHANGE, read_operation
from ace.curator.settle import settle
from runtime.contracts.errors import ModelError, ModelUnavailableError
from runtime.contracts.ports import Controller

ONLY_WORDS = "changes words only; change the condition, or propose none"
DraftCheck: TypeAlias = Callable[[Draft], Sequence[Check]]
Finish: TypeAlias = Callable[[Draft], Draft]


@dataclass(frozen=True)
class Asking:
    """Who is asked with which seed, and how a draft is judged: by checks that never look at held-out samples."""

    model: Controller
    seed: int
    check: DraftCheck | None = None

    @property
    def name(self) -> str:
        """How drafts and refusals name the curator."""
        return f"model {self.model.info.label}"


class Answered(NamedTuple):
    """What came of one cluster: `made` is the best draft, else why there is none. `gone`: the model answers no more."""

    made: Draft | Refused
    attempts: tuple[Attempt, ...]
    spent: Spent
    gone: bool = False


async def ask_until_sound(
    asking: Asking, seen: CuratorInput, facts: ClusterFacts, finish: Finish, spent: Spent
) -> Answered:
    """Return what the model made of the cluster in at most `seen.budget.attempts` answers.

    It is asked again, with what was wrong, when an answer cannot be used or its draft fails a check; not when it says
    that no change is needed. Of several drafts that with fewest failing checks is kept, the earliest of equals.
    `finish` is applied to a draft before it is checked (it may make an edit of an addition).
    Raises: ModelError when the very first question of all gets no answer.
    """
    attempts: tuple[Attempt, ...] = ()
    stopped, is_gone = "", False
    while not _is_done(attempts, seen.budget.attempts):
        number = len(attempts) + 1
        told = facts.told(earlier_answers(attempts, facts.says))
        question = ask_about(seen, told, facts.operations, seed_of(asking.seed, facts.cluster.id, number))
        stopped = spent.refusal(question.request, seen.budget)
        if stopped:
            stopped = f"not asked{' again' if attempts else ''}: {stopped}"
            break
        try:
            reply = await asking.model.complete(question.request)
        except ModelError as exc:
            if not spent.calls:
                raise
            stopped, is_gone = str(exc), isinstance(exc, ModelUnavailableError)
            break
        spent = spent.plus(question.request, reply)
        attempt = _attempt(asking, seen, facts, finish, reply.text)
        attempts = (*attempts, replace(attempt, number=number, left_out=question.left_out))
    return Answered(_best(asking, facts.cluster.id, attempts, stopped), attempts, spent, is_gone)


def _is_done(attempts: Sequence[Attempt], most: int) -> bool:
    if not attempts:
        return False
    last = attempts[-1]
    is_sound = last.draft is not None and not last.failing
    return is_sound or last.problem == NO_CHANGE or len(attempts) >= most


def _attempt(asking: Asking, seen: CuratorInput, facts: ClusterFacts, finish: Finish, raw: str) -> Attempt:
    made = read_operation(raw, seen, facts.cluster, asking.name, facts.candidates)
    if isinstance(made, Refused):
        return Attempt(facts.cluster.id, 0, raw, None, problem=made.reason)
    # An edit of a rule that is not near is unusual, not wrong: the checks tell. What goes must have been found to go.
    if made.op not in {*facts.operations, "add", "edit"}:
        offered = f"{made.op} is not offered here: the operations are {', '.join(facts.operations)}"
        return Attempt(facts.cluster.id, 0, raw, None, problem=offered)
    draft = finish(made)
    if asking.check is not None:
        draft = settle(draft, seen, asking.check)
    if _is_same(draft):
        return Attempt(facts.cluster.id, 0, raw, None, problem=ONLY_WORDS)
    checks = asking.check(draft) if asking.check is not None else ()
    failing = tuple(_words(check) for check in checks if not check.ok)
    passing = tuple(check.name for check in checks if check.ok)
    return Attempt(facts.cluster.id, 0, raw, draft, failing=failing, passing=passing)


def _is_same(draft: Draft) -> bool:
    """True for an edit of which nothing is left, its words having been made of a condition that stays."""
    before, after = draft.before, draft.after
    return (
        draft.op == "edit" and before is not None and after is not None and before.fingerprint() == after.fingerprint()
    )


def _words(check: Check) -> str:
    figure = f"; {check.value}" if check.value else ""
    return f"{check.name}: {check.detail}{figure}"


def _best(asking: Asking, cluster: str, attempts: Sequence[Attempt], stopped: str) -> Draft | Refused:
    drafts = [item for item in attempts if item.draft is not None]
    if drafts:
        best = min(drafts, key=lambda item: (len(item.failing), item.number))
        assert best.draft is not None
        return best.draft
    if not attempts:
        return Refused(cluster, asking.name, stopped)
    last = attempts[-1]
    return Refused(cluster, asking.name, f"{last.problem}; {stopped}" if stopped else last.problem, last.raw)
