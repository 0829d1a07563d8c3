"""Items that people labelled: texts of a JSONL file, or episodes of runs named in it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ace.errors import AceError
from ace.judges.errors import JudgeError
from ace.judges.rubric import Rubric
from ace.judges.shown_episode import Shown, shown_episode, shown_text
from ace.measurements.read_rows import BadRow, Row, read_rows
from ace.runs.run_record import load_run
from analyzers.measurements import field_value, near, read_label
from runtime.contracts.json_types import content_hash
from runtime.contracts.trace_event import Episode


class Labelled(NamedTuple):
    """One item: what is shown, and whether people call it failing."""

    id: str
    shown: Shown
    is_failing: bool


class LabelledItems(NamedTuple):
    """What a file holds: items, and the rows that could not be used, with the reason."""

    items: tuple[Labelled, ...]
    problems: tuple[BadRow, ...]


@dataclass(frozen=True)
class LabelFields:
    """Names of the fields: an id, the text or the episode (with `run`), what came before, and people's label."""

    text: str = "text"
    label: str = "label"
    context: str = "context"


Episodes = Callable[[str, str], Episode]


def read_labels(path: Path, rubric: Rubric, fields: LabelFields, episodes: Episodes) -> LabelledItems:
    """Return the labelled items of `path`. A label is one of the rubric's two words, or true (failing) or false.

    A row has a text, or `run` and `episode`, which `episodes` looks up.
    Raises: JudgeError when no row can be used.
    """
    items: list[Labelled] = []
    problems: list[BadRow] = []
    names: dict[str, None] = {}
    for row in read_rows(path, problems.append):
        names |= dict.fromkeys(row.fields)
        read = _item(row, rubric, fields, episodes)
        if isinstance(read, BadRow):
            problems.append(read)
        else:
            items.append(read)
    if items:
        return LabelledItems(tuple(items), tuple(problems))
    if not problems:
        raise JudgeError(f"{path}: holds no row; give one labelled item a line")
    absent = [name for name in (fields.label, fields.text) if names and name not in names and "." not in name]
    hint = f"; no row has a field `{absent[0]}`, {near(absent[0], names)}" if absent else ""
    raise JudgeError(f"{path}: no row can be used (line {problems[0].line}: {problems[0].reason}{hint})")


def choose(items: tuple[Labelled, ...], limit: int | None) -> tuple[Labelled, ...]:
    """Return at most `limit` items, picked by the hash of their words: the same ones each time, from all of the file.

    A larger limit keeps those of a smaller one.
    """
    if limit is None or len(items) <= limit:
        return items
    ranked = sorted(range(len(items)), key=lambda place: (content_hash(items[place].shown.item), place))
    return tuple(items[place] for place in sorted(ranked[:limit]))


def run_episodes(runs: Callable[[str], Path]) -> Episodes:
    """Return how episodes are looked up: `runs` gives the folder of a run; a run is read once.

    Raises: JudgeError for an episode the run does not have, and as `runs` for an unknown run.
    """
    read: dict[str, dict[str, Episode]] = {}

    def look_up(run: str, episode: str) -> Episode:
        if run not in read:
            read[run] = {one.header.episode: one for one in load_run(runs(run)).episodes}
        found = read[run].get(episode)
        if found is None:
            raise JudgeError(f"run {run} has no episode {episode!r}")
        return found

    return look_up


def _item(read: Row, rubric: Rubric, fields: LabelFields, episodes: Episodes) -> Labelled | BadRow:
    number, row = read
    is_failing = _label(field_value(row, fields.label), rubric)
    if is_failing is None:
        words = f'"{rubric.labels.failing}" or "{rubric.labels.passing}"'
        return BadRow(number, f"`{fields.label}` must be {words}, or true or false (true: {rubric.labels.failing})")
    text = field_value(row, fields.text)
    name = str(row.get("id", number))
    if isinstance(text, str) and text.strip():
        context = field_value(row, fields.context)
        return Labelled(name, shown_text(text, context if isinstance(context, str) else ""), is_failing)
    run, episode = row.get("run"), row.get("episode")
    if not isinstance(run, str) or not isinstance(episode, str):
        return BadRow(number, f"neither a text in `{fields.text}` nor `run` and `episode`")
    try:
        shown = shown_episode(episodes(run, episode), rubric.shows)
    except AceError as exc:
        return BadRow(number, str(exc))
    if shown is None:
        return BadRow(number, f"{episode}: the agent said nothing that could be judged")
    return Labelled(name, shown, is_failing)


def _label(value: object, rubric: Rubric) -> bool | None:
    if isinstance(value, str):
        word = value.strip().lower()
        if word in (rubric.labels.failing, rubric.labels.passing):
            return word == rubric.labels.failing
    return read_label(value)
