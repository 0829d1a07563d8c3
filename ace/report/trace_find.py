"""Which episode a command means: by id, the start of one, a sample or a case; in one run or arm, or in all of them."""

from collections.abc import Iterator
from pathlib import Path

from ace.errors import NotFoundError
from ace.report.trace_tries import replacements
from ace.runs.run_record import events_path
from ace.session import Session
from ace.text.counted import counted
from ace.workspace import IMPORT_RUN, TUTOR_RUN
from runtime.contracts.trace_event import Header
from runtime.traces.find_episode import Found, find_episodes, find_headers
from runtime.traces.read_events import read_episodes

_SHOWN = 5


def find_one(session: Session, name: str, run: str = "") -> Found:
    """Return the episode `name` names, in `run` (a run or arm; empty: in all, newest first).

    A whole id is that episode; the start of one must fit no other in all that is looked through. A sample, or a case
    with one sample, means the newest log that has it, and there the try that counts.
    Raises: NotFoundError when there is none, or more than one; up to five candidates are named with their runs.
    """
    places = list(_places(session, run))
    begun: dict[str, tuple[Path, Header]] = {}
    for place in places:
        headers = find_headers(place, name)
        if any(one.episode == name for one in headers):
            return _whole(place, name)
        if any(name in (one.sample, one.case) for one in headers):
            return _of_sample(place, name)
        for header in headers:
            begun.setdefault(header.episode, (place, header))
    if len(begun) == 1:
        ((episode, (place, _)),) = begun.items()
        return _whole(place, episode)
    if begun:
        raise NotFoundError(_several(f"the episodes that begin with {name!r}", [one for _, one in begun.values()]))
    raise NotFoundError(_none(session, name, run, places))


def is_run(session: Session, name: str) -> bool:
    """True for what names a run or arm that is here, where an episode is asked for: `latest`, r-..., a-..."""
    workspace = session.workspace
    if name.startswith("r-"):
        return any(path.name.startswith(name) for path in workspace.runs.glob("r-*"))
    if name.startswith("a-"):
        return any(path.stem.startswith(name) for path in workspace.arms.glob("a-*.jsonl"))
    return name == "latest"


def _whole(place: Path, episode: str) -> Found:
    return next(one for one in find_episodes([place], episode) if one.episode.header.episode == episode)


def _of_sample(place: Path, name: str) -> Found:
    found = [one for one in find_episodes([place], name) if name in _names(one)]
    samples = list(dict.fromkeys(one.episode.header.sample for one in found))
    if len(samples) > 1 and name not in samples:
        more = f" and {len(samples) - _SHOWN} more" if len(samples) > _SHOWN else ""
        run = found[0].episode.header.run
        raise NotFoundError(
            f"case {name!r} has several samples in {run}: {', '.join(samples[:_SHOWN])}{more}; name one"
        )
    found = [one for one in found if name not in samples or one.episode.header.sample == name]
    gone = replacements(found)
    counts = [one for one in found if one.episode.header.episode not in gone]
    if len(counts) > 1:
        raise NotFoundError(_several(f"the episodes of {name!r}", [one.episode.header for one in counts]))
    return counts[0]


def _names(found: Found) -> tuple[str, str]:
    header = found.episode.header
    return header.sample, header.case


def _none(session: Session, name: str, run: str, places: list[Path]) -> str:
    if is_run(session, name):
        return f"{name} is a run, not an episode: ace trace --run {name}"
    where = f"in {run}" if run else f"in {counted(len(places), 'event log')}"
    # Of many logs the newest is enough: reading all of them would take minutes.
    unread = unread_lines(session, run) if run else _unread(places[0]) if places else ()
    why = f"; {counted(len(unread), 'line')} cannot be read, the first: {unread[0]}" if unread else ""
    return f"{session.workspace.state}: no episode {name!r} {where}{why}; `ace trace` lists the latest run's episodes"


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
        yield events_path(workspace.run_folder(run, session.settings.agent))
    else:
        # Sessions with a person and imports are runs too; every kind of id holds the time.
        folders = sorted(workspace.runs.glob("r-*"), key=lambda path: _time(path.name), reverse=True)
        yield from map(events_path, folders)
        yield from sorted(workspace.arms.glob("a-*.jsonl"))


def _time(run: str) -> str:
    return run.removeprefix(TUTOR_RUN).removeprefix(IMPORT_RUN).removeprefix("r-")


def _several(what: str, found: list[Header]) -> str:
    ids = ", ".join(f"{one.episode} ({one.sample}, trial {one.trial}, {one.run})" for one in found[:_SHOWN])
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f"{what} are {len(found)}: {ids}{more}; give a whole id"
