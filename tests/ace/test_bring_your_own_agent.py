"""What docs/bring-your-own-agent.md shows is what ACE reads and sends."""

import json
import re
from pathlib import Path

import yaml

from ace.agents import configured_agent
from ace.config.load import load_config
from runtime.agents.own.messages import read_line
from runtime.agents.own.request import Asked, request_of
from runtime.agents.own.sample import OwnSample
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.rule import Rule
from runtime.rules.render_rules import render_rules

TEXT = (Path(__file__).parents[2] / "docs/bring-your-own-agent.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.M | re.S)


def _objects() -> list[JsonObject]:
    """Every JSON object of the page: the request, then the lines that come back."""
    request, lines = _blocks("json")
    return [as_object(json.loads(request)), *(as_object(json.loads(line)) for line in lines.splitlines())]


def test_the_settings_and_the_samples_are_read(tmp_path: Path) -> None:
    settings, samples = _blocks("yaml")
    (tmp_path / "ace.yaml").write_text(settings, encoding="utf-8")
    folder = tmp_path / "samples/triage"
    folder.mkdir(parents=True)
    (folder / "refunds.yaml").write_text(samples, encoding="utf-8")
    loaded = load_config(tmp_path, {}, {}).settings
    agent = configured_agent(loaded, tmp_path)
    assert "state.customer.tier" in [field.path for field in agent.context]
    found = agent.load([tmp_path / "samples"], frozenset({"dev"}), tmp_path)
    assert ([sample.id for sample in found.samples], found.problems) == (["calm-in-time"], ())


def test_the_request_is_the_one_that_is_sent() -> None:
    shown = _objects()[0]
    head = as_object(yaml.safe_load(_blocks("yaml")[1]))
    assert isinstance(head["samples"], list)
    told = head["samples"][0]
    sample = OwnSample(agent="triage", case=told["id"], **told)
    sample = sample.model_copy(update={"input": as_object(shown["sample"])["input"]})
    assert isinstance(shown["rules"], list)
    said = shown["rules"][0]
    rule = Rule.model_validate(
        {
            **{name: value for name, value in said.items() if name != "otherwise"},
            **{"schema": 1, "agent": "triage", "status": "active", "rationale": "Because it costs money."},
            **{"otherwise": {"action": said["otherwise"]}, "authors": ["maintainers"], "created": "2026-12-01"},
        }
    )
    asked = Asked(sample, EpisodeJob(seed=1, run="r-1"), "e-1", render_rules([rule], 800))
    assert request_of(asked) == shown


def test_the_lines_are_ones_that_are_understood() -> None:
    assert [read_line(one).type for one in _objects()[1:]] == ["propose", "step", "step", "end"]


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", TEXT)
    assert [link for link in links if not (Path(__file__).parents[2] / "docs" / link).exists()] == []
