"""``python -m tests.arena``."""

import sys

from tests.arena.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
