"""A person as the student, in the terminal."""
