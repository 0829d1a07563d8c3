"""A person's own agent, as the configuration names it."""

import math
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr, StringConstraints, model_validator

from runtime.agents.own.context import NOT_A_NAME, declared_problem
from runtime.contracts.errors import ModelRefusedError
from runtime.contracts.sample import Frozen
from runtime.models.server_address import check_url

OwnKind: TypeAlias = Literal["python", "command", "http"]
Name: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_.-]*$", max_length=60)]
Header: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", max_length=100)]
Variable: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", max_length=200)]
Text: TypeAlias = Annotated[StrictStr, Field(max_length=2000)]
Default: TypeAlias = StrictBool | StrictInt | StrictFloat | Text | tuple[Text, ...]
# What the client writes itself; another value would break the request.
_CLIENTS = frozenset({"host", "content-length", "content-type", "transfer-encoding", "connection", "accept-encoding"})
_NEEDS: dict[OwnKind, str] = {"python": "path", "command": "command", "http": "url"}


class DeclaredField(Frozen):
    """One field that conditions may read besides those every agent has."""

    path: str = Field(max_length=120)
    """Where it stands in what the agent sends: `action.amount`, `state.order.paid`."""
    default: Default
    """Its value where the agent says none; its type is the field's: true/false, whole number, fraction, text, texts."""
    doc: str = Field(default="", max_length=300)
    """One line of documentation, for those who write rules."""
    choices: tuple[Text, ...] = ()
    """The only texts it can be, or its elements can be; any where none is named."""

    @model_validator(mode="after")
    def _default_fits(self) -> Self:
        if isinstance(self.default, float) and not math.isfinite(self.default):
            raise ValueError(f"{self.path}: its default must be a finite number")
        if isinstance(self.default, int) and not -(2**63) <= self.default < 2**63:
            raise ValueError(f"{self.path}: its default does not fit 64 bits, which conditions count with")
        if self.choices and not isinstance(self.default, str | tuple):
            raise ValueError(f"{self.path}: choices are for a field of text or texts; its default is neither")
        return self


class OwnAgentSettings(Frozen):
    """Where a person's own agent is and what is known of it. Only the fields of its kind may be given."""

    kind: OwnKind
    """How it is reached: a Python function, a command that speaks JSON lines, or an HTTP address."""
    path: str = Field(default="", max_length=300)
    """python: `package.module:function` (or a class with `run`), in the environment or at the repository's top."""
    command: tuple[Annotated[str, Field(max_length=4000)], ...] = Field(default=(), max_length=100)
    """command: the program and its arguments, run at the repository's top without a shell."""
    url: str = ""
    """http: the address that requests are posted to."""
    headers_env: dict[Header, Variable] = Field(default_factory=dict, max_length=20)
    """http: a header's name, and the environment variable with its value."""
    timeout_s: float = Field(default=120.0, gt=0, le=86_400, allow_inf_nan=False)
    """Longest one episode may take, in seconds."""
    workers: int = Field(default=1, ge=1, le=64)
    """command: most processes at once; each works on one episode at a time and is kept for the next."""
    model: str = Field(default="", max_length=200)
    """What reports call the model behind it; the agent's name where none is given."""
    simulated: bool = False
    """No real model decides in it; everything made with it is marked so."""
    fields: tuple[DeclaredField, ...] = Field(default=(), max_length=200)
    """What conditions may read of an action and the state before it, besides what every agent has."""
    actions: tuple[Name, ...] = Field(default=(), max_length=200)
    """What `action.name` may be besides a tool."""
    tools: tuple[Name, ...] = Field(default=(), max_length=200)
    """The tools it calls; it calls them itself."""
    files: tuple[Annotated[str, Field(min_length=1, max_length=1000)], ...] = Field(default=(), max_length=200)
    """Further files or folders, from the repository's top, that a trial depends on (prompts, data)."""

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        problem = self._reach_problem() or self._names_problem() or declared_problem([one.path for one in self.fields])
        if problem:
            raise ValueError(problem)
        return self

    def _reach_problem(self) -> str:
        needed = _NEEDS[self.kind]
        if not getattr(self, needed):
            return f"an agent of kind {self.kind} needs {needed}"
        for kind, name in _NEEDS.items():
            if kind != self.kind and getattr(self, name):
                return f"{name} belongs to an agent of kind {kind}, and this one's kind is {self.kind}; remove one"
        if self.headers_env and self.kind != "http":
            return "headers_env belongs to an agent of kind http; remove it"
        if not self.model.isprintable() or not all(part.isprintable() and part for part in self.command[:1]):
            return "model and command hold no control characters and are not empty; write them anew"
        if any("\0" in part for part in self.command):
            return "command holds a zero byte, which no argument can; remove it"
        written = next((name for name in self.headers_env if name.lower() in _CLIENTS), "")
        if written:
            return f"headers_env: the header {written} is written by the client; remove it"
        return self._address_problem()

    def _address_problem(self) -> str:
        if self.kind != "http":
            return ""
        try:
            check_url(self.url)
        except ModelRefusedError:
            return "url is not an http(s) address in plain ASCII; write it like http://127.0.0.1:9000/run"
        if "@" in self.url.partition("://")[2].partition("/")[0]:
            return "url holds a user or password; put them into a variable and name it in headers_env"
        return ""

    def _names_problem(self) -> str:
        names = (*self.tools, *self.actions)
        twice = next((name for name in names if names.count(name) > 1), "")
        if twice:
            return f"{twice!r} is named twice among tools and actions; keep one"
        taken = next((name for name in names if name in NOT_A_NAME), "")
        return f"{taken!r} means something else in rules; give that tool or action another name" if taken else ""
