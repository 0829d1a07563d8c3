"""What a curator is told besides the cluster: typed facts, computed from development episodes."""
