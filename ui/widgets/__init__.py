"""The widgets that pygame-gui lacks."""
