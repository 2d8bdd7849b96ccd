"""What every game is made of: cards, actions, events, options, phases, tricks."""
