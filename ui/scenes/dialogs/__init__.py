"""Dialogs over a scene: questions, prompts and errors."""
