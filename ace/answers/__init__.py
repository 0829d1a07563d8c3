"""Answers of models that were paid for, kept so that none is asked for twice."""
