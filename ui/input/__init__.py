"""Keyboard shortcuts and gamepads."""
