"""Keyboard shortcuts."""
