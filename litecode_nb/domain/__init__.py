"""The nouns: every value that flows between rooms, frozen and checked when built."""
