"""The table of detectors for tool agents."""

from analyzers.detectors.detector import Detector

TOOL_AGENT_DETECTORS: tuple[Detector, ...] = ()
