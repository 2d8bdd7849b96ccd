"""Kill the program while it writes, break its disk, and count what is lost: `python -m tools.crash_tests`."""
