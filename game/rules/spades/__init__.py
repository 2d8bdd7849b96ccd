"""Rules of Spades without partners (docs/rules.md, "Spades, each for himself")."""
