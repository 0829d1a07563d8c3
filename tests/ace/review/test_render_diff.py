"""`ace diff` as text, word for word."""

import re
from dataclasses import replace

import pytest

from ace.review.build_diff import build_diff
from ace.review.diff_model import RuleChange, compare_files, compare_rules
from ace.review.evidence import ClusterFacts
from ace.review.proposals import open_proposal
from ace.review.render_diff import DiffOptions, plan_text, render_diff
from ace.review.report import DiffItem, DiffReport
from ace.text.visible_text import display_width
from runtime.contracts.playbook import RuleFile
from runtime.contracts.rule import Rule
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import (
    ADDED,
    ADDED_PATH,
    BOT,
    GATED,
    GREETING_PATH,
    MERGE,
    NEW_RULE,
    OLD_RULE,
    RULE_PATH,
    WHEN,
    Repository,
    make_evidence,
)

GOLDEN = """\
base main@BASE (fresh)     3 proposals

- misc.old-greeting    playbooks/tutor/misc/old-greeting.yaml     ace/p/785553a20c11
    verdict   insufficient evidence of an effect, and a deletion should have none
    title     [-Greet the student first-]
    text      [-Greet the student by name.-]
    agent     [-tutor-]
    why       the rule is said not to be needed (see the checks); no failure is answered, so no effect is enough
    not tried                 before   after  change
      rule tokens               1840    1895  +55
    measured  with openai/gpt-x, drafted by heuristic
    because   silent for 31 runs

+ safety.refer-dosing    playbooks/tutor/safety/refer-dosing.yaml     ace/p/ec19857d4ff0
    verdict   promising (simulated: no figure is about a real model): worth a look, not proved on held-out samples
    ready     `git merge --no-ff ace/p/ec19857d4ff0` on main takes it
    title     Refer questions about doses
    text      Refer every question about a dose to a clinician.
    priority  10
    agent     tutor
    why       c-1f9a web before local: 14 failures in 9 samples  (--traces)
    held-out   n=400          before   after  change [95%]         e
      success                  61.7%   69.2%  +7.5 [+2.3, +12.7]   31.7
      fixed 62, broke 32
      web before local n=400   12.1%    1.0%
      rule tokens               1840    1895  +55
    measured  with openai/gpt-x, drafted by heuristic

~ tools.retrieve-before-web    playbooks/tutor/tools/retrieve-before-web.yaml     ace/p/5725d3e5b4fe
    verdict   confirmed: on held-out samples clearly more cases got better than worse
    ready     `git merge --no-ff ace/p/5725d3e5b4fe` on main takes it
    text      Call `retrieve` [-first-]{+and read what it returned+} before you call `web_browser`.
    require   {+state.retrieval.queried+}
    why       c-1f9a web before local: 14 failures in 9 samples  (--traces)
    held-out   n=400          before   after  change [95%]         e
      success                  61.7%   69.2%  +7.5 [+2.3, +12.7]   31.7
      fixed 62, broke 32
      web before local n=400   12.1%    1.0%
      rule tokens               1840    1895  +55
    measured  with openai/gpt-x, drafted by heuristic

solved: the goal was reached. success: solved, and nothing serious went wrong. failed: no success.
held-out: samples that the author of the change never saw. development: those it was drafted from.
change: in percentage points, with its 95% interval. e: evidence against chance; a proof takes 20.

Plan: 1 to add, 1 to change, 1 to delete.      confirmed 1   insufficient evidence 1   promising 1   simulated 1
"""
SHORT = """\
base main@BASE (fresh)     3 proposals

- misc.old-greeting   +0 -10 words   title, text, agent   insufficient evidence
+ safety.refer-dosing   +15 -0 words   title, text, priority, agent   promising (simulated)
~ tools.retrieve-before-web   +6 -1 words   text, require   confirmed

Plan: 1 to add, 1 to change, 1 to delete.      confirmed 1   insufficient evidence 1   promising 1   simulated 1
"""


@pytest.fixture
def report(repository: Repository) -> DiffReport:
    """An edit, an addition on simulated figures, and a deletion that was not tried."""
    base = repository.git("rev-parse", "main")
    delete = make_evidence(
        base,
        "delete",
        cluster=None,
        quotes=(),
        trials=(),
        target=None,
        verdict="insufficient evidence",
        verdict_reason="silent for 31 runs",
    )
    add = make_evidence(base, "add", verdict="promising", simulated=True)
    for changes, evidence in (
        ({RULE_PATH: NEW_RULE}, make_evidence(base)),
        ({ADDED_PATH: ADDED}, add),
        ({GREETING_PATH: None}, delete),
    ):
        open_proposal(repository.path, "main", changes, evidence, BOT, when=WHEN)
    return build_diff(repository.path, None, "playbooks/tutor")


def _shown(report: DiffReport, options: DiffOptions) -> str:
    return render_diff(report, options).replace(report.base_commit[:7], "BASE")


