"""What a user is told when a model server gave no answer: what, where, and what to do."""

from typing import NamedTuple

from runtime.contracts.errors import ModelError, ModelRefusedError, ModelUnavailableError
from runtime.models.retry_policy import Failure

_REMEDIES: dict[str, str] = {
    "connection": "start the server there, or correct base_url",
    "timeout": "raise timeout_s, or lower concurrency",
    "bad_answer": "check that base_url names an OpenAI-compatible API (it usually ends in /v1)",
    "400": "correct what it names; if it is the response format set structured_output to a weaker mode, "
    "if it is the length limit set max_tokens_field",
    "401": "set {api_key_env} to a valid key for this server",
    "402": "pay for the account, or use another server",
    "403": "give the key in {api_key_env} access to this model, or use another model",
    "404": "check base_url (it usually ends in /v1) and the model's name",
    "413": "shorten the prompt, or send smaller images",
    "429": "lower concurrency, or raise the account's limits",
    "3xx": "set base_url to the address that answers, if you trust it with your prompts",
    "5xx": "look into the server's log; one that breaks on response_format needs structured_output: none",
    "other": "check base_url, the model's name and the server's log",
}
_SAME_AS = {"422": "400", "405": "404"}


class Target(NamedTuple):
    """Whom a request went to. `url` is fit to show; `api_key_env` is the variable's name, not the key."""

    url: str
    model: str
    api_key_env: str


def report_failure(failure: Failure, attempts: int, target: Target, *, is_mode_refused: bool = False) -> ModelError:
    """Return the error for a request given up after `attempts` tries.

    `is_mode_refused`: the server said, in whatever status, that it does not take the structured-output mode.
    """
    name = "400" if is_mode_refused else _remedy_name(failure)
    remedy = _REMEDIES[name].format(api_key_env=target.api_key_env)
    if failure.is_retryable and not is_mode_refused:
        tries = "1 attempt" if attempts == 1 else f"{attempts} attempts"
        return ModelUnavailableError(
            f"{target.url} gave no answer from model {target.model!r} in {tries}; last: {failure.cause}; {remedy}"
        )
    return ModelRefusedError(f"{target.url} refused the request to model {target.model!r}: {failure.cause}; {remedy}")


def _remedy_name(failure: Failure) -> str:
    if failure.kind != "status":
        return failure.kind
    name = _SAME_AS.get(str(failure.status), str(failure.status))
    if name in _REMEDIES:
        return name
    if 300 <= failure.status < 400:
        return "3xx"
    return "5xx" if failure.status >= 500 else "other"
