"""Commands of the program that need no window."""
