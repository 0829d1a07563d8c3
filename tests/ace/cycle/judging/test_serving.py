"""Which held-out samples one confirmation may use."""

import pytest

from ace.config.settings import GateSettings
from ace.cycle.judging.serving import serving, too_few
from runtime.contracts.sample import Sample


def samples(cases: int, each: int = 1) -> list[Sample]:
    return [Sample(id=f"s{i}-{j}", case=f"c{i}", agent="x", split="sealed") for i in range(cases) for j in range(each)]


@pytest.mark.parametrize(
    ("cases", "gate", "why"),
    [
        pytest.param(100, GateSettings(), "", id="enough"),
        pytest.param(99, GateSettings(), "99 held-out (sealed) cases may be used, and a conf", id="one too few"),
        pytest.param(1, GateSettings(), "1 held-out (sealed) case may be used", id="one"),
        pytest.param(36, GateSettings(), "import 64 more cases (`ace samples import --help`)", id="to import"),
        pytest.param(
            150, GateSettings(sealed_limit=99), "99 held-out (sealed) cases may be used of 150 that", id="limit"
        ),
        pytest.param(150, GateSettings(most=50), "raise gate.sealed_limit and gate.most to 100 cases", id="most"),
    ],
)
def test_why_nothing_can_be_confirmed_and_what_to_do(cases: int, gate: GateSettings, why: str) -> None:
    found = serving(samples(cases, each=2), gate)
    assert found.can_confirm == (not why)
    assert why in too_few(found) if why else too_few(found) == ""
