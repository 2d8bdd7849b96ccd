"""Programs that train the models of the computer players and write them to `game/ai/models`."""
