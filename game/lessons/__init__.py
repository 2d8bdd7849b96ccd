"""Guided first deals: going through a lesson, what is kept of it, its table."""
