"""The parts that tests and the runtime use do implement the ports, and requests start empty."""

from runtime.contracts.ports import Clock, Controller, EpisodeJob, ModelReply, ModelRequest, Retriever, Student, Tool
from runtime.models.scripted import Scripted
from runtime.models.simulated import Simulated
from runtime.students.simulated_student import SimulatedStudent
from runtime.tools.registry import tutor_tools
from tests.runtime.builders import SAMPLE, CardIndex, StepClock


def test_ports_are_implemented() -> None:
    controllers: tuple[Controller, ...] = (Scripted(()), Simulated())
    student: Student = SimulatedStudent(SAMPLE, 0)
    clock: Clock = StepClock()
    retriever: Retriever = CardIndex()
    tools: tuple[Tool, ...] = tuple(tutor_tools().values())
    assert all(controller.info.simulated for controller in controllers)
    assert student.open()
    assert clock.now().endswith("Z")
    assert list(retriever.search("x", 0)) == []
    assert len({tool.spec.name for tool in tools}) == len(tools)


def test_requests_and_jobs_share_no_defaults() -> None:
    first, second = ModelRequest((), {}, 0), ModelRequest((), {}, 0)
    first.context["x"] = 1
    assert second.context == {}
    assert EpisodeJob().rules == ()
    assert ModelReply("{}").finish_reason == "stop"
