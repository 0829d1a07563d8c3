"""A sample of a person's own agent: an input of any shape, and what is to come of it."""

from pydantic import Field

from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Sample


class OwnSample(Sample):
    """One task. `input` goes to the agent as it is; `expected` never does.

    Every key of `expected` is compared with the same key of the agent's answer, where it says no success itself.
    """

    input: JsonObject = Field(default_factory=dict)
    expected: JsonObject = Field(default_factory=dict)
