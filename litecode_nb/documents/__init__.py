"""Notebooks and modules as units, to the byte."""
