"""Exercises."""
