"""What schedules mean."""

from datetime import UTC, timedelta, timezone

from ace.daemon.explain import explain_json, explain_text, next_due_times
from tests.ace.daemon.daemon_building import at, schedule

NOW = at("2026-11-30 10:00")
EAST = timezone(timedelta(hours=9), "JST")


def test_text_says_the_meaning_and_five_times_here_and_in_utc() -> None:
    weekly = schedule(
        "0 20 * * 7", "weekly", environment={"ACE_PLAYBOOK": "playbooks/x"}, ceilings={"--max-tokens": "9"}
    )
    assert explain_text([weekly], NOW, EAST) == (
        "weekly   0 20 * * 7\n"
        "  At 20:00 UTC, on Sunday.\n"
        "  playbook playbooks/x; deadline 60 minutes; tokens at most 9\n"
        "    Sun 2026-12-06 20:00 UTC     Mon 2026-12-07 05:00 JST\n"
        "    Sun 2026-12-13 20:00 UTC     Mon 2026-12-14 05:00 JST\n"
        "    Sun 2026-12-20 20:00 UTC     Mon 2026-12-21 05:00 JST\n"
        "    Sun 2026-12-27 20:00 UTC     Mon 2026-12-28 05:00 JST\n"
        "    Sun 2027-01-03 20:00 UTC     Mon 2027-01-04 05:00 JST\n"
    )


def test_where_the_clock_is_utc_a_time_stands_once() -> None:
    assert "    Tue 2026-12-01 02:15 UTC\n" in explain_text([schedule()], NOW, UTC)


def test_one_that_is_not_enabled_says_so() -> None:
    assert "not enabled: never started" in explain_text([schedule(is_enabled=False)], NOW, EAST)


def test_json_says_the_same() -> None:
    value = explain_json([schedule()], NOW, EAST)
    schedules = value["schedules"]
    assert isinstance(schedules, list)
    assert schedules[0]["means"] == "At 02:15 UTC, every day."
    assert schedules[0]["next_due"][0] == {"utc": "2026-12-01 02:15", "local": "2026-12-01T11:15:00+09:00"}


def test_due_times_follow_one_another() -> None:
    assert next_due_times(schedule("0 0 * * *"), NOW, 2) == [at("2026-12-01 00:00"), at("2026-12-02 00:00")]
