"""The steps of a cycle, and the cycle itself."""
