"""Exit codes."""

import pytest

from ace.errors import AceError, BusyError, ConfigError, NotFoundError, WorkspaceError


@pytest.mark.parametrize(
    ("kind", "code"), [(AceError, 1), (ConfigError, 1), (WorkspaceError, 1), (NotFoundError, 1), (BusyError, 75)]
)
def test_every_error_is_an_ace_error_with_its_exit_code(kind: type[AceError], code: int) -> None:
    assert isinstance(kind("x"), AceError)
    assert kind("x").exit_code == code
