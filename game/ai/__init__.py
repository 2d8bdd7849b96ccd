"""Computer players: each gets an observation and returns one of its legal actions."""

import os

# A thought is many small sums: one core does them fastest and leaves the others free. Read when numpy is imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("MKL_NUM_THREADS", "1")
