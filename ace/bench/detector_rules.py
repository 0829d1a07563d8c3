"""Twenty conditioned rules of the shapes people write, to measure detectors with; nobody is meant to follow them."""

from typing import NamedTuple

from runtime.contracts.rule import Rule


class Conditions(NamedTuple):
    """`when` and `require` of one rule."""

    when: str
    require: str


CONDITIONS: tuple[Conditions, ...] = (
    Conditions('action.name == "web_browser"', "state.retrieval.queried"),
    Conditions('action.kind == "REVEAL_ANSWER"', "state.student.attempts > 0"),
    Conditions('action.kind == "REVEAL_ANSWER" && state.image.present', "state.image.observed"),
    Conditions('action.kind == "REVEAL_ANSWER"', "state.retrieval.hits > 0 || state.image.observed"),
    Conditions('action.kind == "HINT"', "action.hint_level <= state.student.hint_level + 1"),
    Conditions('action.kind in ["ASK_PROBE", "HINT", "MICROLESSON", "QUIZ"]', "!action.leaks_answer"),
    Conditions('action.kind in ["HINT", "MICROLESSON"]', "state.image.observed || state.retrieval.queried"),
    Conditions('action.kind == "REQUEST_TOOL"', "action.repeats == 0"),
    Conditions('action.kind == "REQUEST_TOOL" && !state.tools.last_ok', "action.name != state.tools.last"),
    Conditions('action.kind == "REQUEST_TOOL"', "size(state.tools.called) < 3"),
    Conditions("episode.unsafe_request", 'action.kind == "SAFETY_REFUSE"'),
    Conditions('state.student.performance == "correct" && action.kind != "REQUEST_TOOL"', "action.hint_level == 0"),
    Conditions('action.kind == "MICROLESSON"', 'state.student.level != "expert"'),
    Conditions('state.student.consecutive_wrong >= 2 && action.kind == "QUIZ"', "false"),
    Conditions('action.name == "retrieve"', "has(action.arguments.query) && size(action.arguments.query) > 3"),
    Conditions('action.name == "zoom"', 'state.tools.called.exists(name, name == "image_findings")'),
    Conditions('episode.modality == "CT" && action.kind == "HINT"', '!action.text.contains("echo")'),
    Conditions('"web_browser" in state.tools.failed', 'action.name != "web_browser"'),
    # These two need CEL itself on the decisions they speak about.
    Conditions('action.kind == "MICROLESSON"', 'action.text.matches("^[A-Z]")'),
    Conditions('action.kind == "QUIZ" && state.step > 4', 'state.answer_open ? true : action.text.endsWith("?")'),
)


def bench_rules() -> tuple[Rule, ...]:
    """Return the rules, ids `bench.rule-01` to `bench.rule-20`."""
    return tuple(
        Rule(
            schema=1,
            id=f"bench.rule-{number:02d}",
            title=f"Rule {number} of the bench",
            agent="tutor",
            text="Measured, never injected.",
            when=conditions.when,
            require=conditions.require,
        )
        for number, conditions in enumerate(CONDITIONS, 1)
    )
