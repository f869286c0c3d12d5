"""Which task runs when: pure code, never a model."""
