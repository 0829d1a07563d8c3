"""From the bytes of a forge to typed values: what the API documents is required, everything else passed over."""

from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from ace.forges.errors import ForgeAnswerError


class Answered(BaseModel):
    """Base of what a forge answers; fields that are not named here are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


T = TypeVar("T", bound=Answered)


def read_answer(model: type[T], value: object, what: str) -> T:
    """Return `value` as a `model`.

    Raises: ForgeAnswerError naming the first field that is missing or of another type.
    """
    try:
        return model.model_validate(value)
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the answer"
        raise ForgeAnswerError(
            f"{what}: {place}: {first['msg']}; is forge.api the address of the right API, and forge.kind right?"
        ) from None
