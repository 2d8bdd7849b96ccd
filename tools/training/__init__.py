"""Programs that make the models of the computer players: ``python -m tools.training``."""
