"""Several tries at one place of a run: which one counts, and which it replaced. Pure."""

from collections.abc import Iterable, Mapping

from runtime.traces.find_episode import Found


def replacements(found: Iterable[Found]) -> Mapping[str, str]:
    """Return, by id, each episode that no longer counts with the id of the one that counts instead.

    Of the tries of one sample and trial in a run the finished one counts, else the last, as for `ace analyze`.
    """
    places: dict[tuple[str, str, int], list[Found]] = {}
    for one in found:
        header = one.episode.header
        places.setdefault((header.run, header.sample, header.trial), []).append(one)
    out: dict[str, str] = {}
    for tries in places.values():
        counts = next((one for one in tries if not one.episode.is_infrastructure_error), tries[-1])
        for one in tries:
            if one is not counts and one.episode.is_infrastructure_error:
                out[one.episode.header.episode] = counts.episode.header.episode
    return out
