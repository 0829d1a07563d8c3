"""`ace bench rules`."""

from collections.abc import Callable

from tests.conftest import Ran


def test_json_has_every_figure_and_its_target(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "rules", "--rules", "40", "--json", "--quiet")
    assert (ran.code, ran.err) == (0, "")
    rows = ran.json["rows"]
    assert isinstance(rows, list)
    assert [row["target"] for row in rows] == ["<= 1", None, None, None, "<= 50", "<= 50"]
    assert all(row["ours"] > 0 for row in rows)


def test_text_says_what_was_measured(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "rules", "--rules", "20")
    assert ran.code == 0
    assert "load, check, render 20 rules" in ran.out
    assert "writing 20 rule files" in ran.err
