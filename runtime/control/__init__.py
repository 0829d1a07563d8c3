"""The control plane: who may call which tool, once, within its time, and what happens when it fails."""
