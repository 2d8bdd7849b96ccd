"""The ordeal of the saved matches: `python -m tests.ordeal` harms them in every way and counts what is lost."""
