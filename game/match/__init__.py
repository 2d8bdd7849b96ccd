"""A match as frozen values: state, observation, record, setup and house rules."""
