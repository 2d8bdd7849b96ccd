"""Rules of Briscola chiamata (docs/rules.md, "Briscola chiamata")."""