def test_the_whole_text(report: DiffReport) -> None:
    assert _shown(report, DiffOptions()) == GOLDEN


def test_stat(report: DiffReport) -> None:
    assert _shown(report, DiffOptions(stat=True)) == SHORT


def test_a_first_look_has_one_effect_size_and_the_words_once(report: DiffReport) -> None:
    item = report.items[2]
    assert item.evidence is not None
    development = item.evidence.trials[0].model_copy(update={"stage": "development", "e_value": None})
    record = item.evidence.model_copy(update={"trials": (*item.evidence.trials, development)})
    both = replace(report, items=(replace(item, evidence=record), report.items[1]))
    text = render_diff(both)
    assert [block.count(" [+") for block in text.split("\n\n")] == [0, 1, 1, 0, 0, 0][: text.count("\n\n") + 1]
    assert text.count("solved: the goal was reached") == 1
    assert render_diff(both, DiffOptions(traces=True)).count(" [+") == 3


def test_traces_are_shown_when_asked_for(report: DiffReport) -> None:
    text = _shown(report, DiffOptions(traces=True))
    assert '              "I looked it up on the web."  e-7c1 step 3\n' in text
    assert "--traces" not in text


def test_no_eval_leaves_out_verdict_and_every_figure(report: DiffReport) -> None:
    text = _shown(report, DiffOptions(evaluation=False))
    assert not {"n=400", "    verdict", "held-out", "success"} & set(
        re.findall(r"n=400|    verdict|held-out|success", text)
    )
    assert "    simulated a simulated part took a real one's place" in text
    assert "14 failures" in text


def test_colour_changes_nothing_but_colour(report: DiffReport) -> None:
    text = _shown(report, DiffOptions(color=True))
    assert "\x1b[32m{+and read what it returned+}\x1b[0m" in text
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == GOLDEN


@pytest.mark.parametrize("width", [20, 40, 60, 80])
def test_a_terminal_is_never_overrun_but_by_one_word(report: DiffReport, width: int) -> None:
    text = _shown(report, DiffOptions(width=width, traces=True))
    over = [line for line in text.splitlines() if display_width(line) > max(width, 40)]
    words = [len(line.removeprefix("    require").split()) for line in over]
    assert set(words) <= ({1} if width < 60 else set()), "only a word or path that is longer than the line"
    whole = _shown(report, DiffOptions(traces=True))
    assert "".join(text.split()) == "".join(whole.split())


def test_nothing_to_review() -> None:
    text = render_diff(DiffReport("main", "a" * 40, True, ()))
    assert text == "base main@aaaaaaa (fresh)     0 proposals\n\nPlan: 0 to add, 0 to change, 0 to delete.\n"
    assert plan_text(DiffReport("main", "a" * 40, True, ()).plan) == "Plan: 0 to add, 0 to change, 0 to delete."


def _item(**changes: object) -> DiffItem:
    rule = Rule.model_validate(
        {"schema": 1, "id": "a.b", "title": "Title", "agent": "tutor", "text": "One\nPlan: 9 to add\x1b[2J\u202e"}
        | changes
    )
    return DiffItem(None, (RuleChange("added", "a.b", "p/a/b\x07.yaml", None, rule, compare_rules(None, rule)),))


def test_foreign_text_is_data() -> None:
    text = render_diff(DiffReport("main", "a" * 40, False, (_item(title="[red]x[/red] :smile:"),), "HEAD\x1b"))
    assert text.startswith("base main@aaaaaaa..HEAD\\x1b     1 change\n")
    assert "p/a/b\\x07.yaml" in text
    assert "title     [red]x[/red] :smile:\n" in text
    assert "    text      One\n              Plan: 9 to add\\x1b[2J\\u202e\n" in text


def test_warnings_stand_above_the_figures(repository: Repository) -> None:
    evidence = make_evidence(repository.git("rev-parse", "main"))
    proposal = open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, evidence, BOT)
    repository.commit(**{RULE_PATH: NEW_RULE.replace(b"and read", b"or not")})
    text = render_diff(build_diff(repository.path, None, "playbooks/tutor"))
    tip = repository.git("rev-parse", "main")[:7]
    assert f"    stale     measured on {proposal.base[:7]}; main is at {tip}. Next: `ace refresh {proposal.id}`" in text
    assert f"    conflict  cannot be merged with main. Next: `ace refresh {proposal.id}`" in text
    assert text.index("    conflict") < text.index("    held-out")
    assert text.startswith(f"base main@{tip} (stale)     1 proposal\n")


