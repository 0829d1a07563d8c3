"""Whether a draft helps: paired trials, sign test, verdict."""
