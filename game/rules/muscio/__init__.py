"""Rules of Muscio (docs/rules.md, "Muscio")."""
