"""Errors of the ledger.

AceError
`-- LedgerError   the ledger cannot be read or written; it is never taken for an empty one
"""

from ace.errors import AceError


class LedgerError(AceError):
    """The ledger of held-out samples cannot be read or written."""
