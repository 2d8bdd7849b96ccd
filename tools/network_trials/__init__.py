"""Play matches over the network in real processes, with cuts and kills: `python -m tools.network_trials`."""
