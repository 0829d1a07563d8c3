"""Errors of the optimizer.

AceError                 base; str() says what, where, what to do
|-- ConfigError          ace.yaml, an environment variable or a flag cannot be used
|-- WorkspaceError       the folder is not a repository ACE can work in
|   `-- NoRepositoryError  there is no repository, or no git to read it
|-- NotFoundError        a run, cluster, episode, rule or proposal of that name does not exist
`-- BusyError            another cycle holds the lock (exit code 75)
"""


class AceError(Exception):
    """Base of every error the optimizer raises on purpose."""

    exit_code = 1


class ConfigError(AceError):
    """The configuration cannot be used."""


class WorkspaceError(AceError):
    """The folder is not a repository ACE can work in."""


class NoRepositoryError(WorkspaceError):
    """There is no repository, or no git to read it."""


class NotFoundError(AceError):
    """Nothing of that name exists."""


class BusyError(AceError):
    """Another cycle holds the lock."""

    exit_code = 75
