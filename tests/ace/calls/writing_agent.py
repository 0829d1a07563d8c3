"""A tutor whose tools write, so that approvals, crashes and resumption can be tried for real; also as a program.

`python -m tests.ace.calls.writing_agent REPO run|resume [ID...]`
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ace.calls.resume import Resumed, resume_calls
from ace.cycle.run_samples import RunRequest, run_samples
from ace.errors import AceError
from ace.runs.run_record import LoadedRun
from ace.session import Session, open_session
from runtime.agents.agent_setup import AgentSetup
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ModelRequest, Tool
from runtime.contracts.tool_call import Readiness, ToolSpec
from runtime.control.controlled_caller import ControlledCaller
from runtime.control.worker_pool import WorkerPool
from runtime.control.worker_process import ToolsRecipe
from runtime.loop.parts import EpisodeParts
from runtime.loop.run_episode import TutorAgent
from runtime.models.scripted import Scripted
from runtime.students.simulated_student import SimulatedStudent
from runtime.tools.settings import ToolSettings
from runtime.tools.tool_memory import ToolMemory
from tests.runtime.builders import REFUSE
from tests.runtime.control.odd_tools import LINE, OddTool, append_line

FACTORY = "tests.ace.calls.writing_agent:writing_tools"
PLAN = "plan.json"


def writing_tools(image_base: Path | None = None, settings: ToolSettings | None = None) -> dict[str, Tool]:
    """Return three tools that append a line to a file, whatever was done before; two of them write."""
    tools = [
        OddTool("send", append_line, LINE, "irreversible_write", timeout_s=30.0),
        OddTool("append", append_line, LINE, "reversible_write", timeout_s=30.0),
        OddTool("look", append_line, LINE, "read", timeout_s=30.0),
    ]
    return {tool.spec.name: tool for tool in tools}


def _listed(settings: ToolSettings | None = None) -> Mapping[str, tuple[ToolSpec, Readiness]]:
    return {name: (tool.spec, tool.readiness()) for name, tool in writing_tools().items()}


def _build(setup: AgentSetup) -> TutorAgent:
    plan = json.loads((setup.base / PLAN).read_text(encoding="utf-8"))

    def script(request: ModelRequest) -> str:
        if request.step >= len(plan):
            return REFUSE
        return json.dumps({"action": "REQUEST_TOOL", "tool": plan[request.step][0], "arguments": plan[request.step][1]})

    tools = writing_tools()
    workers = WorkerPool(ToolsRecipe(FACTORY), 1)
    return TutorAgent(
        EpisodeParts(
            controller=Scripted(script),
            solver=Scripted(script),
            tools=tools,
            artifacts=setup.artifacts,
            clock=setup.clock,
            make_student=SimulatedStudent,
            caller=ControlledCaller(tools, setup.control, setup.clock, ToolMemory(), workers),
            budgets=setup.budgets,
        )
    )


def plan_calls(repo: Path, *calls: tuple[str, str, float]) -> Path:
    """Let the tutor call tools: each with a line to write and the seconds to take. Return the file they write to."""
    out = repo / "out.txt"
    rows = [[tool, {"path": str(out), "line": line, "seconds": seconds}] for tool, line, seconds in calls]
    (repo / PLAN).write_text(json.dumps(rows), encoding="utf-8")
    return out


def writing_session(repo: Path, **flags: object) -> Session:
    """Return a session of one sample with the writing agent."""
    chosen: JsonObject = {"controller.kind": "simulated", "run.limit": 1, "run.seed": 0}
    session = open_session(repo, {}, {**chosen, **flags})
    return replace(session, agent=replace(session.agent, build=_build, tools=_listed))


def written(out: Path) -> list[str]:
    """Return the lines that were written."""
    return out.read_text(encoding="utf-8").splitlines() if out.exists() else []


def run_once(session: Session, resume: str = "") -> LoadedRun:
    """Run the sample."""
    with session.workspace.lock():
        return run_samples(session, RunRequest(resume=resume))


def resume_once(session: Session, *names: str) -> Resumed:
    """Resume the one call there is to resume."""
    (done,) = resume_calls(session, names)
    return done


def main() -> int:
    """Do what the command line says."""
    repo, command, *names = sys.argv[1:]
    session = writing_session(Path(repo))
    if command == "run":
        run_once(session)
        return 0
    try:
        done = resume_calls(session, names)
    except AceError as exc:
        sys.stderr.write(f"{exc}\n")
        return exc.exit_code
    sys.stdout.write("".join(f"{one.call.id} {one.episode or '-'} {one.message}\n" for one in done))
    return 1 if any(one.is_failure for one in done) else 0


if __name__ == "__main__":
    sys.exit(main())
