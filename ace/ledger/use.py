"""One use of held-out samples, as a file of the ledger. Pydantic, because files come from other machines too."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from pydantic import Field

from ace.ledger.errors import LedgerError
from ace.ledger.record_file import file_bytes, read_record
from runtime.contracts.json_types import content_hash
from runtime.contracts.rule import Verdict
from runtime.contracts.sample import Frozen, Sample

_NOT_CONTENT = {"id", "case", "split", "source"}
# Two records of one confirmation may differ where it was judged again; the one that settles more stands.
_SETTLES: Mapping[Verdict | None, int] = {
    None: 0,
    "undecided: infrastructure": 1,
    "insufficient evidence": 2,
    "promising": 3,
    "no effect": 4,
    "harmful": 5,
    "confirmed": 6,
}


class SampleUse(Frozen):
    """A sample that was looked at. `hash`: 16 hex digits of what it says, whatever its name and split."""

    id: str = Field(min_length=1)
    case: str = Field(min_length=1)
    hash: str = Field(pattern=r"^[0-9a-f]{16}$")


class Use(Frozen):
    """One confirmation. `arm`: the rules, settings and seed it compares with; `when`: what the clock said, for people.

    `verdict` None: begun, and nothing is known of how it ended. `simulated`: a simulated controller played the agent.
    `needed_e`: the e-value it needs, as settled when it began; None in records that do not say.
    """

    schema_: Literal[1] = Field(default=1, alias="schema")
    proposal: str = Field(pattern=r"^[0-9a-f]{12}$")
    arm: str = Field(min_length=1)
    run: str
    controller: str
    simulated: bool
    when: str
    samples: tuple[SampleUse, ...]
    verdict: Verdict | None = None
    needed_e: float | None = Field(default=None, ge=1, allow_inf_nan=False)

    @property
    def id(self) -> str:
        """The name of its file: the same confirmation, judged again or gone on with, has the same."""
        return use_id(self.proposal, self.arm)

    @property
    def path(self) -> str:
        """Where it stands in the ledger's tree."""
        return f"uses/{self.id[:2]}/{self.id}.json"


def use_id(proposal: str, arm: str) -> str:
    """Return 16 hex digits that name the confirmation of `proposal` against `arm`."""
    return content_hash([proposal, arm], 16)


def sample_hash(sample: Sample) -> str:
    """Return a hash of what the sample says. Its name, case, split and sources are no part of it."""
    return content_hash(sample.model_dump(mode="json", exclude=_NOT_CONTENT), 16)


def sample_uses(samples: Iterable[Sample]) -> tuple[SampleUse, ...]:
    """Return the samples as the ledger writes them, sorted."""
    return _sorted(SampleUse(id=one.id, case=one.case, hash=sample_hash(one)) for one in samples)


def joined(uses: Sequence[Use]) -> Use:
    """Return one record of what several records of one confirmation say; their order does not matter.

    Samples are united, the earliest record names run, controller and time, the verdict that settles most stands, and
    so does the higher bar.
    """
    first = min(uses, key=lambda use: (use.when, use.run, use.controller))
    assert all(use.id == first.id for use in uses)
    return first.model_copy(
        update={
            "samples": _sorted({one for use in uses for one in use.samples}),
            "verdict": max((use.verdict for use in uses), key=lambda verdict: _SETTLES[verdict]),
            "simulated": all(use.simulated for use in uses),
            "needed_e": max((use.needed_e for use in uses if use.needed_e is not None), default=None),
        }
    )


def write_use(use: Use) -> bytes:
    """Return the file's bytes; equal uses give equal bytes."""
    return file_bytes(use.model_dump(mode="json", by_alias=True))


def read_use(path: str, data: bytes) -> Use:
    """Return the use in a ledger's file. Raises: LedgerError for what is not one, or is a newer ACE's."""
    use = read_record(path, data, Use)
    if use.path != path:
        raise LedgerError(f"{path}: holds the use that belongs at {use.path}")
    return use


def _sorted(uses: Iterable[SampleUse]) -> tuple[SampleUse, ...]:
    return tuple(sorted(uses, key=lambda one: (one.id, one.hash, one.case)))
