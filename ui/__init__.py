"""The window: pygame-ce and pygame-gui. Reaches the game only through table, view, events and options."""
