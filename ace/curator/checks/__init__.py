"""What a draft must pass before anything is run, one module a check. No model call."""
