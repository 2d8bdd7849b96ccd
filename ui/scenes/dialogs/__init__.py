"""Questions, prompts and errors over a scene."""
