"""Where a session runs: in a repository with its rules and settings, or anywhere, with what ACE ships."""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ace.agents import configured_agent
from ace.clock import SystemClock
from ace.config.load import load_config
from ace.config.settings import CONFIG_NAME, DEFAULT_AGENT
from ace.errors import ConfigError, WorkspaceError
from ace.runs.run_record import new_run_id
from ace.session import Session, open_session
from ace.workspace import TUTOR_RUN, Workspace
from runtime.contracts.rule import Rule
from runtime.rules.load_reviewed import injectable


@dataclass(frozen=True)
class Place:
    """A session, the id and folder of the run to be written, and the reviewed rules in force.

    `bundle`: as `Playbook.bundle`. `is_repository`: traces are kept with the runs of a repository, or of a bundle.
    """

    session: Session
    run: str
    folder: Path
    rules: tuple[Rule, ...]
    commit: str
    is_repository: bool
    bundle: str = ""


def open_place(repo: Path, environ: Mapping[str, str], flags: Mapping[str, object], trace_folder: Path | None) -> Place:
    """Return where to run. In a repository without ace.yaml no rules are used.

    Raises: WorkspaceError for a folder that is not there; ConfigError, also for an agent that does not talk; RuleError.
    """
    try:
        session, is_repository = open_session(repo, environ, flags), True
    except WorkspaceError as exc:
        if "not in a git repository" not in str(exc):
            raise
        session, is_repository = _anywhere(repo, environ, flags, trace_folder), False
    if session.agent.name != DEFAULT_AGENT:
        raise ConfigError(
            f"{CONFIG_NAME}: agent {session.agent.name!r} is configured here, and only the {DEFAULT_AGENT} talks with "
            "a person; name a folder without that setting with -C"
        )
    run = TUTOR_RUN + new_run_id(session.clock.now()).removeprefix("r-")
    runs = trace_folder if trace_folder is not None else session.workspace.runs
    is_configured = (session.workspace.repo / CONFIG_NAME).is_file() or session.settings.rules.bundle is not None
    if not (is_repository and is_configured):
        return Place(session, run, runs / run, (), "", is_repository)
    playbook = session.playbook()
    rules = injectable(playbook, session.settings.agent)
    return Place(session, run, runs / run, rules, playbook.commit, is_repository, playbook.bundle)


def _anywhere(
    folder: Path, environ: Mapping[str, str], flags: Mapping[str, object], trace_folder: Path | None
) -> Session:
    state = trace_folder if trace_folder is not None else Path(tempfile.mkdtemp(prefix="ace-tutor-"))
    loaded = load_config(folder, environ, flags)
    return Session(
        workspace=Workspace(folder.resolve(), state, is_bare=False),
        settings=loaded.settings,
        origins=loaded.origins,
        environ=environ,
        clock=SystemClock(),
        agent=configured_agent(loaded.settings, folder.resolve(), environ),
    )
