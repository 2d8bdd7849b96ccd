"""Tables over the network: open one, join one, its lobby, its table."""
