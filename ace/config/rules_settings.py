"""Where the rules come from when not from the reviewed branch of a repository."""

from pathlib import Path

from runtime.contracts.sample import Frozen


class RulesSettings(Frozen):
    """`bundle`: a file of `ace bundle` whose rules are used instead of those of the reviewed branch, so that no
    repository is needed. `allowed_signers`: OpenSSH's file of whose signature on it counts; then an unsigned one is
    refused. `state`: folder for runs where there is no repository; None: below `$XDG_STATE_HOME/ace`.

    In ace.yaml paths count from its folder, in the environment and on the command line from the present one.
    """

    bundle: Path | None = None
    allowed_signers: Path | None = None
    state: Path | None = None
