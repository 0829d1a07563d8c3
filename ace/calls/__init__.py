"""Tool calls that wait for a person: what stands, what is decided, and how an episode goes on."""
