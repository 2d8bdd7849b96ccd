"""Rollouts of many sampled states at once: one engine over arrays for all games, with each game's rules as tables."""
