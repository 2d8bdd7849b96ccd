"""Lessons: guided first deals."""