def test_an_item_that_cannot_be_read_is_loud() -> None:
    item = DiffItem(None, problems=("a.yaml:1:1: bad\na.yaml:2:1: worse",))
    text = render_diff(DiffReport("main", "a" * 40, True, (item,)))
    assert "! (no rule changes)\n    problem   a.yaml:1:1: bad\n    problem   a.yaml:2:1: worse\n" in text
    assert text.endswith("Plan: 0 to add, 0 to change, 0 to delete.      problems 1\n")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("web_before_local (web_browser): web search before the index", "c-6ce8df89 web_before_local: 12 failures"),
        ("asks the web", "c-6ce8df89 asks the web: 12 failures"),
        ("c-6ce8df89", "c-6ce8df89: 12 failures"),
    ],
)
def test_the_reason_is_one_line_of_id_name_and_counts(name: str, line: str) -> None:
    cluster = ClusterFacts(id="c-6ce8df89", name=name, detector="web_before_local", failures=12, samples=12)
    item = DiffItem(None, evidence=make_evidence("a" * 40, cluster=cluster))
    text = render_diff(DiffReport("main", "a" * 40, True, (item,)), DiffOptions(width=80))
    assert f"    why       {line} in 12 samples  (--traces)\n" in text


@pytest.mark.parametrize(
    ("after", "path", "words"),
    [
        pytest.param(
            OLD_RULE.replace(b"priority: 40", b"priority: 4"), RULE_PATH,
            ["= tools.retrieve", "    reordered stands earlier in the prompt; its words stay\n", "[-40-]{+4+}"],
            id="reordered",
        ),
        pytest.param(
            OLD_RULE, RULE_PATH.replace("tutor", "coach"),
            ["> tools.retrieve-before-web", f"    moved     the same rule in another file; it was {RULE_PATH}\n"],
            id="moved",
        ),
        pytest.param(
            OLD_RULE.replace(b"id: tools.", b"id: search."), RULE_PATH.replace("tools/", "search/"),
            ["> search.retrieve-before-web", "    renamed   it was tools.retrieve-before-web; what", "/[-tools-]{+sea"],
            id="renamed",
        ),
    ],
)  # fmt: skip
def test_another_place_or_id_is_said_in_words(after: bytes, path: str, words: list[str]) -> None:
    sides = ((RULE_PATH, OLD_RULE), (path, after))
    (change,) = compare_files(*([RuleFile(place, parse_rule(data, place), data)] for place, data in sides))
    text = render_diff(DiffReport("main", "a" * 40, True, (DiffItem(None, (change,)),), "HEAD"))
    assert [one for one in words if one not in text] == []
    assert "Plan: 0 to add, 1 to change, 0 to delete." in text


MERGE_TEXT = """\
base main@BASE (fresh)     1 proposal

~ tools.retrieve-before-web    playbooks/tutor/tools/retrieve-before-web.yaml     ace/p/ID
    related   {+replaces misc.old-greeting+}
- misc.old-greeting    playbooks/tutor/misc/old-greeting.yaml     merged into tools.retrieve-before-web     ace/p/ID
    title     [-Greet the student first-]
    text      [-Greet the student by name.-]
    agent     [-tutor-]
    why       one rule is said to do for the others (see the checks); no failure is answered, so no effect is enough

Plan: 0 to add, 1 to change, 1 to delete (1 merged into another rule).      no effect 1
"""
MERGE_STAT = """\
~ tools.retrieve-before-web   +2 -0 words   related   no effect
- misc.old-greeting   +0 -10 words   merged into tools.retrieve-before-web   no effect
"""


def test_a_merge_is_one_change_of_what_is_kept_and_what_goes(repository: Repository) -> None:
    record = make_evidence(repository.git("rev-parse", "main"), "merge", cluster=None, verdict="no effect")
    proposal = open_proposal(repository.path, "main", MERGE, record, BOT)
    merge = build_diff(repository.path, None, "playbooks/tutor")
    assert _shown(merge, DiffOptions(evaluation=False)).replace(proposal.id, "ID") == MERGE_TEXT
    assert MERGE_STAT in _shown(merge, DiffOptions(stat=True))


@pytest.mark.parametrize(
    ("before", "after", "sign", "words"),
    [
        (NEW_RULE, GATED, "^", "promotes  to a gate: code stops a decision that violates the rule, where"),
        (GATED, NEW_RULE, "v", "demotes   to the prompt: no code stops a decision that violates the rule any more"),
    ],
    ids=["promote", "demote"],
)
def test_a_gate_is_said_in_words(before: bytes, after: bytes, sign: str, words: str) -> None:
    (change,) = compare_files(*([RuleFile(RULE_PATH, parse_rule(data, RULE_PATH), data)] for data in (before, after)))
    text = render_diff(DiffReport("main", "a" * 40, True, (DiffItem(None, (change,)),)))
    unmeasured = "    verdict   not measured: no evidence came with this change\n"
    assert f"\n{sign} tools.retrieve-before-web    {RULE_PATH}\n{unmeasured}    {words}" in text
    assert "Plan: 0 to add, 1 to change, 0 to delete." in text
