"""The training tasks of each game for `train`."""
