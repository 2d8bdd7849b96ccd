"""Pictures, sounds, help pages and translations of Tavolo Verde."""
