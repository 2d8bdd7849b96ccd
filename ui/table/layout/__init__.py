"""Where each card and plate lies."""
