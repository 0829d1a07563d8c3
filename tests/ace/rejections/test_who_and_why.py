"""Reasons, persons and days that a file can hold, and those that are refused."""

from pathlib import Path

import pytest

from ace.errors import AceError
from ace.rejections.who_and_why import checked_reason, expiry, fit_name, person, tidy_reason
from tests.ace.review.playbook_repository import Repository


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        pytest.param("no", "has 2 characters", id="too short"),
        pytest.param(" \n ", "has 0 characters", id="blank"),
        pytest.param("a" * 10_000, "has 10000 characters; give 3 to 800", id="ten thousand characters"),
        pytest.param("red \x1b[31m", r"U\+001B", id="an escape code"),
        pytest.param("nul \0 here", r"U\+0000", id="a NUL"),
        pytest.param("left \u202e right", r"U\+202E", id="a bidi mark"),
        pytest.param("tag \U000e0041", r"U\+E0041", id="a tag character"),
        pytest.param("h\u0435llo", "look-alike letters", id="letters of two scripts in a word"),
    ],
)
def test_a_reason_that_cannot_be_kept_is_refused_and_said_why(reason: str, said: str) -> None:
    with pytest.raises(AceError, match=said):
        checked_reason(reason)


def test_a_reason_keeps_its_lines() -> None:
    assert checked_reason(" one\r\ntwo\tthree \n") == "one\ntwo\tthree"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        pytest.param("too\n---\nstrict", "too --- strict", id="lines"),
        pytest.param("", "closed", id="nothing"),
        pytest.param("\u200b\u202e", "closed", id="nothing one sees"),
        pytest.param("h\u0435llo", "closed", id="look-alike letters"),
        pytest.param("a" * 900, "a" * 797 + "...", id="too long"),
    ],
)
def test_a_strangers_reason_is_kept_as_far_as_it_can_be(said: str, kept: str) -> None:
    assert tidy_reason(said, "closed") == kept


@pytest.mark.parametrize(
    ("given", "configured", "environ", "who"),
    [
        pytest.param("lead ", "somebody", {"USER": "me"}, "lead", id="as given"),
        pytest.param(None, "somebody", {"USER": "me"}, "somebody", id="git's name"),
        pytest.param(None, "", {"USER": "me"}, "me", id="the login"),
        pytest.param(None, "", {"LOGNAME": "me"}, "me", id="the other login"),
        pytest.param(None, "x" * 200, {}, "unknown", id="nothing that fits"),
    ],
)
def test_who_decided_is_never_missing(
    repository: Repository, given: str | None, configured: str, environ: dict[str, str], who: str
) -> None:
    if configured:
        repository.git("config", "user.name", configured)
    assert person(repository.path, given, environ) == who


def test_a_given_name_that_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AceError, match="--by"):
        person(tmp_path, "a\x1bb", {})
    assert fit_name(["a\x1bb", " b "]) == "b"


@pytest.mark.parametrize(
    ("given", "day"),
    [(None, None), ("never", None), ("1d", "2026-12-01"), ("90d", "2027-02-28"), ("2027-01-01", "2027-01-01")],
)
def test_expiry(given: str | None, day: str | None) -> None:
    assert expiry(given, "2026-11-30") == day


@pytest.mark.parametrize("given", ["0d", "2026-11-30", "2020-01-01", "soon", "2027-02-30", "-1d", "99999d", "1w"])
def test_a_day_that_is_none_or_not_to_come_is_refused(given: str) -> None:
    with pytest.raises(AceError, match="--expires"):
        expiry(given, "2026-11-30")
