"""Each claim of an episode with what it cites or shares words with, and the counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ace.audit.claims import Claim, claims_of, strings
from ace.audit.evidence import Evidence, evidence_of
from ace.audit.student_words import quotes_student
from ace.audit.support import FEWEST_SHARED, SHARED_SHARE, Support, measure
from ace.text.counted import counted
from runtime.agents.registry import AGENTS
from runtime.contracts.trace_event import Episode

Status: TypeAlias = Literal[
    "cited", "shares_words", "weak", "too_little", "quotes_student", "uncited", "invented"
]  # fmt: skip
STATUSES: tuple[Status, ...] = (
    "cited", "shares_words", "weak", "too_little", "quotes_student", "uncited", "invented"
)  # fmt: skip
LIMITS = (
    "This counts words and numbers that a claim shares with what was found. It cannot tell whether the source is "
    "right, whether a paraphrase means the same, or whether the image shows it; a person has to."
)

_CITED = (
    f"cited: it cites something found that has at least {SHARED_SHARE:.0%} of its words (and {FEWEST_SHARED}), its "
    "numbers and its negation; weak: it cites something found, but not that; uncited: it cites nothing; invented: it "
    "cites only what was never found. "
)
_TAUGHT = (
    "Taught statements cite nothing and are set beside all found before: shares words with: as many words, numbers and "
    f"negation; weak from {SHARED_SHARE / 2:.0%} of the words; uncited below. "
)
_TOO_LITTLE = f"Too little to tell: it has fewer than {FEWEST_SHARED} words to compare."
_STUDENT = (
    " Quotes the student: it says what the student said or thinks, which may be wrong; it is no claim of the tutor."
)
MEANINGS = f"{_CITED}{_TAUGHT}{_TOO_LITTLE}{_STUDENT}"


def teaches(episode: Episode) -> bool:
    """Return True when an agent with a student made `episode`: only such a one has statements that were taught."""
    agent = AGENTS.get(episode.header.agent)
    return agent is not None and agent.teaches


@dataclass(frozen=True)
class AuditedClaim:
    """A claim, the evidence beside it best first, and the ids it cites that name nothing.

    `cited`: it cites a piece that has the claim's words, numbers and negation. `weak`: cited, but not that. `invented`:
    it cites only what does not exist. `uncited`: it cites nothing. What was taught cannot cite, so it is set beside
    everything found before it: `shares_words` is then what has the words, `weak` what shares at least half the bar,
    `uncited` the rest. `too_little`: under three words to compare. `quotes_student`: not the tutor's own claim.
    """

    claim: Claim
    supports: tuple[Support, ...]
    unknown: tuple[str, ...]
    status: Status
    why: str


@dataclass(frozen=True)
class Audit:
    """An episode's claims. `invented` are ids the answer cites that name nothing found."""

    episode: Episode
    claims: tuple[AuditedClaim, ...]
    evidence: tuple[Evidence, ...]
    invented: tuple[str, ...]

    def count(self, source: str, status: Status) -> int:
        """Return how many claims of "answer" or "teaching" have `status`."""
        return sum(one.claim.source == source and one.status == status for one in self.claims)

    @property
    def is_clean(self) -> bool:
        """True when the answer leaves no claim uncited and cites nothing that does not exist."""
        return not (self.count("answer", "uncited") or self.count("answer", "invented") or self.invented)


def meanings_of(audit: Audit) -> str:
    """Return what each status means that a claim of `audit` may have."""
    if teaches(audit.episode):
        return MEANINGS
    has_taught = any(one.claim.source == "teaching" for one in audit.claims)
    return f"{_CITED}{_TAUGHT if has_taught else ''}{_TOO_LITTLE}"


def audit_episode(episode: Episode) -> Audit:
    """Return the audit; it reads the record alone."""
    evidence = evidence_of(episode)
    claims = tuple(
        _of_student(claim) if quotes_student(claim, episode) else _audited(claim, evidence)
        for claim in claims_of(episode)
    )
    cited = [name for one in claims if one.claim.source == "answer" for name in one.unknown]
    answer = episode.outcome.answer if episode.outcome is not None else {}
    return Audit(episode, claims, evidence, tuple(dict.fromkeys([*strings(answer.get("invented")), *cited])))


def _of_student(claim: Claim) -> AuditedClaim:
    return AuditedClaim(claim, (), (), "quotes_student", "what the student said or thinks; not audited as a claim")


def _audited(claim: Claim, evidence: Sequence[Evidence]) -> AuditedClaim:
    before = {item.id: item for item in evidence if item.step < claim.step or claim.source == "answer"}
    named = claim.cited if claim.source == "answer" or claim.is_own else tuple(before)
    unknown = tuple(name for name in named if name not in before)
    supports = [measure(claim.text, before[name]) for name in dict.fromkeys(named) if name in before]
    ordered = tuple(sorted(supports, key=lambda one: (one.is_enough, one.share), reverse=True))
    status, why = _judged(claim, ordered, unknown)
    return AuditedClaim(claim, ordered, unknown, status, why)


def _judged(claim: Claim, supports: tuple[Support, ...], unknown: tuple[str, ...]) -> tuple[Status, str]:
    best = supports[0] if supports else None
    if best is None and unknown:
        return "invented", f"it cites {', '.join(unknown)}, and no such evidence was found"
    if best is None:
        return "uncited", "it cites nothing" if claim.source == "answer" else "nothing had been found yet"
    if best.words < FEWEST_SHARED and not best.missing_numbers and not best.is_negation_apart:
        return "too_little", f"it has {counted(best.words, 'word')} to compare with {best.evidence.id}"
    is_citing = claim.source == "answer" or claim.is_own
    if best.is_enough:
        status: Status = "cited" if is_citing else "shares_words"
        return status, f"{best.shared} of its {best.words} words are in {best.evidence.id}"
    is_short = best.share < SHARED_SHARE or best.shared < min(FEWEST_SHARED, best.words) or not best.words
    reasons = [f"only {best.shared} of its {best.words} words are in {best.evidence.id}"] if is_short else []
    if best.missing_numbers:
        reasons.append(f"{', '.join(best.missing_numbers)} is not in {best.evidence.id}")
    if best.is_negation_apart and best.share >= SHARED_SHARE / 2:
        reasons.append(f"one of claim and {best.evidence.id} is negated, the other is not")
    is_near = is_citing or best.share >= SHARED_SHARE / 2
    return ("weak" if is_near else "uncited"), "; ".join(reasons)
