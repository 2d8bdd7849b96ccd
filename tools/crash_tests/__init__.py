"""The ordeal of the saved matches: `python -m tools.crash_tests` harms them in every way and counts what is lost."""
