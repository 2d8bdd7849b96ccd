"""``python -m tests.arena``."""

import os
import sys

# A process is one core. Read when numpy is first imported, here or in a child.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("MKL_NUM_THREADS", "1")

from tests.arena.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
