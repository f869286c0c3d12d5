"""The executor: one task and one unit in, one outcome out."""
