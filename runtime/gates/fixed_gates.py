"""The tutor's fixed gates in the order they are asked: safety first, then the answer, then tools, then order."""

from runtime.gates.hint_escalation import hint_escalation
from runtime.gates.pedagogy import Gate, assessment, leak, one_tool, repeats, reveal, safety, tool_budget
from runtime.gates.teaching_order import local_before_web, observation_first

FIXED_GATES: tuple[tuple[str, Gate], ...] = (
    ("safety", safety),
    ("reveal", reveal),
    ("assessment", assessment),
    ("one_tool", one_tool),
    ("repeats", repeats),
    ("tool_budget", tool_budget),
    ("leak", leak),
    ("local_before_web", local_before_web),
    ("observation_first", observation_first),
    ("hint_escalation", hint_escalation),
)
