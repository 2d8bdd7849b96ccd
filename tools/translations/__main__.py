"""``python -m tools.translations``: update the catalogues from the code, compile them, name what is missing."""

from __future__ import annotations

import sys

from tools.translations.files import TRANSLATED, as_code, as_text, brought_up_to_date, compiled, missing, read, written
from tools.translations.texts import template


def main() -> int:
    """Write every catalogue; gives 1 if a translation is missing, and names it."""
    lacking = 0
    for language in TRANSLATED:
        catalogue = brought_up_to_date(read(language), template())
        written(language).parent.mkdir(parents=True, exist_ok=True)
        written(language).write_bytes(as_text(catalogue))
        compiled(language).write_bytes(as_code(catalogue))
        for text in missing(catalogue):
            print(f"{language}: {text}")
            lacking += 1
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
