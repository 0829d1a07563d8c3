"""The episodes of a run, one line each: what `ace trace` shows when no episode is named."""

from collections.abc import Sequence

from ace.report.trace_run import run_line
from ace.report.trace_tries import replacements
from ace.text.table import table
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode
from runtime.traces.find_episode import Found

_SHOWN = 5


def list_text(found: Sequence[Found], unread: Sequence[str] = ()) -> str:
    """Return which run it is and a table: episode, sample, how it ended, whether it succeeded, how many steps.

    An episode that another replaced says so. Lines left unread follow.
    """
    gone = replacements(found)
    rows = [["episode", "sample", "end", "success", "steps"]]
    for one in found:
        episode = one.episode
        cells = [
            episode.header.episode,
            episode.header.sample,
            _end(episode) + _replaced(gone.get(episode.header.episode, "")),
            _success(episode),
            str(len(episode.steps)),
        ]
        rows.append([escape_text(cell) for cell in cells])
    lines = [f"not read: {escape_text(text)}\n" for text in unread[:_SHOWN]]
    more = [f"and {len(unread) - _SHOWN} more lines\n"] if len(unread) > _SHOWN else []
    return run_line(found) + (table(rows) if len(rows) > 1 else "no episodes\n") + "".join([*lines, *more])


def list_json(found: Sequence[Found], unread: Sequence[str] = ()) -> JsonObject:
    """Return the same as JSON, with every line left unread."""
    gone = replacements(found)
    return {
        "run": found[0].episode.header.run if found else "",
        "unread": list(unread),
        "episodes": [
            {
                "episode": one.episode.header.episode,
                "sample": one.episode.header.sample,
                "trial": one.episode.header.trial,
                "end": _end(one.episode),
                "replaced_by": gone.get(one.episode.header.episode, ""),
                "scores": one.episode.outcome.scores if one.episode.outcome else {},
                "steps": len(one.episode.steps),
                "record": one.integrity,
            }
            for one in found
        ],
    }


def _end(episode: Episode) -> str:
    return episode.outcome.terminal if episode.outcome is not None else "cut off"


def _replaced(by: str) -> str:
    return f", replaced by {by}" if by else ""


def _success(episode: Episode) -> str:
    scores = episode.outcome.scores if episode.outcome is not None else {}
    return "" if "success" not in scores else "yes" if scores["success"] else "no"
