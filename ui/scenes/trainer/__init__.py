"""The trainer: short tasks."""
