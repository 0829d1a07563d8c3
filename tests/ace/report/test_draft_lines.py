"""Drafts and refusals as lines."""

from dataclasses import replace

import pytest

from ace.curator.checks.check import Check
from ace.curator.draft import Draft, Drafting, Refused
from ace.cycle.draft_changes import CheckedDraft, Drafted
from ace.report.draft_lines import asked_lines, draft_lines, refused_lines
from runtime.contracts.rule import Rule
from tests.ace.building import WEB_RULE, clusters_of, rule, web_episodes

EVIL = "\x1b[2J\u202e\u200b[red]x\n"
SHOWN = "\\x1b[2J\\u202e\\u200b[red]x\\n"
KEPT, GONE = rule("a.kept", **WEB_RULE), rule("a.gone", text="Say it [bold]twice[/bold] :smile:.\n")


def _draft(after: Rule | None = KEPT, **more: object) -> Draft:
    made = Draft("edit" if after else "delete", "a.kept", KEPT, after, None, None, "Because.", "heuristic")
    return replace(made, **more)  # type: ignore[arg-type]


def test_a_merge_shows_what_is_kept_and_what_goes() -> None:
    lines = draft_lines(CheckedDraft(_draft(op="merge", merged=(GONE,)), (Check("duplicates", False, "no", "0.2"),)))
    assert lines == [
        "merge a.gone into a.kept  (heuristic)",
        "  Because.",
        "  text: Do it well.",
        '  when: action.name == "web_browser"',
        "  require: state.retrieval.queried",
        "  a.gone text: Say it [bold]twice[/bold] :smile:.",
        "  REFUSED duplicates: no; 0.2",
    ]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [("prompt", "gate", ": promotes it to a gate"), ("gate", "prompt", ": demotes it to the prompt")],
)
def test_a_promotion_is_said_in_words(before: str, after: str, words: str) -> None:
    sides = [KEPT.model_copy(update={"enforce": enforce}) for enforce in (before, after)]
    (first, *_) = draft_lines(CheckedDraft(_draft(before=sides[0], after=sides[1]), ()))
    assert first == f"edit a.kept{words}  (heuristic)"


def test_what_a_stranger_wrote_is_shown_as_data() -> None:
    evil = GONE.model_copy(update={"id": EVIL, "text": f"a{EVIL}b", "when": EVIL, "require": EVIL})
    draft = _draft(rule_id=EVIL, after=evil, rationale=EVIL, curator=EVIL, op="merge", merged=(evil,))
    lines = draft_lines(CheckedDraft(draft, (Check(EVIL, False, EVIL, EVIL),)))
    lines += refused_lines(Drafted((), Drafting((), (Refused(EVIL, EVIL, EVIL, EVIL),))))
    assert all(line.isprintable() for line in lines)
    assert "".join(lines).count(SHOWN) == 16


def test_an_attempt_before_a_draft_is_not_called_no_draft() -> None:
    (cluster,) = clusters_of(web_episodes())
    checked = CheckedDraft(_draft(cluster=cluster), ())
    refused = (Refused(cluster.id, "m", "no such field"), Refused("c-2", "m", "too few"))
    assert refused_lines(Drafted((checked,), Drafting((checked.draft,), refused))) == [
        f"before the draft from {cluster.id}: no such field",
        "no draft from c-2: too few",
    ]


def test_what_asking_cost() -> None:
    assert asked_lines(Drafting(())) == []
    asked = Drafting((), model_calls=2, prompt_tokens=900, completion_tokens=80, cost_usd=0.014)
    assert asked_lines(asked) == ["drafting: 2 model calls, 900 + 80 tokens, 0.01 USD"]


def test_what_the_figures_leave_open_is_said_even_where_no_model_was_asked() -> None:
    assert asked_lines(Drafting((), notes=(EVIL,))) == [f"  note: {SHOWN}"]
    (first, second) = asked_lines(Drafting((), model_calls=1, notes=("3 are estimated",)))
    assert first.startswith("drafting: 1 model call")
    assert second == "  note: 3 are estimated"


def test_clusters_with_the_same_reason_are_one_line() -> None:
    refused = tuple(Refused(name, "heuristic", "no room", "") for name in ("c-1", "c-2", "c-3"))
    assert refused_lines(Drafted((), Drafting((), refused))) == ["no draft from c-1, c-2, c-3: no room"]
