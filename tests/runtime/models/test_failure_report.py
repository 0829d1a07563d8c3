import pytest

from runtime.contracts.errors import ModelError, ModelRefusedError, ModelUnavailableError
from runtime.models.failure_report import Target, report_failure
from runtime.models.retry_policy import Failure

TARGET = Target("http://h/v1", "m", "MY_KEY")


@pytest.mark.parametrize(
    ("failure", "error", "remedy"),
    [
        (Failure("connection", "refused"), ModelUnavailableError, "start the server"),
        (Failure("timeout", "slow"), ModelUnavailableError, "raise timeout_s"),
        (Failure("bad_answer", "html"), ModelUnavailableError, "ends in /v1"),
        (Failure("status", "HTTP 429", 429), ModelUnavailableError, "lower concurrency"),
        (Failure("status", "HTTP 503", 503), ModelUnavailableError, "server's log"),
        (Failure("status", "HTTP 409", 409), ModelUnavailableError, "server's log"),
        (Failure("status", "HTTP 401", 401), ModelRefusedError, "set MY_KEY"),
        (Failure("status", "HTTP 405", 405), ModelRefusedError, "base_url"),
        (Failure("status", "HTTP 422", 422), ModelRefusedError, "structured_output"),
        (Failure("status", "HTTP 418", 418), ModelRefusedError, "base_url"),
        (Failure("status", "HTTP 307", 307), ModelRefusedError, "the address that answers, if you trust it"),
    ],
    ids=lambda value: value.cause if isinstance(value, Failure) else None,
)
def test_the_error_says_what_where_and_what_to_do(failure: Failure, error: type[ModelError], remedy: str) -> None:
    reported = report_failure(failure, 3, TARGET)
    assert type(reported) is error
    for part in ("http://h/v1", "'m'", failure.cause, remedy):
        assert part in str(reported)


def test_attempts_are_counted_in_words_that_fit() -> None:
    assert "in 1 attempt;" in str(report_failure(Failure("timeout", "slow"), 1, TARGET))
    assert "in 2 attempts;" in str(report_failure(Failure("timeout", "slow"), 2, TARGET))


def test_a_refused_mode_is_a_refusal_whatever_the_status() -> None:
    reported = report_failure(Failure("status", "HTTP 500", 500), 1, TARGET, is_mode_refused=True)
    assert type(reported) is ModelRefusedError
    assert "structured_output" in str(reported)
