"""The program with the toy game of the tests: ``python -m tests.browsers.toy_program`` has the same commands."""

from __future__ import annotations

import sys

from main import main
from tests.toy_game import register_temporarily

if __name__ == "__main__":
    with register_temporarily():
        sys.exit(main())
