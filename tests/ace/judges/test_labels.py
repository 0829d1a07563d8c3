"""Labelled items from a file: texts and episodes, labels in words or true and false, problems named."""

import json
import os
from pathlib import Path

import pytest

from ace.judges.errors import JudgeError
from ace.judges.labels import LabelFields, LabelledItems, choose, read_labels, run_episodes
from ace.judges.rubric import RUBRICS, read_rubric
from ace.judges.shown_episode import shown_text
from runtime.contracts.trace_event import Episode
from tests.ace.conftest import SmallRun
from tests.ace.judges.judging import RUBRIC, labelled, taught

OUTSIDE = os.environ.get("ACE_OUTSIDE_DATA")


def look_up(run: str, episode: str) -> Episode:
    """Know one episode."""
    if (run, episode) == ("r-1", "e-1"):
        return taught("e-1", "You fool.")
    if (run, episode) == ("r-1", "e-silent"):
        return taught("e-silent")
    raise JudgeError(f"run {run} has no episode {episode!r}")


def read(folder: Path, *rows: object, fields: LabelFields | None = None) -> LabelledItems:
    """Return what a file of `rows` holds."""
    path = folder / "labels.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return read_labels(path, RUBRIC, fields or LabelFields(), look_up)


def test_a_label_is_one_of_the_two_words_or_true_where_it_fails(tmp_path: Path) -> None:
    labels = ["rude", " Polite ", True, 0, "yes", "no"]
    found = read(tmp_path, *({"text": f"t{i}", "label": label} for i, label in enumerate(labels)))
    assert [item.is_failing for item in found.items] == [True, False, True, False, True, False]
    assert [item.id for item in found.items] == ["1", "2", "3", "4", "5", "6"]


def test_fields_may_have_other_names_and_be_nested(tmp_path: Path) -> None:
    fields = LabelFields("reply.text", "notes.rude", "before")
    row = {"id": "a", "reply": {"text": "You fool."}, "notes": {"rude": True}, "before": "Hello"}
    (item,) = read(tmp_path, row, fields=fields).items
    assert item == ("a", shown_text("You fool.", "Hello"), True)


def test_an_episode_is_looked_up(tmp_path: Path) -> None:
    (item,) = read(tmp_path, {"run": "r-1", "episode": "e-1", "label": "rude"}).items
    assert [line.text for line in item.shown.lines] == ["You fool."]


def test_rows_that_cannot_be_used_are_named_and_the_rest_is(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {"text": "a", "label": "rude"},
        {"text": "b", "label": "unsure"},
        {"text": "  ", "label": "rude"},
        {"label": "rude"},
        [1],
        {"run": "r-1", "episode": "e-9", "label": "rude"},
        {"run": "r-1", "episode": "e-silent", "label": "rude"},
    )
    assert len(found.items) == 1
    reasons = sorted((bad.line, bad.reason) for bad in found.problems)
    assert [line for line, _ in reasons] == [2, 3, 4, 5, 6, 7]
    assert '`label` must be "rude" or "polite"' in reasons[0][1]
    assert "neither a text in `text` nor" in reasons[1][1]
    assert "has no episode 'e-9'" in reasons[4][1]
    assert "said nothing" in reasons[5][1]


def test_a_file_without_one_usable_row_names_the_field(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match="no row has a field `label`, did you mean `labels`"):
        read(tmp_path, {"text": "a", "labels": "rude"})
    with pytest.raises(JudgeError, match="no row has a field `text`, there are: reply, label"):
        read(tmp_path, {"reply": "a", "label": "rude"})
    with pytest.raises(JudgeError, match="holds no row"):
        read(tmp_path)


def test_a_limit_picks_the_same_items_each_time_from_all_of_the_file(tmp_path: Path) -> None:
    items = read_labels(labelled(tmp_path / "l.jsonl", 60), RUBRIC, LabelFields(), look_up).items
    ten, twenty = choose(items, 10), choose(items, 20)
    assert (len(ten), len(twenty), choose(items, None), choose(items, 60)) == (10, 20, items, items)
    assert set(ten) < set(twenty)
    assert {item.is_failing for item in ten} == {True, False}
    assert [items.index(item) for item in ten] == sorted(items.index(item) for item in ten)


def test_episodes_of_a_run_are_found_by_run_and_id(small_run: SmallRun) -> None:
    found = run_episodes(small_run.session.workspace.run_folder)
    one = small_run.run.episodes[0]
    assert found(small_run.run.record.run, one.header.episode).header == one.header
    with pytest.raises(JudgeError, match="has no episode 'e-none'"):
        found("latest", "e-none")


@pytest.mark.outside_data
@pytest.mark.skipif(not OUTSIDE, reason="names no folder of outside data (ACE_OUTSIDE_DATA)")
def test_mrbenchs_annotations_become_labels(tmp_path: Path) -> None:
    from ace.bench.leak_data import read_replies

    replies = read_replies(Path(str(OUTSIDE)) / "mrbench")
    rows = [
        {"context": f"{one.known.given}\n{one.known.said}", "text": one.text, "label": one.label != "no"}
        for one in replies
    ]
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = read_labels(path, read_rubric(RUBRICS / "answer_revealed.yaml"), LabelFields(), look_up)
    assert len(found.items) + len(found.problems) == len(replies) > 800
    assert 100 < sum(item.is_failing for item in found.items) < 200
