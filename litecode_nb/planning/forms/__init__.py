"""The ways to ask a model for a plan; which is best depends on the model."""
