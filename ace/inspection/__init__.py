"""The void inspector measured: the detector, the agent and thresholds in code on the same images."""
