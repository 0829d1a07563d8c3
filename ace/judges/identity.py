"""Who a judge is: its rubric, its prompt and its model. A change of any makes another judge."""

from typing import NamedTuple

from ace.judges.prompt import answer_schema, template_sha256
from ace.judges.rubric import Rubric
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.models.settings import ControllerSettings


class Identity(NamedTuple):
    """`hash`: 16 hex digits over all of it. `model` is how reports name the model."""

    name: str
    hash: str
    rubric_sha256: str
    prompt_sha256: str
    model: str
    model_hash: str

    def to_json(self) -> JsonObject:
        """Return every part as a JSON object."""
        return dict(self._asdict())


def identity(rubric: Rubric, model: ControllerSettings) -> Identity:
    """Return the identity of the judge that asks `rubric` of `model`.

    Of the model count its kind, name, server and temperature: the same name at another address may be another model.
    """
    prompt = content_hash([template_sha256(), dict(answer_schema(rubric))])
    files = [str(path) if path else "" for path in (model.cassette, model.script)]
    model_hash = content_hash([model.kind, model.model, model.base_url, model.temperature, *files], 16)
    whole = content_hash([rubric.sha256, prompt, model_hash], 16)
    named = model.model or (files[0] or files[1]).rpartition("/")[2]
    return Identity(rubric.name, whole, rubric.sha256, prompt, f"{model.kind}/{named}", model_hash)
