"""The embedded model: official weights, and one llama.cpp server for all of a user."""
