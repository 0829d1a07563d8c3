"""A daemon whose cycles are any command: `python -m tests.ace.daemon.daemon_main FOLDER EVERY_S WORD...`.

LIFELINE among the words stands for the file number of the pipe that tells a child of the daemon's end.
"""

import os
import sys
from pathlib import Path

from ace.config.schedule_settings import DaemonSettings, NotifySettings
from ace.daemon.assemble import DaemonOptions, run_daemon
from ace.daemon.run_daemon import Configured
from ace.workspace import Workspace
from tests.ace.daemon.daemon_building import every


def main() -> int:
    """Run it."""
    folder, seconds, words = Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]
    settings = DaemonSettings(stop_grace_seconds=float(os.environ.get("GRACE", "10")))
    deadline_s = float(os.environ.get("DEADLINE", "60"))
    configured = Configured((every(seconds, deadline_s=deadline_s),), settings, NotifySettings())
    options = DaemonOptions(
        command=lambda _, lifeline: [str(lifeline) if word == "LIFELINE" else word for word in words],
        load=lambda: configured,
    )
    return run_daemon(Workspace(folder, folder / "state", is_bare=False), dict(os.environ), options)


if __name__ == "__main__":
    raise SystemExit(main())
