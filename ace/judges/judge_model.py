"""Which model judges."""

from collections.abc import Mapping

from ace.errors import ConfigError
from ace.session import Session, with_settings
from runtime.contracts.ports import Controller
from runtime.models.settings import ControllerSettings

# Set where the configuration says nothing: a judge that answers anew each time cannot be calibrated.
TEMPERATURE = 0.0


def judge_settings(session: Session, flags: Mapping[str, object] | None = None) -> ControllerSettings:
    """Return the judging model's settings: `analysis.judge`, else the controller's at temperature 0.

    A model named by flags wins over `analysis.judge`. Raises: ConfigError when none is set, or it is simulated.
    """
    is_named = any(value is not None for value in (flags or {}).values())
    own = None if is_named else session.settings.analysis.judge
    chosen = own or session.controller_settings()
    if chosen.kind == "simulated":
        raise ConfigError(
            "the model that judges is simulated: it can only play the agent; set `analysis.judge` in ace.yaml, or give "
            "--base-url and --model"
        )
    is_set = own is not None and "temperature" in own.model_fields_set
    return chosen if is_set else chosen.model_copy(update={"temperature": TEMPERATURE})


def build_judge_model(session: Session, settings: ControllerSettings) -> Controller:
    """Return the model, its paths taken from the repository. Nothing is sent yet. Raises: ModelError."""
    changed = session.settings.model_copy(update={"controller": settings})
    return with_settings(session, changed).controller()
