"""``python -m tools.translations``: update the catalogs from the code, compile them, and list missing translations."""

from __future__ import annotations

import argparse
import sys

from tools.translations.files import (
    TRANSLATED_LANGUAGES,
    encode_mo,
    encode_po,
    get_mo_path,
    get_po_path,
    list_missing_texts,
    read_catalog,
    update_catalog,
)
from tools.translations.texts import make_template


def main() -> int:
    """Write each catalog and print the texts without a translation.

    Return the exit status: 1 if there are any, else 0.
    """
    argparse.ArgumentParser(prog="python -m tools.translations", description=__doc__).parse_args()
    lacking = 0
    for language in TRANSLATED_LANGUAGES:
        catalog = update_catalog(read_catalog(language), make_template())
        get_po_path(language).parent.mkdir(parents=True, exist_ok=True)
        get_po_path(language).write_bytes(encode_po(catalog))
        get_mo_path(language).write_bytes(encode_mo(catalog))
        for text in list_missing_texts(catalog):
            print(f"{language}: {text}")
            lacking += 1
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
