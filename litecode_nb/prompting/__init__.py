"""Sections in, a prompt that fits out."""
