"""What `ace try` prints."""

from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.try_rules import try_rules
from ace.report.try_text import tried_text
from tests.ace.conftest import SmallRun

RULE = "playbooks/tutor/style/short-turns.yaml"


def test_the_verdict_its_reason_and_its_cost_are_said(copied_run: SmallRun) -> None:
    file = copied_run.session.workspace.repo / RULE
    file.write_text(file.read_text(encoding="utf-8").replace("60 words", "40 words"), encoding="utf-8")
    tried = try_rules(copied_run.session, copied_run.run, (), JudgeHooks())
    text = tried_text(tried)
    judgement = tried.rules[0].judgement
    assert judgement is not None
    assert text.startswith(f"edit style.short-turns: {judgement.verdict}, simulated\n")
    assert judgement.reason in text
    assert "reads no text, so this says nothing of a model" in text, "only its words changed"
    assert f"cost: {judgement.spend.model_calls} model calls" in text
    assert "nothing was written to git" in text
    value = tried.to_json()
    assert isinstance(value["rules"], list)
    assert value["simulated"] is True
