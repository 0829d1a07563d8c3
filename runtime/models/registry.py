"""Controllers by kind. A new back-end is one file and one line here."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from pydantic import TypeAdapter, ValidationError

from runtime.contracts.errors import ModelError
from runtime.contracts.ports import Controller
from runtime.models.settings import ControllerSettings

Builder: TypeAlias = Callable[[ControllerSettings, Mapping[str, str]], Controller]


def build_controller(settings: ControllerSettings, environ: Mapping[str, str]) -> Controller:
    """Return the controller that `settings` describe, recorded when they say so. Nothing is sent yet.

    Close it with `runtime.models.closing.close_controller`.
    Raises: ModelError when its key, script or cassette is missing or unusable.
    """
    controller = BUILDERS[settings.kind](settings, environ)
    if settings.record is None:
        return controller
    from runtime.models.recorded import Recording

    return Recording(controller, settings.record)


def _build_openai(settings: ControllerSettings, environ: Mapping[str, str]) -> Controller:
    from runtime.models.openai_compatible import OpenAISettings, openai_controller

    chosen = OpenAISettings(
        base_url=settings.base_url,
        model=settings.model,
        api_key_env=settings.api_key_env,
        temperature=settings.temperature,
        timeout_s=settings.timeout_s,
        retries=settings.retries,
        concurrency=settings.concurrency,
        price_in_usd_per_mtok=settings.price_in_usd_per_mtok,
        price_out_usd_per_mtok=settings.price_out_usd_per_mtok,
        price_cached_in_usd_per_mtok=settings.price_cached_in_usd_per_mtok,
        structured_output=settings.structured_output,
        max_tokens_field=settings.max_tokens_field,
        join_turns=settings.join_turns,
    )
    return openai_controller(chosen, environ)


def _build_local(settings: ControllerSettings, environ: Mapping[str, str]) -> Controller:
    from runtime.models.local_model import LocalModel, LocalSettings

    return LocalModel(
        LocalSettings(
            folder=Path(settings.model),
            temperature=settings.temperature,
            timeout_s=settings.timeout_s,
            device=settings.device,
            dtype=settings.dtype,
            vision=settings.vision,
        )
    )


def _build_simulated(settings: ControllerSettings, environ: Mapping[str, str]) -> Controller:
    from runtime.models.simulated import Simulated, SimulatedSettings

    try:
        return Simulated(SimulatedSettings(obey=settings.obey, failure_rates=settings.failure_rates))
    except ValueError as exc:
        raise ModelError(f"{exc}; correct failure_rates") from exc


def _build_scripted(settings: ControllerSettings, environ: Mapping[str, str]) -> Controller:
    from runtime.models.scripted import Scripted

    assert settings.script is not None, "checked by ControllerSettings"
    return Scripted(_read_script(settings.script), model=settings.model or settings.script.stem)


def _build_recorded(settings: ControllerSettings, environ: Mapping[str, str]) -> Controller:
    from runtime.models.recorded import Recorded

    assert settings.cassette is not None, "checked by ControllerSettings"
    return Recorded(settings.cassette)


def _read_script(path: Path) -> list[str]:
    try:
        from runtime.models.cassette import read_regular

        return TypeAdapter(list[str]).validate_json(read_regular(path), strict=True)
    except OSError as exc:
        raise ModelError(f"{path}: cannot read the script ({exc.strerror}); correct `script`") from exc
    except ValidationError as exc:
        raise ModelError(f"{path}: a script is a JSON list of strings; correct the file") from exc


BUILDERS: Mapping[str, Builder] = {
    "openai": _build_openai,
    "local": _build_local,
    "simulated": _build_simulated,
    "scripted": _build_scripted,
    "recorded": _build_recorded,
}
