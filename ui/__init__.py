"""The window of the program, with pygame-ce and pygame-gui. No package of `game` imports it."""
