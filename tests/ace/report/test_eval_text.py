"""What `ace eval` prints."""

from dataclasses import replace
from pathlib import Path

from ace.report.eval_decisions import judge_episode, judge_run
from ace.report.eval_rule_source import RuleSource
from ace.report.eval_text import episode_eval_text, run_eval_text
from runtime.contracts.trace_event import Episode, GateRecord
from runtime.traces.find_episode import Found
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, WEB_RULE, decision, episode, rule
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import found_in, hostile

SOURCE = RuleSource(rule("tools.web", **WEB_RULE), "p/tools/web.yaml", "main at 012345678901", is_draft=False)


def found(one: Episode) -> Found:
    return Found(one, Path("log"), 1, "intact", ())


def test_an_episode_line_by_line() -> None:
    whole = episode("e-1", WEB, RETRIEVE, WEB_AFTER, decision(None))
    blocked = replace(whole.steps[0], taken=None, gates=(GateRecord("rule:tools.web", "block", "no"),))
    instead = replace(whole.steps[2], taken={"action": "HINT", "hint_level": 1, "text": "Look."})
    whole = replace(whole, steps=(blocked, whole.steps[1], instead, whole.steps[3]))
    assert episode_eval_text(SOURCE, judge_episode(SOURCE.rule, found(whole))) == (
        "rule      tools.web, p/tools/web.yaml from main at 012345678901\n"
        'when      action.name == "web_browser"\n'
        "require   state.retrieval.queried\n"
        "episode   e-1, s-e-1, trial 0, r-1, scripted/fixed (simulated)\n"
        "\n"
        'step 0    VIOLATES  web_browser {"query": "what is it"}\n'
        "            taken  nothing (block by rule:tools.web)\n"
        '                   action.name = "web_browser"\n'
        "                   state.retrieval.queried = false\n"
        'step 1    silent    retrieve {"query": "liver cyst"}\n'
        '                   action.name = "retrieve"\n'
        "                   state.retrieval.queried = false\n"
        'step 2    complies  web_browser {"query": "what is it"}\n'
        '            taken  HINT 1 "Look."\n'
        '                   action.name = "web_browser"\n'
        "                   state.retrieval.queried = true\n"
        "\n"
        "3 decisions: 1 silent, 1 complies, 1 violates, 0 error; 1 step without a proposal that could be read\n"
    )


def test_a_run_shows_ten_findings_or_all() -> None:
    run = judge_run(
        SOURCE.rule, "r-1", [found(episode(f"e-{number:02}", WEB)) for number in range(13)], ("log:1: x\x1b",)
    )
    text = run_eval_text(SOURCE, run)
    assert "13 decisions: 0 silent, 0 complies, 13 violates, 0 error" in text
    assert "violated in 13 of 13 episodes, an error in 0" in text
    assert "not read  log:1: x\\x1b" in text
    assert text.count("VIOLATES") == 10
    assert text.endswith("\nand 3 more: --all\n")
    assert run_eval_text(SOURCE, run, is_whole=True).count("VIOLATES") == 13


def test_errors_absent_fields_problems_and_long_values_are_shown() -> None:
    broken = SOURCE.rule.model_copy(update={"require": "state.nothing || action.text == 'x'"})
    draft = RuleSource(broken, "p\x1b.yaml", "the working tree", True, ("p:1:1: require: unknown \u202e",))
    web = decision({"action": "REQUEST_TOOL", "tool": "web_browser", "text": "y" * 900})
    text = episode_eval_text(draft, judge_episode(broken, found(episode("e-1", web))))
    assert "p\\x1b.yaml from the working tree, a draft" in text
    assert "problem   p:1:1: require: unknown \\u202e" in text
    assert "why  rule tools.web: condition `state.nothing" in text
    assert "state.nothing = absent" in text
    assert f'action.text = "{"y" * 159}... (902 characters)' in text


def test_what_strangers_wrote_is_escaped(small_run: SmallRun) -> None:
    evil = hostile(found_in(small_run.session)[0])
    every = SOURCE.rule.model_copy(update={"when": "true", "require": "action.text == 'x'"})
    for text in (
        episode_eval_text(SOURCE, judge_episode(every, evil)),
        run_eval_text(SOURCE, judge_run(every, "r-\x1b", [evil])),
    ):
        assert "onerror" in text
        assert not any(character in text for character in "\x1b\u202e")
