"""Each claim of an episode with what backs it, and the counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ace.audit.claims import Claim, claims_of, strings
from ace.audit.evidence import Evidence, evidence_of
from ace.audit.support import BACKED_SHARE, FEWEST_SHARED, Support, measure
from runtime.contracts.trace_event import Episode

Status: TypeAlias = Literal["backed", "weak", "uncited", "invented"]
STATUSES: tuple[Status, ...] = ("backed", "weak", "uncited", "invented")
LIMITS = (
    "This counts words and numbers that a claim shares with what was found. It cannot tell whether the source is "
    "right, whether a paraphrase means the same, or whether the image shows it; a person has to."
)

MEANINGS = (
    f"backed: at least {BACKED_SHARE:.0%} of the claim's words (and {FEWEST_SHARED}, of {FEWEST_SHARED} and more), its "
    "numbers and its negation are in what it cites; weak: it cites something, but not that; uncited: it cites nothing; "
    "invented: it cites only what was never found. Taught statements cite nothing and are set beside all found before: "
    f"weak from {BACKED_SHARE / 2:.0%} of the words, uncited below."
)


@dataclass(frozen=True)
class AuditedClaim:
    """A claim, the evidence beside it best first, and the ids it cites that name nothing.

    `backed`: a cited piece has the claim's words, numbers and sense. `weak`: cited, but not that. `invented`: it cites
    only what does not exist. `uncited`: it cites nothing. What was taught cannot cite, so it is set beside everything
    found before it: `weak` is then what shares at least half the bar, `uncited` the rest.
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


def audit_episode(episode: Episode) -> Audit:
    """Return the audit; it reads the record alone."""
    evidence = evidence_of(episode)
    claims = tuple(_audited(claim, evidence) for claim in claims_of(episode))
    cited = [name for one in claims if one.claim.source == "answer" for name in one.unknown]
    answer = episode.outcome.answer if episode.outcome is not None else {}
    return Audit(episode, claims, evidence, tuple(dict.fromkeys([*strings(answer.get("invented")), *cited])))


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
    if best.is_enough:
        return "backed", f"{best.shared} of its {best.words} words are in {best.evidence.id}"
    is_short = best.share < BACKED_SHARE or best.shared < min(FEWEST_SHARED, best.words) or not best.words
    reasons = [f"only {best.shared} of its {best.words} words are in {best.evidence.id}"] if is_short else []
    if best.missing_numbers:
        reasons.append(f"{', '.join(best.missing_numbers)} is not in {best.evidence.id}")
    if best.is_negation_apart and best.share >= BACKED_SHARE / 2:
        reasons.append(f"one of claim and {best.evidence.id} is negated, the other is not")
    is_near = claim.source == "answer" or claim.is_own or best.share >= BACKED_SHARE / 2
    return ("weak" if is_near else "uncited"), "; ".join(reasons)
