"""Many deals at once: tables of the declared rules, and one roll-out engine over arrays for every game."""
