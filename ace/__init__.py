"""The optimizer: curate, judge, propose, review."""
