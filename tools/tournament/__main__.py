"""``python -m tools.tournament``."""

import sys

from tools.tournament.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
