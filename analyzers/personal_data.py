"""Addresses and numbers of people, kept out of what is quoted: a quote is committed for many to read.

Traces stay as they are, on the machine they were made on; only what a finding quotes or says passes through here.
"""

import re

_MAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,24}")
# Phone, record and insurance numbers: seven digits or more, alone or in groups. Not part of a word, no decimals.
_NUMBER = re.compile(r"(?<![\w.,#@/-])\+?\(?\d(?:[ ()/-]{0,2}\d){6,18}(?![\w@])(?!\.\d)")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{8}")


def without_personal_data(text: str) -> str:
    """Return `text` with mail addresses as `[redacted:mail]` and long numbers as `[redacted:number]`.

    Dates stay (2026-11-29, 20261129). Twice changes nothing more. Names of people cannot be told from other words and
    stay.
    """
    if "@" in text:
        text = _MAIL.sub("[redacted:mail]", text)
    return _NUMBER.sub(lambda found: found[0] if _DATE.fullmatch(found[0]) else "[redacted:number]", text)
