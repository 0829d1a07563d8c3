"""Errors of judges.

AceError
`-- JudgeError           a rubric, a file of labels or a calibration cannot be used
"""

from ace.errors import AceError


class JudgeError(AceError):
    """A rubric, a file of labels or a calibration cannot be used."""
