"""From traces to findings to clusters."""
