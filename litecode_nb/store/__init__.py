"""What litecode keeps in a project: memory, journal, pending proposal."""
