"""Damage saved matches in every way and count what is lost: `python -m tools.crash_tests`."""
