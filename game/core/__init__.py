"""Parts that all games share: cards, actions, events, options, phases, tricks."""
