"""Text for people: translation, formats, card names, messages and narration."""
