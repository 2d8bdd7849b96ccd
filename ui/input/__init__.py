"""Keys and gamepads."""
