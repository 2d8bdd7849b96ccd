"""The result of a deal or match: captured cards, scores and podium."""
