"""Which of an agent's fixed gates act and which only record what they would have done."""

from typing import Literal, TypeAlias

from runtime.contracts.sample import Frozen

GateMode: TypeAlias = Literal["enforce", "observe"]


class FixedGateSettings(Frozen):
    """The mode of the gates about the order of teaching. The other fixed gates always act.

    "enforce": the gate blocks or converts. "observe": the trace says what it would have done, and the action goes on,
    so that the mistake shows in the score and a rule against it can be learned and measured. A gate that hides a
    mistake leaves nothing to learn from: the two gates about order only observe unless a person is being taught.

    `report_check` is the inspector's: "enforce" sends a faulty report back; "observe" takes it as it is.
    """

    hint_escalation: GateMode = "enforce"
    local_before_web: GateMode = "observe"
    observation_first: GateMode = "observe"
    report_check: GateMode = "enforce"

    def is_enforced(self, gate: str) -> bool:
        """Return whether the gate of this name acts; one without a mode always does."""
        return getattr(self, gate, "enforce") == "enforce"


ALL_ENFORCED = FixedGateSettings(local_before_web="enforce", observation_first="enforce")
