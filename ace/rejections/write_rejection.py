"""Write a rejection as the file it is kept in. Pure."""

from ace.playbook.write_rule import plain_value
from ace.playbook.yaml_text import field_text
from ace.rejections.read_rejections import FOLDER, parse_rejection
from ace.rejections.rejection import Rejection
from ace.review.fingerprint import proposal_id
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject


def rejection_path(fingerprint: str) -> str:
    """Return where the rejection of what has this fingerprint (64 hex digits) is kept, from the repository root."""
    return f"{FOLDER}/{proposal_id(fingerprint)}.yaml"


def dump_rejection(rejection: Rejection) -> bytes:
    """Return the file of a rejection; `parse_rejection` of it gives `rejection` back.

    Fields at their default are left out.
    Raises: RuleError when it cannot be written so (characters no reviewed file may hold, a day that does not exist).
    """
    fields: JsonObject = {
        name: plain_value(getattr(rejection, name))
        for name, field in Rejection.model_fields.items()
        if getattr(rejection, name) != field.default
    }
    lines: list[str] = []
    for name, value in fields.items():
        head, body = field_text(name, value)
        lines += [f"{name}: {head}".rstrip(), *body]
    data = ("\n".join(lines) + "\n").encode()
    if parse_rejection(data, rejection_path(rejection.fingerprint)) != rejection:
        raise RuleError(f"the rejection of {rejection.rule} does not read back as it was written; simplify its texts")
    return data
