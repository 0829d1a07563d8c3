"""What `ace init` writes: a configuration with every common setting named, a first playbook, its schemas.

For a person's own agent also one that works, with samples: fixed habits in place of a model, for them to replace.
"""

import json
from pathlib import Path
from typing import NamedTuple

from ace.errors import WorkspaceError
from ace.paths import shipped
from ace.playbook.rule_schema import KINDS, schema_path, schema_text
from ace.workspace import Workspace
from runtime.agents.registry import find_agent
from runtime.rules.git_read import run_git

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
knowledge: [shipped]        # the local text index; [shipped, notes] adds *.md, *.jsonl and cards of a folder notes

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
#   tools: {{zoom: ask}}

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


class Started(NamedTuple):
    """Paths from the repository's top: written now, and kept because they existed; and what was set up for."""

    written: tuple[str, ...]
    kept: tuple[str, ...]
    agent: str = ""


def starter_files(agent: str, branch: str) -> dict[str, bytes]:
    """Return the files of a fresh set-up for `agent` reviewed on `branch`, by path.

    `agent`: one that ships with ACE, or a kind of one's own: command, python, http.
    Raises: RuntimeFault for an unknown agent.
    """
    schemas = {schema_path(kind): schema_text(kind).encode() for kind in KINDS}
    if agent in OWN_KINDS:
        return _own_files(agent, branch) | schemas
    find_agent(agent)
    folder = shipped("playbooks") / agent
    files = {"ace.yaml": CONFIG.format(agent=agent, branch=json.dumps(branch)).encode()}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            files[f"playbooks/{agent}/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    return files | schemas


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
    """Write the files that do not exist yet. Raises: WorkspaceError in a bare repository."""
    if workspace.is_bare:
        raise WorkspaceError(f"{workspace.repo} is bare: run `ace init` in a clone with a working tree")
    written, kept = [], []
    for name, data in starter_files(agent, _present_branch(workspace)).items():
        path = workspace.repo / name
        if path.exists() or path.is_symlink():
            kept.append(name)
            continue
        _inside(workspace.repo, path.parent)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        written.append(name)
    return Started(tuple(written), tuple(kept), agent)


def _present_branch(workspace: Workspace) -> str:
    """Return the branch a fresh set-up is reviewed on: the one checked out, also before its first commit."""
    found = (
        run_git(workspace.repo, "symbolic-ref", "--quiet", "--short", "HEAD", check=False)
        .decode("utf-8", "replace")
        .strip()
    )
    return found or "main"


def _inside(top: Path, folder: Path) -> None:
    if not folder.resolve().is_relative_to(top.resolve()):
        raise WorkspaceError(f"{folder} leads out of {top} (a link?); nothing is written there")


def next_steps(result: Started) -> str:
    """Return what was written and what to do now."""
    lines = [f"wrote {name}" for name in result.written] + [f"kept  {name} (exists)" for name in result.kept]
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
