"""What `ace init` writes: a configuration with every common setting named, a first playbook, its schemas.

For a person's own agent also one that works, with samples: fixed habits in place of a model, for them to replace.
"""

import json
from pathlib import Path
from typing import NamedTuple

from ace.config.load import load_config
from ace.errors import ConfigError, WorkspaceError
from ace.paths import shipped
from ace.playbook.rule_schema import KINDS, schema_path, schema_text
from ace.present_branch import present_branch
from ace.text.visible_text import escape_text
from ace.workspace import Workspace
from runtime.agents.registry import AgentSpec, find_agent

# The kinds of a person's own agent that an example is written for.
OWN_KINDS = ("command", "python", "http")
CONFIG_PART = "own_agent.yaml"
CONFIG = """\
# ACE: what to run and how. `ace doctor` shows every setting and where it comes from.
schema: 1
agent: {agent}                # one of your own: `ace init --agent command`, python or http writes an example
playbook: playbooks/{agent}
branch: {branch}                # the reviewed branch: only rules on it reach a prompt
samples: [shipped]          # or folders of your own; [samples] reads samples/{agent}/*.yaml
{knowledge}
# Who decides. Any OpenAI-compatible server; the key is read from the environment variable named here.
# controller:
#   kind: openai
#   base_url: http://127.0.0.1:8091/v1
#   model: local
#   api_key_env: OPENAI_API_KEY
controller:
  kind: simulated           # no model: shows the loop, proves nothing about models

# control:                  # a person decides first: `ace calls`
#   approvals: {{external: ask}}
#   tools: {{{tool}: ask}}

curator:
  kind: heuristic           # or `model`: the controller's model drafts
  # tokens: 60000           # what drafting may take; cost_usd: 1.0 as well
  # wording: checked        # take a model's own words where they pass; else rules are said in words of their condition

run:
  limit: 60                 # samples a run, spread over the cases; remove it to run all
  trials: 1                 # episodes a sample
  concurrency: 4

gate:
  trials: 3                 # episodes a sample and side when a draft is judged
  alpha: 0.10               # level of the development screen, shared by the drafts of a cycle

review:
  open: [confirmed, promising]
  max_open: 5
  tidy: true                # merges and deletions need no improvement, once tidy_cases (60) cases were tried
  # remote: origin          # push proposals there

# forge: {{kind: github}}     # or gitlab: `ace open` and cycles open pull requests; the token is read from GITHUB_TOKEN

# schedules:                # for `ace daemon`; `ace daemon --explain` says what a line means
#   - {{name: nightly, cron: "15 2 * * *", deadline_minutes: 240}}
"""

KNOWLEDGE = """\
knowledge: [shipped]        # the local text index; [shipped, notes] adds *.md, *.jsonl and cards of a folder notes
"""


class Started(NamedTuple):
    """Paths from the repository's top: written now, and kept because they existed; and what was set up for.

    `notice` says what keeps the agent from being the one that is run, "" when nothing does.
    """

    written: tuple[str, ...]
    kept: tuple[str, ...]
    agent: str = ""
    notice: str = ""


