"""The history: the list of stored matches."""
