"""Rules of Briscola (docs/rules.md, "Briscola")."""
