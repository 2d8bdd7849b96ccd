"""Damage saved matches in many ways and count what is lost: `python -m tools.crash_tests`."""
