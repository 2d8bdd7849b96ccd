"""How Muscio looks and speaks."""
