"""House rules and rule sets."""
