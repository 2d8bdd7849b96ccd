"""Short tasks out of deals that were really played: what is asked, what is right, and why."""
