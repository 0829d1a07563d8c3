"""Notices: loud in the log, once in the webhook."""

import logging
from datetime import timedelta

import pytest

from ace.daemon.notices import Kind, Notice, Notices
from runtime.contracts.json_types import JsonObject
from tests.ace.daemon.daemon_building import at

NOW = at("2026-11-30 02:15")
DAY = timedelta(hours=24)


def notice(kind: Kind = "failed", reason: str = "exit code 1 after 12 s", schedule: str = "nightly") -> Notice:
    return Notice(kind, schedule, f"{schedule}: {reason}", reason, NOW, "y-1", 1)


def test_a_notice_says_everything_a_program_needs() -> None:
    posts: list[JsonObject] = []
    Notices(posts.append, "tutor", {}).tell(notice(), NOW, DAY)
    assert posts == [
        {
            "schema_version": 1,
            "kind": "failed",
            "text": "ace, tutor: nightly: exit code 1 after 12 s",
            "repository": "tutor",
            "schedule": "nightly",
            "reason": "exit code 1 after 12 s",
            "due": "2026-11-30T02:15:00Z",
            "cycle": "y-1",
            "exit_code": 1,
            "time": "2026-11-30T02:15:00Z",
        }
    ]


@pytest.mark.parametrize(
    ("second", "later", "posts"),
    [
        pytest.param(notice(), timedelta(hours=1), 1, id="the same"),
        pytest.param(notice(reason="exit code 1 after 99 s"), timedelta(hours=1), 1, id="the same with other numbers"),
        pytest.param(notice(), timedelta(hours=25), 2, id="the same a day later"),
        pytest.param(notice(reason="no model"), timedelta(hours=1), 2, id="another reason"),
        pytest.param(notice("deadline"), timedelta(hours=1), 2, id="another kind"),
        pytest.param(notice(schedule="weekly"), timedelta(hours=1), 2, id="another schedule"),
        pytest.param(notice(), timedelta(hours=-1), 2, id="the clock was set back"),
    ],
)
def test_the_same_failure_is_posted_once_a_period(
    second: Notice, later: timedelta, posts: int, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[JsonObject] = []
    notices = Notices(sent.append, "tutor", {})
    notices.tell(notice(), NOW, DAY)
    notices.tell(second, NOW + later, DAY)
    assert len(sent) == posts
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 2, "the log has all of them"


def test_what_was_told_before_a_restart_is_not_told_again() -> None:
    sent: list[JsonObject] = []
    first = Notices(sent.append, "tutor", {})
    first.tell(notice(), NOW, DAY)
    Notices(sent.append, "tutor", first.told).tell(notice(), NOW + timedelta(hours=1), DAY)
    assert len(sent) == 1


def test_after_it_works_again_the_next_failure_is_news() -> None:
    sent: list[JsonObject] = []
    notices = Notices(sent.append, "tutor", {})
    notices.tell(notice(), NOW, DAY)
    notices.forget("nightly")
    notices.tell(notice(), NOW + timedelta(hours=1), DAY)
    assert len(sent) == 2


def test_what_is_remembered_does_not_grow() -> None:
    notices = Notices(lambda body: None, "tutor", {})
    for number in range(50):
        reason = "x" * number
        notices.tell(notice(reason=reason), NOW + number * timedelta(hours=12), DAY)
    assert len(notices.told) <= 3
