"""`ace bundle`."""

from pathlib import Path

import click

from ace.commands.options import GivenPath, environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text


@click.command("bundle")
@click.argument("out", type=GivenPath(path_type=Path))
@click.option("--ref", callback=not_empty, help="A commit of the reviewed branch instead of its tip.")
@click.option("--agent", callback=not_empty, help="Agent the bundle is for (default: the one of ace.yaml).")
@click.option("--sign-key", type=GivenPath(path_type=Path), help="SSH key to sign with, by ssh-keygen: OUT.sig.")
@repo_option
@json_option
def command(out: Path, ref: str | None, agent: str | None, sign_key: Path | None, repo: Path, as_json: bool) -> None:
    """Write the reviewed rules, their tests and their evidence into the one file OUT, for machines without git.

    Only what is committed on the reviewed branch is bundled; the same commit gives the same bytes. A bundle that is
    there is replaced, any other file is left alone.

    \b
    Example:
      ace bundle rules.acebundle
      ace bundle rules.acebundle --ref v1.4 --sign-key ~/.ssh/id_ed25519
    """
    from hashlib import sha256

    from ace.bundle.bundle_text import made_json, made_text
    from ace.bundle.make_bundle import Wanted, make_bundle
    from ace.bundle.signature import sign, signature_path
    from ace.bundle.write_bundle import write_bundle, write_whole
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    wanted = Wanted(
        session.branch, session.settings.playbook, agent or session.settings.agent, ref or "", session.agents
    )
    made = make_bundle(session.workspace.repo, wanted)
    signature = None if sign_key is None else sign(made.data, sign_key.expanduser())
    write_bundle(out, made.data)
    if signature is not None:
        write_whole(signature_path(out), signature)
    place = signature_path(out) if signature_path(out).exists() else None
    digest = sha256(made.data).hexdigest()
    shown = (made, out, digest, place)
    print_json(made_json(*shown)) if as_json else print_text(made_text(*shown))
