"""Errors of the runtime.

RuntimeFault                     base; str() says what, where, what to do
|-- SampleError                  a sample file or its image cannot be used
|-- ImageError                   an image is missing, unreadable or not an image
|-- RuleError                    a rule file or a reviewed commit cannot be used
|   `-- ConditionError           a CEL condition does not compile or does not give a boolean
|-- TraceError                   an event log is of an unknown schema or damaged
|-- ToolError                    a tool could not do its work; carries an error class
|-- ApprovalNeededError          a tool call waits for a person's decision
|-- BudgetSpentError             a budget ran out in the middle of a step; str() names it
|-- ControlError                 a pending call or the call journal cannot be used as asked
|   `-- StaleCallError           the run has moved on: what was asked no longer stands
`-- ModelError                   a model server did not give a usable answer
    |-- ModelUnavailableError    connection refused, timeout, 429 or 5xx after every retry
    |-- ModelRefusedError        the request itself is wrong (400, 401, 404): retrying cannot help
    `-- CassetteMissError        replay has no recorded answer for this request
"""

from runtime.contracts.tool_call import ErrorClass


class RuntimeFault(Exception):
    """Base of every error the runtime raises on purpose."""


class SampleError(RuntimeFault):
    """A sample file or the image it names cannot be used."""


class ImageError(RuntimeFault):
    """An image is missing, unreadable or empty."""


class RuleError(RuntimeFault):
    """A rule file or reviewed commit cannot be used."""


class ConditionError(RuleError):
    """A CEL condition does not compile, or did not give a boolean.

    `offset` is where in the condition, in characters from its start; 0 also where that is not known.
    """

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


class TraceError(RuntimeFault):
    """An event log is of an unknown schema or damaged before its last line."""


class ToolError(RuntimeFault):
    """A tool could not do its work; `error_class` becomes the tool card's class."""

    def __init__(self, error_class: ErrorClass, message: str) -> None:
        super().__init__(message)
        self.error_class: ErrorClass = error_class


class ApprovalNeededError(RuntimeFault):
    """A tool call waits for a person; `pending` is the id it is kept under."""

    def __init__(self, pending: str, message: str) -> None:
        super().__init__(message)
        self.pending = pending


class BudgetSpentError(RuntimeFault):
    """A budget of the episode ran out in the middle of a step; str() names it with its limit."""


class ControlError(RuntimeFault):
    """A pending call or the call journal cannot be used as asked."""


class StaleCallError(ControlError):
    """The run, rules or samples have moved on since a call was asked for; nothing may act on it any more."""


class ModelError(RuntimeFault):
    """A model server did not give a usable answer."""


class ModelUnavailableError(ModelError):
    """The server did not answer, or answered 429 or 5xx, after every retry."""


class ModelRefusedError(ModelError):
    """The server refused the request itself; retrying cannot help."""


class CassetteMissError(ModelError):
    """Replay has no recorded answer for this request."""
