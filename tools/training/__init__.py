"""Programs that learn what the computer players know, and write it to `game/ai/models`."""
