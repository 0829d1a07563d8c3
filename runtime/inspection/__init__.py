"""X-ray castings as arrays: drawn plates, candidates, measurements, matching. No agent and no model in it."""
