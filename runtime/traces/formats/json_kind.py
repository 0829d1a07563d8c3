"""What kind of JSON value something is, in JSON's words. Pure."""

_NAMES = {bool: "true or false", int: "number", float: "number", str: "string", list: "list", dict: "object"}


def json_kind(value: object) -> str:
    """Return null, true or false, number, string, list or object; of anything else the name of its type."""
    return "null" if value is None else _NAMES.get(type(value), type(value).__name__)
