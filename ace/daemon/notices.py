"""Tell of missed and failed cycles: always in the log, and to a webhook, there not twice for the same failure."""

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from ace.daemon.health import iso
from runtime.contracts.json_types import JsonObject

Kind: TypeAlias = Literal["failed", "deadline", "busy", "not started", "missed", "reload", "recovered"]
LOG = logging.getLogger("ace.daemon")


@dataclass(frozen=True)
class Notice:
    """Something a person should know. `text`: one line that says what, where, what to do; times in UTC.

    `reason`: the bare cause, "" for none; it and `kind` say whether two notices are about the same.
    """

    kind: Kind
    schedule: str
    text: str
    reason: str = ""
    due: datetime | None = None
    cycle: str = ""
    exit_code: int | None = None

    @property
    def key(self) -> str:
        """The same for the same failure: numbers (times, counts, processes) do not make it another one."""
        return f"{self.schedule}/{self.kind}/{re.sub(r'[0-9]+', '#', self.reason)[:200]}"

    def to_json(self, repository: str, now: datetime) -> JsonObject:
        """Return what is posted. `text` is what chat programs show."""
        return {
            "schema_version": 1,
            "kind": self.kind,
            "text": f"ace, {repository}: {self.text}",
            "repository": repository,
            "schedule": self.schedule,
            "reason": self.reason,
            "due": iso(self.due) if self.due else None,
            "cycle": self.cycle,
            "exit_code": self.exit_code,
            "time": iso(now),
        }


class Notices:
    """Log lines and posts; `told` says when each failure was last posted."""

    def __init__(
        self, post: Callable[[JsonObject], None] | None, repository: str, told: Mapping[str, datetime]
    ) -> None:
        """Begin with what was told before a restart. `post` must return at once; None: the log only."""
        self._post, self._repository = post, repository
        self.told: Mapping[str, datetime] = dict(told)

    def tell(self, notice: Notice, now: datetime, repeat: timedelta) -> None:
        """Write `notice` to the log, and post it unless the same was posted within `repeat`."""
        LOG.log(logging.INFO if notice.kind == "recovered" else logging.ERROR, "%s", notice.text)
        if self._post is None:
            return
        last = self.told.get(notice.key)
        # A clock that was set back must not silence it.
        if last is not None and last <= now < last + repeat:
            return
        self._post(notice.to_json(self._repository, now))
        if notice.kind != "recovered":
            fresh = {key: told for key, told in self.told.items() if told + repeat > now}
            self.told = {**fresh, notice.key: now}

    def forget(self, schedule: str) -> None:
        """Take the failures of `schedule` for over: the next one is news."""
        self.told = {key: told for key, told in self.told.items() if not key.startswith(f"{schedule}/")}
