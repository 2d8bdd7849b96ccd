"""Muscio: its rules."""
