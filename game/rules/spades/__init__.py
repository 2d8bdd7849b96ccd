"""Rules of Spades (docs/rules.md, "Spades, each for himself")."""
