"""The planner: one request and a map in, a plan out; it never sees code."""
