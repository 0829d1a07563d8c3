"""Where cycles are killed, in the order in which a cycle comes past."""

from ace.bench.crash_child import CrashPoint

_BEFORE_RUN = ("begun", "step run begun", "run")
_AFTER_RUN = ("step run done", "step analyze begun")
_AROUND_DRAFT = ("step analyze done", "step draft begun")
_BEFORE_RETEST = ("step draft done", "step retest begun")
_BEFORE_JUDGE = ("step retest done", "step judge begun")
_AFTER_JUDGE = ("step judge done", "step commit begun", "commit")
_AFTER_COMMIT = ("opened", "committed")
_LAST = ("step commit done", "step push begun", "step push done", "step open begun", "step open done", "ended")
_WHEN = ("before", "torn", "after")


def crash_points(number: int) -> list[CrashPoint]:
    """Return `number` points, in the order of a cycle: every line of the journal, and what is between.

    Fewer than all are spread evenly over them; more than all are all of them again.
    """
    found = all_points()
    if number <= len(found):
        return [found[place * len(found) // number] for place in range(number)]
    return [found[place % len(found)] for place in range(number)]


def all_points() -> list[CrashPoint]:
    """Return all points, in the order of a cycle."""
    return [
        *(CrashPoint("time", number=ms) for ms in (300, 800, 1300, 1800)),
        *_lines(_BEFORE_RUN),
        CrashPoint("rename", "run.json"),
        *_calls(8),
        *_lines(("resumed",)),
        *_calls(2),
        *_lines(_AFTER_RUN),
        CrashPoint("rename", "tutor.json"),
        *_lines(_AROUND_DRAFT),
        CrashPoint("rename", "drafted.json"),
        *_lines(_BEFORE_RETEST),
        *_calls(5),
        CrashPoint("git", "Leave out again"),
        CrashPoint("git", "ace: ledger"),
        *_lines(("retested",)),
        CrashPoint("rename", "retested.json"),
        *_lines(_BEFORE_JUDGE),
        *_calls(10),
        CrashPoint("git", "refs/ace/ledger"),
        CrashPoint("git", "commit-tree"),
        *_calls(5),
        CrashPoint("rename", "judged.json"),
        *_lines(_AFTER_JUDGE),
        CrashPoint("git", "hash-object"),
        *(CrashPoint("git", "update-ref", number=count) for count in (1, 2)),
        CrashPoint("git", "commit-tree", number=2),
        *_lines(_AFTER_COMMIT),
        CrashPoint("rename", "proposals.json"),
        *_lines(_LAST),
    ]


def _lines(labels: tuple[str, ...]) -> list[CrashPoint]:
    return [CrashPoint("journal", label, when) for label in labels for when in _WHEN]


def _calls(rounds: int) -> list[CrashPoint]:
    """Return points among the calls of a model: each comes past a few calls after the one before."""
    kinds = (
        CrashPoint("request"),
        CrashPoint("answer", when="torn"),
        CrashPoint("reply"),
        CrashPoint("answer", when="after"),
        CrashPoint("answer"),
    )
    return [kinds[place % len(kinds)]._replace(number=2 + 3 * (place % 3)) for place in range(rounds)]
