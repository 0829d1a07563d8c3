"""The machine-readable record committed with each proposal at `.ace/evidence/<proposal>.json`."""

import json
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints, ValidationError, model_validator

from ace.review.errors import EvidenceError
from ace.review.evidence_stages import (
    CommitId,
    ControlRow,
    Count,
    EstimateRow,
    GuardRow,
    LookRow,
    MeasuredOn,
    Name,
    Number,
    Paragraph,
    Positive,
    Share,
    SliceRow,
)
from runtime.contracts.rule import RuleId, Verdict
from runtime.contracts.sample import Frozen

ProposalId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12}$")]
Sha256: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Operation: TypeAlias = Literal["add", "edit", "delete", "merge"]
Stage: TypeAlias = Literal["development", "held-out", "control"]
# Who drafted what no curator did.
PERSON = "a person"
# The longest record that the schema lets a cycle write is far smaller.
MAX_EVIDENCE_BYTES = 2 * 1024 * 1024
# What a record from before the stage existed does not have; it is written without it as it was.
_LATER_FIELDS = ("merged", "profile", "looks", "estimate", "guards", "slices", "control", "measured", "reverts")


class ClusterFacts(Frozen):
    """The failures a proposal answers: how many, in how many samples, found by which detector."""

    id: Name
    name: Name
    detector: Name
    failures: Count
    samples: Count


class Quote(Frozen):
    """What a trace says, byte for byte. `sha256` is of the whole quoted field, `text` at most 300 characters of it.

    `fate`: whether the proposed action was carried out or a gate stopped it; "" where it is about none, or not known.
    """

    episode: Name
    sample: Name
    step: Count
    text: str = Field(max_length=300)
    sha256: Sha256
    fate: str = Field(default="", max_length=120)


class Check(Frozen):
    """One static check. `value` is the figure it was decided on, when there is one."""

    name: Name
    ok: bool
    detail: Paragraph = ""
    value: Number | None = None


class TrialRow(Frozen):
    """One metric before and after, on the same `n` samples.

    `before` and `after` are shares in 0-1; `change_low` and `change_high` bound after - before, in the same unit.
    `cases` is how many cases the samples come from; `fixed` and `broke` then count cases, else samples.
    Of stage `control`, `after` is the rule enforced by code instead of by the prompt alone.
    """

    stage: Stage
    metric: Name
    n: Count
    before: Share
    after: Share
    fixed: Count = 0
    broke: Count = 0
    p_value: Share | None = None
    e_value: Positive | None = None
    change_low: Number | None = None
    change_high: Number | None = None
    cases: Count | None = None


class TargetRate(Frozen):
    """How often the failure this proposal answers happened, before and after; shares of `n` samples."""

    name: Name
    before_rate: Share
    after_rate: Share
    n: Count


class TokenCount(Frozen):
    """Tokens of the prompt without and with the change."""

    before: Count
    after: Count


class Cost(Frozen):
    """What it took to find and measure this proposal."""

    model_calls: Count = 0
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    usd: Positive = 0.0
    minutes: Positive = 0.0


class EvidenceRecord(Frozen):
    """Everything a reviewer, or a later cycle, needs to judge one proposal again.

    `playbook` is the folder of the playbook from the repository root; `verdict_reason` is one plain paragraph.
    `merged` are the rules that a merge takes away; `rule_id` is the one that is kept.
    `profile`, `looks`, `estimate`, `guards`, `slices` and `control` say what was tried beside the screen; old records
    have none.
    `measured`: where the figures come from after a refresh, None: `base`. `reverts`: the commit that a person undoes
    with this, so that nothing was measured; None for what a cycle proposes.
    """

    schema_: Literal[1] = Field(default=1, alias="schema")
    proposal: ProposalId
    op: Operation
    rule_id: RuleId
    merged: tuple[RuleId, ...] = ()
    playbook: Name
    base: CommitId
    run_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,79}$")]
    cluster: ClusterFacts | None = None
    quotes: tuple[Quote, ...] = Field(default=(), max_length=3)
    checks: tuple[Check, ...] = ()
    trials: tuple[TrialRow, ...] = ()
    profile: Literal["strict", "screening", "advisory"] | None = None
    looks: tuple[LookRow, ...] = Field(default=(), max_length=1000)
    estimate: EstimateRow | None = None
    guards: tuple[GuardRow, ...] = Field(default=(), max_length=20)
    slices: tuple[SliceRow, ...] = Field(default=(), max_length=500)
    control: ControlRow | None = None
    measured: MeasuredOn | None = None
    reverts: CommitId | None = None
    target: TargetRate | None = None
    prompt_tokens: TokenCount
    controller: Name
    curator: Name
    simulated: bool
    verdict: Verdict
    verdict_reason: Paragraph
    not_checked: tuple[Paragraph, ...] = ()
    cost: Cost = Field(default_factory=Cost)

    @model_validator(mode="after")
    def _a_merge_names_what_goes(self) -> "EvidenceRecord":
        if (self.op == "merge") != bool(self.merged):
            raise ValueError(f"`merged` holds {len(self.merged)} rules, but the operation is {self.op}")
        if len({self.rule_id, *self.merged}) != 1 + len(self.merged):
            raise ValueError("`merged` names a rule twice, or the one that is kept")
        return self

    @property
    def is_by_person(self) -> bool:
        """True when a person proposes this, not a cycle: its verdict is no verdict of a gate."""
        return self.reverts is not None or self.curator == PERSON

    @property
    def is_simulated(self) -> bool:
        """True when a figure is not about a real model: the flag says so, or the name of who was measured does."""
        name = self.controller.strip().casefold()
        return self.simulated or name.startswith("simulated") or name.endswith("(simulated)")


def evidence_path(proposal: str) -> str:
    """Return where the record of `proposal` (12 hex digits) is, from the repository root."""
    return f".ace/evidence/{proposal}.json"


def dump_evidence(record: EvidenceRecord) -> bytes:
    """Return `record` as JSON: sorted keys, two blanks of indent, ASCII only, a newline at the end.

    Equal records give equal bytes. ASCII, so that a hidden character is seen as its escape in any diff.
    """
    data = record.model_dump(mode="json", by_alias=True)
    for name in _LATER_FIELDS:
        if not data[name]:
            del data[name]
    for quote in data["quotes"]:
        if not quote["fate"]:
            del quote["fate"]
    return (json.dumps(data, sort_keys=True, indent=2, ensure_ascii=True, allow_nan=False) + "\n").encode("ascii")


def parse_evidence(data: bytes, where: str) -> EvidenceRecord:
    """Return the record in `data`. `where` names it in errors.

    Raises: EvidenceError for bytes that are not JSON, do not fit the schema, or are more than `MAX_EVIDENCE_BYTES`.
    """
    if len(data) > MAX_EVIDENCE_BYTES:
        raise EvidenceError(
            f"{where}: longer than {MAX_EVIDENCE_BYTES} bytes, which no evidence needs; restore the file from its "
            "proposal's commit"
        )
    try:
        return EvidenceRecord.model_validate_json(data)
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the document"
        raise EvidenceError(f"{where}: {place}: {first['msg']}; restore the file from its proposal's commit") from exc
