"""A rule in force that was left out again, as a file of the ledger: what was seen without it, and when."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

from pydantic import Field

from ace.ledger.errors import LedgerError
from ace.ledger.record_file import file_bytes, read_record
from runtime.contracts.rule import RuleId
from runtime.contracts.sample import Frozen


class Retest(Frozen):
    """One rule left out once, on development samples. `arm`: the rules without it, settings and seed.

    `better` and `worse` are cases of the `cases` decided that are better, or worse, without the rule. `e_without`: the
    reverse e-value, that leaving it out helps; `e_with` that the rule helps. `word`: what `ace ablate` called it.
    """

    schema_: Literal[1] = Field(default=1, alias="schema")
    rule: RuleId
    fingerprint: str = Field(pattern=r"^[0-9a-f]{16}$")
    arm: str = Field(pattern=r"^[0-9a-z-]+$")
    run: str
    controller: str
    simulated: bool
    when: datetime
    word: str
    cases: int = Field(ge=0)
    better: int = Field(ge=0)
    worse: int = Field(ge=0)
    e_without: float = Field(ge=0, allow_inf_nan=False)
    e_with: float = Field(ge=0, allow_inf_nan=False)

    @property
    def path(self) -> str:
        """Where it stands in the ledger's tree: the same rule left out of the same arm has the same place."""
        return f"retests/{self.rule}/{self.arm}.json"


def joined_retests(retests: Sequence[Retest]) -> Retest:
    """Return one record of what several records of one re-test say; their order does not matter.

    The latest stands, of one moment the one that decided most cases. An earlier one with more cases must not: its date
    would leave the rule due for ever.
    """
    return max(retests, key=lambda one: (one.when, one.cases, one.model_dump_json()))


def write_retest(retest: Retest) -> bytes:
    """Return the file's bytes; equal re-tests give equal bytes."""
    return file_bytes(retest.model_dump(mode="json", by_alias=True))


def read_retest(path: str, data: bytes) -> Retest:
    """Return the re-test in a ledger's file. Raises: LedgerError for what is not one, or is a newer ACE's."""
    retest = read_record(path, data, Retest)
    if retest.path != path:
        raise LedgerError(f"{path}: holds the re-test that belongs at {retest.path}")
    return retest.model_copy(update={"when": retest.when if retest.when.tzinfo else retest.when.replace(tzinfo=UTC)})
