"""Importers: outside data sets of questions and answers turned into sample files."""
