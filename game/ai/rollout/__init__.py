"""Many deals at once: tables compiled from the rules, and one playout engine over arrays for every game."""
