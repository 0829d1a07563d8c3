"""Errors of the local index.

RuntimeFault
|-- IndexEmptyError       there is nothing to search
|-- IndexContractError    an index or a query was made under another contract; names the fields that differ
`-- IndexDamagedError     a stored index is truncated, changed or unreadable
"""

from runtime.contracts.errors import RuntimeFault


class IndexEmptyError(RuntimeFault):
    """There is nothing to search: no passages, or none with a word in them."""


class IndexContractError(RuntimeFault):
    """An index or a query was made under another contract."""


class IndexDamagedError(RuntimeFault):
    """A stored index is truncated, changed or unreadable."""
