"""Checking a whole playbook in its repository: files, history, runs, rules alike."""
