"""Errors of the forge package. No message holds a token, a header or the body of a request.

ForgeError                     base; str() says what, where, what to do
|-- ForgeSetupError            settings, token or address cannot be used; nothing was sent
|-- ForgeDeniedError           401 or 403: the token is wrong, or lacks a permission
|-- ForgeMissingError          404: there is no such thing, or the token cannot see it
|-- ForgeRefusedError          another 4xx: the request itself was refused; carries status and what the forge said
|-- ForgeBusyError             the forge asks to wait longer than `forge.wait_s` allows
|-- ForgeDownError             no connection, no answer in time, or 5xx after every try
|   `-- ForgeUnsureError       the same of a request that creates something: it may have been done
`-- ForgeAnswerError           the answer is not what the API documents (HTML, broken JSON, another host)
"""

from ace.errors import AceError


class ForgeError(AceError):
    """Base of every error this package raises on purpose."""


class ForgeSetupError(ForgeError):
    """Settings, token or address cannot be used."""


class ForgeDeniedError(ForgeError):
    """The token is wrong (`status` 401) or lacks a permission (403)."""

    def __init__(self, message: str, status: int = 403) -> None:
        super().__init__(message)
        self.status = status


class ForgeMissingError(ForgeError):
    """There is no such thing, or the token cannot see it."""


class ForgeRefusedError(ForgeError):
    """The forge refused the request itself. `said` is its own message, made safe to show."""

    def __init__(self, message: str, status: int, said: str) -> None:
        super().__init__(message)
        self.status, self.said = status, said


class ForgeBusyError(ForgeError):
    """The forge asks to wait longer than allowed."""


class ForgeDownError(ForgeError):
    """The forge cannot be reached, or does not answer."""


class ForgeUnsureError(ForgeDownError):
    """A request that creates something brought no answer: look whether it was done before asking again."""


class ForgeAnswerError(ForgeError):
    """The answer is not what the API documents."""
