"""Rows of clusters: an example under the first, and none wider than the terminal."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ace.cycle.analyze_run import Analysis, analyze
from ace.report.cluster_rows import clusters_with_examples, example_line, fit, fit_rows, shown_clusters
from ace.text.visible_text import display_width
from tests.ace.building import web_episodes

EVIL = "\x1b[2J\nfake line\u202e"


def _analysis() -> Analysis:
    """Return an analysis with one frequent cluster, and a rare one."""
    made = analyze(web_episodes(6), (), "major")
    (often,) = made.clusters
    rare = replace(often, id="c-00000000", episodes=often.episodes[:1], findings=often.findings[:1], failures=1)
    return replace(made, clusters=(often, rare))


def test_a_line_is_cut_at_a_word() -> None:
    assert fit("one two three", 13) == "one two three"
    assert fit("one two three", 12) == "one two..."
    assert fit("one two three", 10) == "one two..."
    assert fit("one two three", 9) == "one..."
    assert fit("x" * 40, 10) == "xxxxxxx..."


@given(st.text(max_size=60), st.integers(min_value=1, max_value=40))
def test_what_is_cut_fits_and_is_a_beginning(text: str, width: int) -> None:
    cut = fit(text, width)
    assert display_width(cut) <= max(width, 4)
    assert cut == text or width < 4 or text.startswith(cut.removesuffix("..."))


def test_only_rows_of_clusters_are_cut() -> None:
    text = "a long head line\n  c-12345678  5  a long name\n"
    assert fit_rows(text, None) == text
    assert fit_rows(text, 24) == "a long head line\n  c-12345678  5  a...\n"


def test_rare_ones_are_folded_where_there_are_others() -> None:
    analysis = _analysis()
    often, rare = analysis.clusters
    assert shown_clusters(analysis.clusters, False) == (often,)
    assert shown_clusters(analysis.clusters, True) == (often, rare)
    assert shown_clusters((rare,) * 8, False) == (rare,) * 5
    assert shown_clusters((rare,) * 8, True) == (rare,) * 8
    text = clusters_with_examples(analysis, False, None)
    assert "  and 1 rarer ones (--all)\n" in text
    assert rare.id not in text
    whole = clusters_with_examples(analysis, True, None)
    assert rare.id in whole
    assert "rarer" not in whole
    assert "too few" not in whole


def test_an_example_is_one_escaped_line_with_its_episode() -> None:
    often = _analysis().clusters[0]
    first = replace(often.findings[0], episode="e-1", step=2, quote=EVIL)
    evil = replace(often, findings=(first, *often.findings[1:]))
    assert example_line(evil, None) == "      e-1 step 2 | \\x1b[2J fake line\\u202e"
    text = clusters_with_examples(replace(_analysis(), clusters=(evil,)), False, 40)
    assert text.splitlines()[2].startswith("      e-1 step 2 | ")
    assert all(len(line) <= 40 for line in text.splitlines()[1:])


def test_only_the_first_have_examples_and_nothing_found_is_said() -> None:
    often = _analysis().clusters[0]
    text = clusters_with_examples(replace(_analysis(), clusters=(often,) * 9), False, None)
    assert text.count(" | ") == 5
    assert text.count(often.id) == 9
    assert "no failure was found" in clusters_with_examples(replace(_analysis(), clusters=()), False, None)
