"""The map: find the documents, outline them, rank them, render them for a request."""
