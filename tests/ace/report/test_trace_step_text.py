"""One step whole: the prompt as it was sent, the raw answer, everything recorded."""

from ace.report.trace_model import view_trace
from ace.report.trace_origin import Origins
from ace.report.trace_step_text import step_text
from ace.report.trace_text import TextOptions
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import first_view, found_in, hostile


def test_the_whole_prompt_and_answer_are_there(small_run: SmallRun) -> None:
    view = first_view(small_run.session)
    step = view.steps[1]
    text = step_text(view, 1, TextOptions())
    for prompt in step.prompts:
        for message in prompt.messages:
            assert f"\n    [{message.role}]\n" in text
            for line in message.content.split("\n"):
                assert f"    | {line}".rstrip() in text
    assert step.step.attempts[0].raw in text
    assert step.step.attempts[0].prompt_sha256 in text
    assert f"state      {step.step.state_before} -> {step.step.state_after}" in text
    for label in ("patch", "data", "context"):
        assert f"\n  {label} " not in text
    assert "left out   patch, data and context: --full or --json" in text
    assert "gate       fixed allow: asked, none objects: " in text
    full = step_text(view, 1, TextOptions(is_full=True))
    assert full.count("\n  patch ") == len(step.step.patch)
    assert "\n  context " in full
    assert "\n  left out " not in full
    assert "as sent, confirmed by its hash" in text


def test_an_unusable_answer_shows_its_error(small_run: SmallRun) -> None:
    view = view_trace(Origins(small_run.session), hostile(found_in(small_run.session)[0]))
    text = step_text(view, 0, TextOptions())
    assert "unusable" in text
    assert "\x1b" not in text
