"""Pure transitions of the agent's state."""
