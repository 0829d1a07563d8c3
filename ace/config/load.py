"""Read the configuration, and say of every value where it came from."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, get_args

from pydantic import BaseModel, ValidationError

from ace.config.plain_words import key_problem, one_a_value, setting_problem
from ace.config.settings import CONFIG_NAME, Settings
from ace.errors import ConfigError
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject, as_object
from runtime.rules.read_yaml import read_yaml

# Environment variable -> dotted setting. Its text becomes a number where the setting is one.
ENVIRONMENT: Mapping[str, str] = {
    "ACE_CONTROLLER": "controller.kind",
    "ACE_MODEL": "controller.model",
    "ACE_BASE_URL": "controller.base_url",
    "ACE_CONCURRENCY": "run.concurrency",
    "ACE_CURATOR": "curator.kind",
    "ACE_BRANCH": "branch",
    "ACE_AGENT": "agent",
    "ACE_PLAYBOOK": "playbook",
    "ACE_BUNDLE": "rules.bundle",
    "ACE_STATE_DIR": "rules.state",
}
# Another settings file of the repository in place of ace.yaml; its path counts from the repository's top.
CONFIG_VARIABLE = "ACE_CONFIG"


class Loaded(NamedTuple):
    """`origins` maps each dotted setting that is not at its default to where it was set."""

    settings: Settings
    origins: dict[str, str]
    path: Path | None


def load_config(folder: Path, environ: Mapping[str, str], flags: Mapping[str, object]) -> Loaded:
    """Return the settings in force in `folder`: flag > environment > ace.yaml > default.

    Raises: ConfigError naming the file, variable or flag, what is wrong, and what is allowed.
    """
    path = folder / (environ.get(CONFIG_VARIABLE) or CONFIG_NAME)
    if environ.get(CONFIG_VARIABLE) and not path.exists():
        raise ConfigError(f"{path}: no such settings file (from the variable {CONFIG_VARIABLE}); correct it")
    values: JsonObject = {}
    origins: dict[str, str] = {}
    if path.is_symlink() and not path.exists():
        raise ConfigError(f"{path}: is a link to something that does not exist; mend or remove it")
    if path.exists() and not path.is_file():
        raise ConfigError(f"{path}: is not a file; move it away or put the configuration in its place")
    if path.is_file():
        values = _read(path)
        origins |= dict.fromkeys(_leaves(values), CONFIG_NAME)
    for variable, dotted in ENVIRONMENT.items():
        if environ.get(variable):
            values = _with(values, dotted, environ[variable], f"environment {variable}")
            origins[dotted] = f"environment {variable}"
    for dotted, value in flags.items():
        if value is not None:
            values = _with(values, dotted, value, "flag")
            origins[dotted] = "flag"
    values, origins = _with_implied_kind(values, origins)
    # Read from a file this key may hold anything; what is no mapping is left for the schema to refuse.
    if isinstance(values.get("controller"), dict):
        values = {**values, "controller": {"kind": "openai", **as_object(values["controller"])}}
    try:
        return Loaded(Settings.model_validate(values), origins, path if path.is_file() else None)
    except ValidationError as exc:
        raise ConfigError(_explain(exc, origins, path)) from exc


def _with_implied_kind(values: JsonObject, origins: dict[str, str]) -> tuple[JsonObject, dict[str, str]]:
    """A server or model named on the command line or in the environment must not be ignored for a simulated one.

    Raises: ConfigError when the same place asks for a server and for a back-end that uses none.
    """
    controller = values.get("controller")
    kind = controller.get("kind", "openai") if isinstance(controller, dict) else "openai"
    # A local model is named by --model too: the folder it is in.
    meant = ("controller.base_url",) if kind == "local" else ("controller.base_url", "controller.model")
    named = [name for name in meant if _is_override(origins.get(name, ""))]
    if not named or not isinstance(controller, dict) or kind == "openai":
        return values, origins
    if _is_override(origins.get("controller.kind", "")):
        raise ConfigError(
            f"{origins['controller.kind']}: controller.kind is {kind}, which uses no server, but {named[0]} is set by "
            f"{origins[named[0]]}; leave one of them out"
        )
    implied = {**values, "controller": {**controller, "kind": "openai"}}
    return implied, {**origins, "controller.kind": f"implied by {origins[named[0]]}"}


def _is_override(origin: str) -> bool:
    return origin == "flag" or origin.startswith("environment")


def _read(path: Path) -> JsonObject:
    data = path.read_bytes()
    if all(not line.strip() or line.lstrip().startswith(b"#") for line in data.splitlines()):
        return {}  # every setting left out, or still commented out
    try:
        return read_yaml(data, str(path))
    except RuleError as exc:
        raise ConfigError(str(exc)) from exc


def _with(values: JsonObject, dotted: str, value: object, origin: str) -> JsonObject:
    head, _, rest = dotted.partition(".")
    if not rest:
        return {**values, head: value}
    inner = values.get(head)
    if inner is not None and not isinstance(inner, dict):
        raise ConfigError(f"{CONFIG_NAME}: {head}: must hold settings below it, so {origin} cannot set {dotted}")
    return {**values, head: _with(as_object(inner), rest, value, origin)}


def _leaves(values: Mapping[str, object], prefix: str = "") -> list[str]:
    out: list[str] = []
    for key, value in values.items():
        name = f"{prefix}{key}"
        out += _leaves(value, f"{name}.") if isinstance(value, dict) else [name]
    return out


def _explain(exc: ValidationError, origins: Mapping[str, str], path: Path) -> str:
    lines = []
    for error in one_a_value(exc.errors()):
        dotted = ".".join(str(part) for part in error["loc"])
        origin = next((where for name, where in origins.items() if name.startswith(dotted)), CONFIG_NAME)
        where = str(path) if origin == CONFIG_NAME else origin
        if is_key := error["loc"][-1:] == ("[key]",):
            dotted = ".".join(str(part) for part in error["loc"][:-2])
        problem = key_problem(dotted, error) if is_key else setting_problem(error, _known)
        lines.append(f"{where}: {dotted or 'top'}: {problem}")
    return "\n".join(lines)


def _known(place: tuple[int | str, ...]) -> list[str]:
    """Return the names of the settings under `place`."""
    model: type[BaseModel] = Settings
    # A number is a place in a list, whose settings are those of its type.
    for part in (part for part in place if isinstance(part, str)):
        annotation = model.model_fields[part].annotation
        candidates = (annotation, *get_args(annotation))
        model = next(item for item in candidates if isinstance(item, type) and issubclass(item, BaseModel))
    return [field.alias or name for name, field in model.model_fields.items()]
