"""Which episode a command means: by id, the start of one, or a sample; in one run or arm, or in all, newest first."""

from collections.abc import Iterator
from pathlib import Path

from ace.cycle.run_record import events_path
from ace.errors import NotFoundError
from ace.session import Session
from ace.workspace import TUTOR_RUN
from runtime.traces.find_episode import Found, find_episodes
from runtime.traces.read_events import read_episodes

_SHOWN = 6


def find_one(session: Session, name: str, run: str = "") -> Found:
    """Return the episode `name` names (id, its start, or a sample), in `run` (a run or arm; empty: the newest with it).

    Raises: NotFoundError when there is none, or more than one: of a sample with several trials, all are named.
    """
    places = list(_places(session, run))
    for place in places:
        found = list(find_episodes([place], name))
        exact = [one for one in found if one.episode.header.episode == name]
        if not exact and all(one.episode.header.sample == name for one in found):
            # A sample that was run again after it was cut off or waited: the finished record is meant.
            exact = [one for one in found if not one.episode.is_infrastructure_error]
        if len(exact or found) == 1:
            return (exact or found)[0]
        if found:
            raise NotFoundError(_several(name, place, found))
    where = f"in {run}" if run else f"in {len(places)} event logs"
    # Of many logs the newest is enough: reading all of them would take minutes.
    unread = unread_lines(session, run) if run else _unread(places[0]) if places else ()
    why = f"; {len(unread)} lines cannot be read, the first: {unread[0]}" if unread else ""
    raise NotFoundError(
        f"{session.workspace.state}: no episode {name!r} {where}{why}; `ace show latest --json` lists some"
    )


def find_all(session: Session, run: str) -> Iterator[Found]:
    """Yield every episode of a run or arm in the order they began. Raises: NotFoundError."""
    for place in _places(session, run):
        yield from find_episodes([place])


def unread_lines(session: Session, run: str) -> tuple[str, ...]:
    """Return the lines of a run's or arm's log that cannot be used, each with its reason. Raises: NotFoundError."""
    return tuple(text for place in _places(session, run) for text in _unread(place))


def _unread(log: Path) -> tuple[str, ...]:
    if not log.exists():
        return ()
    return tuple(f"{one.path}:{one.line}: {one.reason}" for one in read_episodes(log).problems)


def _places(session: Session, run: str) -> Iterator[Path]:
    workspace = session.workspace
    if run.startswith("a-"):
        arms = sorted(path for path in workspace.arms.glob("a-*.jsonl") if path.stem.startswith(run))
        if len(arms) != 1:
            raise NotFoundError(f"{workspace.arms}: {len(arms)} trial arms begin with {run!r}")
        yield arms[0]
    elif run:
        yield events_path(workspace.run_folder(run))
    else:
        # Sessions with a person are runs too; both kinds of id hold the time.
        folders = sorted(workspace.runs.glob("r-*"), key=lambda path: path.name.replace(TUTOR_RUN, "r-"), reverse=True)
        yield from map(events_path, folders)
        yield from sorted(workspace.arms.glob("a-*.jsonl"))


def _several(name: str, place: Path, found: list[Found]) -> str:
    ids = ", ".join(f"{one.episode.header.episode} ({one.episode.header.sample})" for one in found[:_SHOWN])
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f"{place}: {len(found)} episodes are meant by {name!r}: {ids}{more}; give a whole id"