def starter_files(agent: str, branch: str) -> dict[str, bytes]:
    """Return the files of a fresh set-up for `agent` reviewed on `branch`, by path.

    `agent`: one that ships with ACE, or a kind of one's own: command, python, http.
    Raises: RuntimeFault for an unknown agent.
    """
    schemas = {schema_path(kind): schema_text(kind).encode() for kind in KINDS}
    if agent in OWN_KINDS:
        return _own_files(agent, branch) | schemas
    config = _config(find_agent(agent), branch)
    folder = shipped("playbooks") / agent
    files = {"ace.yaml": config.encode()}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            files[f"playbooks/{agent}/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    return files | schemas


def _config(agent: AgentSpec, branch: str) -> str:
    """A setting that the agent has no use for is left out."""
    tools = agent.tools()
    tool = "zoom" if "zoom" in tools else next(iter(tools))
    knowledge = KNOWLEDGE if "retrieve" in tools else ""
    return CONFIG.format(agent=agent.name, branch=json.dumps(branch), knowledge=knowledge, tool=tool)


def _own_files(kind: str, branch: str) -> dict[str, bytes]:
    folder = shipped("starters") / "own"
    config = (folder / "ace.yaml").read_text(encoding="utf-8").replace("@BRANCH@", json.dumps(branch))
    own = (folder / kind / CONFIG_PART).read_text(encoding="utf-8")
    files = {"ace.yaml": config.replace("@OWN_AGENT@\n", own).encode()}
    for part in (folder / "common", folder / kind):
        for path in sorted(part.rglob("*")):
            if path.is_file() and path.name != CONFIG_PART and "__pycache__" not in path.parts:
                files[path.relative_to(part).as_posix()] = path.read_bytes()
    return files


def write_starter(workspace: Workspace, agent: str) -> Started:
    """Write the files that do not exist yet.

    Raises: WorkspaceError before anything is written: in a bare repository, where a file or a link out of it is in the
    way of a folder.
    """
    if workspace.is_bare:
        raise WorkspaceError(f"{workspace.repo} is bare: run `ace init` in a clone with a working tree")
    top, files = workspace.repo, starter_files(agent, present_branch(workspace.repo))
    kept = [name for name in files if (top / name).exists() or (top / name).is_symlink()]
    written = [name for name in files if name not in kept]
    for name in written:
        _check_room(top, (top / name).parent)
    notice = _other_agent(workspace, agent) if "ace.yaml" in kept else ""
    for name in written:
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_bytes(files[name])
    return Started(tuple(written), tuple(kept), agent, notice)


def _check_room(top: Path, folder: Path) -> None:
    if not folder.resolve().is_relative_to(top.resolve()):
        raise WorkspaceError(f"{folder} leads out of {top} (a link?); nothing is written")
    for part in (folder, *folder.parents):
        if (part.exists() or part.is_symlink()) and not part.is_dir():
            raise WorkspaceError(f"{part} is a file where a folder is needed; move it away. Nothing is written")
        if part == top:
            return


def _other_agent(workspace: Workspace, agent: str) -> str:
    """Return what to say when the ace.yaml that is kept runs another agent than the one that was asked for."""
    try:
        settings = load_config(workspace.repo, {}, {}).settings
    except ConfigError as exc:
        return f"ace.yaml is kept as it is, and cannot be read: {exc}"
    kind = settings.own_agent.kind if settings.own_agent is not None else ""
    if agent in (kind, settings.agent):
        return ""
    still = f"ace.yaml is kept as it is: the agent is still {settings.agent}"
    if agent in OWN_KINDS:
        return f"{still}. For the one written here describe it in ace.yaml (docs/bring-your-own-agent.md)"
    return f"{still}. For {agent} set in ace.yaml `agent: {agent}` and `playbook: playbooks/{agent}`"


def next_steps(result: Started) -> str:
    """Return what was written and what to do now."""
    lines = [f"wrote {name}" for name in result.written] + [f"kept  {name} (exists)" for name in result.kept]
    lines += ["", escape_text(result.notice)] if result.notice else []
    is_own = result.agent in OWN_KINDS
    added = "ace.yaml playbooks .ace" + (" samples .gitignore *.py" if is_own else "")
    until = "simulated until " + ("your agent takes the place of this one" if is_own else "ace.yaml names a model")
    lines += ["", "Only rules on a commit are used. Next:", f"  git add {added} && git commit -m 'Add ACE'"]
    lines += ["  python3 triage_agent.py 9000 &   start the agent"] if result.agent == "http" else []
    lines += [
        "  ace doctor        what works here",
        f"  ace cycle         run, find failures, propose ({until})",
        "  ace diff          what should change, and why",
    ]
    return "\n".join(lines) + "\n"
