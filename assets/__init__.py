"""Pictures of Tavolo Verde: cards, backs and icons as SVG, and the scripts that draw them."""
