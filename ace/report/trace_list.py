"""The episodes of a run, one line each: what `ace trace` shows when no episode is named."""

from collections.abc import Iterable, Sequence

from ace.report.text import table
from ace.review.visible_text import escape_text
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode
from runtime.traces.find_episode import Found

_SHOWN = 5


def list_text(found: Iterable[Found], unread: Sequence[str] = ()) -> str:
    """Return a table: episode, sample, how it ended, whether it succeeded, how many steps; then lines left unread."""
    rows = [["episode", "sample", "end", "success", "steps"]]
    for one in found:
        episode = one.episode
        cells = [
            episode.header.episode,
            episode.header.sample,
            _end(episode),
            _success(episode),
            str(len(episode.steps)),
        ]
        rows.append([escape_text(cell) for cell in cells])
    lines = [f"not read: {escape_text(text)}\n" for text in unread[:_SHOWN]]
    more = [f"and {len(unread) - _SHOWN} more lines\n"] if len(unread) > _SHOWN else []
    return (table(rows) if len(rows) > 1 else "no episodes\n") + "".join([*lines, *more])


def list_json(found: Iterable[Found], unread: Sequence[str] = ()) -> JsonObject:
    """Return the same as JSON, with every line left unread."""
    return {
        "unread": list(unread),
        "episodes": [
            {
                "episode": one.episode.header.episode,
                "sample": one.episode.header.sample,
                "trial": one.episode.header.trial,
                "end": _end(one.episode),
                "scores": one.episode.outcome.scores if one.episode.outcome else {},
                "steps": len(one.episode.steps),
                "record": one.integrity,
            }
            for one in found
        ],
    }


def _end(episode: Episode) -> str:
    return episode.outcome.terminal if episode.outcome is not None else "cut off"


def _success(episode: Episode) -> str:
    scores = episode.outcome.scores if episode.outcome is not None else {}
    return "" if "success" not in scores else "yes" if scores["success"] else "no"
