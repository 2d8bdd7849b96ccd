"""The few widgets that pygame-gui lacks."""
