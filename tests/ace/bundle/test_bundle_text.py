"""What `ace bundle` and `ace verify` print."""

import json
from pathlib import Path

from ace.bundle.bundle_text import made_json, made_text, verified_json, verified_text
from ace.bundle.check_rules import Check
from ace.bundle.verify_bundle import Verified
from tests.ace.bundle.bundled import made


def test_what_was_made_is_told_with_what_to_do_next(starter: Path) -> None:
    done = made(starter)
    text = made_text(done, Path("rules"), "f" * 64, None)
    assert f"commit {done.manifest.commit} on main" in text
    assert "5 rules, 0 evidence records" in text
    assert "not signed; --sign-key KEY signs it" in text
    assert text.endswith("next: ace verify rules; where it is used: ace run --bundle rules")
    assert "signed: rules.sig" in made_text(done, Path("rules"), "f" * 64, Path("rules.sig"))
    value = json.loads(json.dumps(made_json(done, Path("rules"), "f" * 64, None)))
    assert (value["size"], value["signature"], value["manifest"]["agent"]) == (len(done.data), None, "tutor")


def test_what_a_stranger_wrote_is_written_out() -> None:
    found = Verified(Path("a\x1b[2J"), (Check("intact", False, "one\x1b[2J\ntwo"),))
    text = verified_text(found)
    assert "\x1b" not in text
    assert "FAILED  intact      one\\x1b[2J\n" in text
    assert text.endswith("do not use it: intact failed")
    assert verified_json(found)["ok"] is False
    assert verified_json(found)["manifest"] is None
