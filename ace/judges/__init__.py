"""Judges: optional detectors that ask a model, used only while people's labels say that they can be."""
