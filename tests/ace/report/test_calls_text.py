import pytest

from ace.calls.resume import Resumed
from ace.calls.standing import Standing
from ace.report.calls_text import (
    age_words,
    call_json,
    call_text,
    calls_text,
    is_open,
    resumed_json,
    resumed_text,
    state_of,
)
from runtime.control.pending_call import Decision, Resumption
from tests.runtime.control.test_pending_call import pending

ASKED, NOW = "2026-01-01T00:00:00Z", "2026-01-01T00:03:20Z"
CALL = pending().model_copy(update={"asked": ASKED})
APPROVED = Decision(verdict="approved", by="ann", at=NOW, reason="fine", arguments={"to": "b"})
UNDER_WAY = Resumption(episode="e-2", by="ann", at=NOW)


def _found(stale: str = "", **changes: object) -> Standing:
    return Standing(CALL.model_copy(update=changes), stale, ())


@pytest.mark.parametrize(
    ("found", "state", "opened"),
    [
        (_found(), "waiting", True),
        (_found("gone"), "stale", False),
        (_found(decisions=(APPROVED,)), "approved", True),
        (_found(decisions=(APPROVED,), resumptions=(UNDER_WAY,)), "interrupted", True),
        (_found(question="did_it_act", doubt="e-1:3:1"), "waiting: did it act?", True),
        (
            _found(decisions=(APPROVED,), resumptions=(UNDER_WAY.model_copy(update={"ended": "answered"}),)),
            "done",
            False,
        ),
    ],
)
def test_where_a_call_stands_in_a_word(found: Standing, state: str, opened: bool) -> None:
    assert (state_of(found), is_open(found)) == (state, opened)


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ("2026-01-01T00:00:00Z", "0 s"),
        ("2026-01-01T00:00:59Z", "59 s"),
        ("2026-01-01T00:03:20Z", "3 min"),
        ("2026-01-01T05:00:00Z", "5 h"),
        ("2026-01-04T05:00:00Z", "3 d"),
        ("2025-12-31T00:00:00Z", "0 s"),
    ],
)
def test_ages_in_their_largest_unit(now: str, words: str) -> None:
    assert age_words(ASKED, now) == words


def test_the_list_says_what_to_do_next_and_what_it_leaves_out() -> None:
    text = calls_text([_found()], NOW, hidden=2)
    assert text.splitlines()[1].split() == [
        CALL.id, "waiting", "send", "irreversible_write", '{"to":"a"}', "s-1", "r-1", "3", "min",
    ]  # fmt: skip
    assert "2 more are done or stale (--all)" in text
    assert "ace calls approve ID, or deny" in text
    assert "ace calls resume" in calls_text([_found(decisions=(APPROVED,))], NOW, hidden=0)
    assert calls_text([], NOW, hidden=0) == "no call waits for a person\n"


@pytest.mark.parametrize("width", [70, 80, 100, 140])
def test_the_list_fits_the_width(width: int) -> None:
    found = [_found(arguments={"query": "x" * 200}, run="r-20261130-103637-0651", sample="crop-mr.weighting~medium")]
    table = calls_text(found, NOW, 0, width).splitlines()[:2]
    assert max(map(len, table)) <= width
    assert "…" in table[1]
    assert CALL.id in table[1]
    assert ("run" in table[0].split()) == (width >= 100)


def test_in_a_pipe_only_arguments_are_cut() -> None:
    row = calls_text([_found(arguments={"query": "x" * 200}, run="r-20261130-103637-0651")], NOW, 0).splitlines()[1]
    assert "x…" in row
    assert "r-20261130-103637-0651" in row


def test_a_call_found_stale_says_why_and_is_not_open() -> None:
    found = _found(decisions=(APPROVED,), changed="since r-1: rule a.b gone")
    assert (state_of(found), is_open(found)) == ("stale", False)
    assert f"{CALL.id} is stale: since r-1: rule a.b gone\n" in calls_text([found], NOW, 0)
    assert "stale: since r-1: rule a.b gone" in call_text(found, NOW)
    assert call_json(found)["stale"] == "since r-1: rule a.b gone"


def test_one_call_in_full() -> None:
    text = call_text(_found("it is gone", decisions=(APPROVED,), resumptions=(UNDER_WAY,), doubt="e-0:0:1"), NOW)
    for words in (
        "stale: it is gone",
        "send (irreversible_write, mail.send)",
        '{"to":"a"}',
        "run r-1, sample s-1, trial 1, episode e-1, step 3, call-1",
        "1 at ccccccc",
        "call e-0:0:1 began and was cut off: did it act?",
        f'approved by ann at {NOW}: fine; arguments changed to {{"to":"b"}}',
        f"by ann at {NOW} as e-2: not finished",
        "(3 min ago)",
    ):
        assert words in text


def test_a_call_as_json_has_its_state_and_no_secrets() -> None:
    secret = "sk-proj-" + "Ab1" * 14
    value = call_json(_found(arguments={"to": secret}))
    assert (value["state"], value["stale"], value["schema"]) == ("waiting", "", 1)
    assert secret not in str(value)


def test_what_became_of_calls() -> None:
    good = Resumed(CALL, "send worked; the episode ended refused", "e-2", "refused")
    bad = Resumed(CALL, "stale: \x1b[2J", is_failure=True)
    text = resumed_text([good, bad])
    assert text.splitlines()[0] == f"{CALL.id}: send worked; the episode ended refused"
    assert "\x1b" not in text
    assert "ace analyze r-1 counts the episodes that went on" in text
    assert resumed_text([]) == "no decided call waits to be resumed\n"
    rows = resumed_json([good, bad])["resumed"]
    assert isinstance(rows, list)
    assert [(row["episode"], row["failed"]) for row in rows] == [("e-2", False), ("", True)]
