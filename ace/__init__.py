"""The optimizer: curate, judge, propose, review."""

__version__ = "0.1.0"
