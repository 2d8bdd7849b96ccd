"""Trainer: short tasks about deals that computer players just played, with answers and explanations."""
