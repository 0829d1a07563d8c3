"""A run out of ACE, in the form that other tools read."""
