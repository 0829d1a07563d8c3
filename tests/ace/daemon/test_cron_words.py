"""Crontab lines in plain words."""

import pytest

from ace.daemon.cron_line import read_cron
from ace.daemon.cron_words import cron_words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("15 2 * * *", "At 02:15 UTC, every day."),
        ("15 2 * * 1-5", "At 02:15 UTC, on Monday to Friday."),
        ("0 6,18 * * 0", "At 06:00 and 18:00 UTC, on Sunday."),
        ("0 0 * * 5-7", "At 00:00 UTC, on Friday to Sunday."),
        ("0 0 * * 7,3", "At 00:00 UTC, on Wednesday and Sunday."),
        ("* * * * *", "Every minute, every day."),
        ("*/15 * * * *", "At minute 0, 15, 30 and 45 of every hour, every day."),
        ("0 9-17 * * *", "At minute 0 of the hours 9 to 17 UTC, every day."),
        ("* 3 * * *", "Every minute of the hour 3 UTC, every day."),
        ("5 4 29 2 *", "At 04:05 UTC, on day 29 of the month, in February."),
        (
            "0 0 1,15 * mon",
            "At 00:00 UTC, on day 1 and 15 of the month, and also on Monday whatever the date (cron takes either when "
            "both are given).",
        ),
        ("0 0 */10 * mon,tue", "At 00:00 UTC, on day 1, 11, 21 and 31 of the month where that is Monday or Tuesday."),
        ("0 0 1 1-3 *", "At 00:00 UTC, on day 1 of the month, in January, February and March."),
    ],
)
def test_a_line_in_words(line: str, words: str) -> None:
    assert cron_words(read_cron(line)) == words
