"""Files of the ledger: JSON in one form, checked when they are read. Shared by uses, vault scores and re-tests."""

import json
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from ace.ledger.errors import LedgerError
from runtime.contracts.json_types import JsonObject

SCHEMA = 1
_Model = TypeVar("_Model", bound=BaseModel)


def file_bytes(value: JsonObject) -> bytes:
    """Return the file's bytes; equal values give equal bytes."""
    return (json.dumps(value, indent=1, sort_keys=True, ensure_ascii=True) + "\n").encode()


def read_record(path: str, data: bytes, model: type[_Model]) -> _Model:
    """Return what a file holds. Raises: LedgerError for what is no `model`, or is a newer ACE's."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as exc:
        raise LedgerError(f"{path}: is not JSON ({exc})") from exc
    schema = value.get("schema") if isinstance(value, dict) else None
    if isinstance(schema, int) and schema > SCHEMA:
        raise LedgerError(f"{path}: schema {schema} is newer than the {SCHEMA} known here; update ACE")
    try:
        return model.model_validate(value)
    except ValidationError as exc:
        error = exc.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, error["loc"])) or "the document"
        raise LedgerError(f"{path}: {where}: {error['msg']}") from exc
