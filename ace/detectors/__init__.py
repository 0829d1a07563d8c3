"""A project's own detectors, and finding any detector by its name."""
