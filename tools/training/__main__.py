"""``python -m tools.training``."""

import sys

from tools.training.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
