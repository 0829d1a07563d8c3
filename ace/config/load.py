"""Read the configuration, and say of every value where it came from."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from ace.config.settings import CONFIG_NAME, Settings
from ace.errors import ConfigError
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject, as_object
from runtime.rules.read_yaml import read_yaml

# Environment variable -> (dotted setting, how its text is read).
ENVIRONMENT: Mapping[str, str] = {
    "ACE_CONTROLLER": "controller.kind",
    "ACE_MODEL": "controller.model",
    "ACE_BASE_URL": "controller.base_url",
    "ACE_CONCURRENCY": "run.concurrency",
    "ACE_CURATOR": "curator.kind",
    "ACE_BRANCH": "branch",
}


class Loaded(NamedTuple):
    """`origins` maps each dotted setting that is not at its default to where it was set."""

    settings: Settings
    origins: dict[str, str]
    path: Path | None


def load_config(folder: Path, environ: Mapping[str, str], flags: Mapping[str, object]) -> Loaded:
    """Return the settings in force in `folder`: flag > environment > ace.yaml > default.

    Raises: ConfigError naming the file, variable or flag, what is wrong, and what is allowed.
    """
    path = folder / CONFIG_NAME
    values: JsonObject = {}
    origins: dict[str, str] = {}
    if path.is_file():
        values = _read(path)
        origins |= dict.fromkeys(_leaves(values), CONFIG_NAME)
    for variable, dotted in ENVIRONMENT.items():
        if environ.get(variable):
            values = _with(values, dotted, _number_or_text(environ[variable]))
            origins[dotted] = f"environment {variable}"
    for dotted, value in flags.items():
        if value is not None:
            values = _with(values, dotted, value)
            origins[dotted] = "flag"
    if "controller" in values:
        controller = as_object(values["controller"])
        values = {**values, "controller": {"kind": "openai", **controller}}
    try:
        return Loaded(Settings.model_validate(values), origins, path if path.is_file() else None)
    except ValidationError as exc:
        raise ConfigError(_explain(exc, origins, path)) from exc


def _read(path: Path) -> JsonObject:
    try:
        return read_yaml(path.read_bytes(), str(path))
    except RuleError as exc:
        raise ConfigError(str(exc)) from exc


def _with(values: JsonObject, dotted: str, value: object) -> JsonObject:
    head, _, rest = dotted.partition(".")
    if not rest:
        return {**values, head: value}
    return {**values, head: _with(as_object(values.get(head)), rest, value)}


def _leaves(values: Mapping[str, object], prefix: str = "") -> list[str]:
    out: list[str] = []
    for key, value in values.items():
        name = f"{prefix}{key}"
        out += _leaves(value, f"{name}.") if isinstance(value, dict) else [name]
    return out


def _number_or_text(text: str) -> object:
    return int(text) if text.isdecimal() else text


def _explain(exc: ValidationError, origins: Mapping[str, str], path: Path) -> str:
    lines = []
    for error in exc.errors():
        dotted = ".".join(str(part) for part in error["loc"])
        origin = next((where for name, where in origins.items() if name.startswith(dotted)), CONFIG_NAME)
        where = str(path) if origin == CONFIG_NAME else origin
        lines.append(f"{where}: {dotted or 'top'}: {error['msg']}")
    return "\n".join(lines) + "\nRun `ace doctor` to see every setting and where it comes from."
