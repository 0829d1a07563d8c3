"""What an episode was set up with, kept once as artifacts: its sample, rules, tools, instructions and limits."""

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from runtime.artifacts.store import REF_PREFIX
from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import canonical_json
from runtime.contracts.ports import ArtifactStore
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample, TutorSample
from runtime.contracts.tool_call import ToolSpec
from runtime.gates.settings import FixedGateSettings
from runtime.loop.parts import EpisodeParts

if TYPE_CHECKING:
    from pydantic import TypeAdapter

MEDIA_TYPE = "application/vnd.ace.setup+json"
SAMPLE_TYPE = "application/vnd.ace.sample+json"


@dataclass(frozen=True)
class Setup:
    """What prompts and gates were made of. `system` and `solver_system` are the instructions as they were sent.

    `rules` are those handed to the episode, before the token budget dropped any.
    """

    rules: tuple[Rule, ...]
    tools: tuple[ToolSpec, ...]
    system: str
    solver_system: str
    rules_tokens: int
    max_repairs: int
    gates: FixedGateSettings = field(default_factory=FixedGateSettings)


def keep_setup(parts: EpisodeParts, rules: tuple[Rule, ...], system: str, solver_system: str) -> str:
    """Return the reference that an episode's set-up is kept under, in the parts' store. Raises: TraceError."""
    tools = tuple(tool.spec for tool in parts.tools.values())
    setup = Setup(rules, tools, system, solver_system, parts.rules_token_budget, parts.max_repairs, parts.gates)
    return store_setup(setup, parts.artifacts)


def store_setup(setup: Setup, artifacts: ArtifactStore) -> str:
    """Return the reference `setup` is kept under; equal ones share it. Raises: TraceError when it cannot be kept."""
    value = _adapter().dump_python(setup, mode="json", by_alias=True)
    return artifacts.put(canonical_json(value).encode("utf-8", "backslashreplace"), MEDIA_TYPE)


def keep_sample(sample: Sample, artifacts: ArtifactStore) -> str:
    """Return the hash that the sample is kept under, as it is now. Raises: TraceError when it cannot be kept."""
    data = canonical_json(sample.model_dump(mode="json")).encode("utf-8", "surrogatepass")
    return artifacts.put(data, SAMPLE_TYPE).rpartition("/")[2]


def load_sample(sample_sha256: str, artifacts: ArtifactStore) -> TutorSample:
    """Return the sample as it was when it was kept. Raises: TraceError when it is absent, changed, or no sample."""
    from pydantic import ValidationError

    ref = f"{REF_PREFIX}{sample_sha256}"
    try:
        return TutorSample.model_validate_json(artifacts.get(ref))
    except ValidationError as exc:
        raise TraceError(f"{ref}: not a sample this program reads") from exc


def load_setup(ref: str, artifacts: ArtifactStore) -> Setup:
    """Return the set-up kept under `ref`. Raises: TraceError when it is absent, changed, or another version's."""
    from pydantic import ValidationError

    try:
        return _adapter().validate_json(artifacts.get(ref))
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise TraceError(f"{ref}: not a set-up this program reads ({where}: {first['msg']})") from exc


@cache
def _adapter() -> "TypeAdapter[Setup]":
    from pydantic import TypeAdapter

    return TypeAdapter(Setup)
