"""Uses, samples and repositories for tests of the ledger."""

from pathlib import Path

from ace.ledger.ledger import Ledger
from ace.ledger.use import SampleUse, Use, sample_uses
from ace.review.git_plumbing import Identity
from runtime.contracts.rule import Verdict
from runtime.contracts.sample import Sample
from tests.ace.building import git

WHO = Identity("ace", "ace@localhost")
P1, P2, P3 = "111111111111", "222222222222", "333333333333"


def sample(case: int, student: str = "a", organ: str = "liver") -> Sample:
    """Return a held-out sample; what it says is its case, its student and its organ."""
    return Sample(
        id=f"c{case}~{student}", case=f"c{case}", agent="x", split="sealed", organ=organ, tags=(f"{case}", student)
    )


def use(
    proposal: str = P1,
    *samples: Sample,
    arm: str = "a-1",
    verdict: Verdict | None = None,
    when: str = "2026-11-30T00:00:00Z",
    simulated: bool = False,
) -> Use:
    """Return a confirmation of `proposal` that looked at `samples`."""
    return Use(
        proposal=proposal,
        arm=arm,
        run="r-1",
        controller="openai/m",
        simulated=simulated,
        when=when,
        samples=sample_uses(samples),
        verdict=verdict,
    )


def ledger(*uses: Use) -> Ledger:
    """Return a ledger of `uses`."""
    return Ledger({one.id: one for one in uses})


def looked_at(found: Ledger) -> dict[str, set[str]]:
    """Return the names of the samples that each proposal looked at."""
    return {one.proposal: {item.id for item in one.samples} for one in found.uses.values()}


def made_up(name: str) -> SampleUse:
    """Return a use of a sample of that name."""
    return SampleUse(id=name, case=name, hash="0" * 16)


def repository(folder: Path) -> Path:
    """Return a repository with one commit on main."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "commit", "-q", "--allow-empty", "-m", "Begin")
    return folder
