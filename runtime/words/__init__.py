"""What words of students and tutors say: answers, options, leaks, danger. Pure."""
