"""Tools that measure: run by hand, and small runs of them as tests."""
