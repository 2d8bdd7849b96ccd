"""Computer players: each gets an observation and returns one of its legal actions."""

import os

# A search makes many small numpy calls, which more threads would slow down. Numpy reads these when it is imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("MKL_NUM_THREADS", "1")
