"""Take pictures of the page for phones: each view of a deal of each game, at several sizes, in Chromium.

It needs what the tests in `tests/browsers` need. The pictures are `OUT/GAME-VIEW-WIDTHxHEIGHT.png`,
`OUT/GAME-VIEW-large.png` with large text. It also prints how many milliseconds pass until the form to join is there,
and its bytes.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.browsers.home import Home, PhoneMaker, open_chromium, open_home
from tests.browsers.measures import large_text, read_weights
from tests.browsers.pages import PHONE, Screen
from tests.browsers.table import ONE_BRISCOLA, SHORT_MATCHES, open_table
from tests.browsers.views import walk_views

SCREENS: Final = (PHONE, Screen(320, 568), Screen(844, 390), Screen(820, 1180))
LOCALES: Final = {"en": "en-US", "it": "it-IT", "fr": "fr-FR"}
MEASUREMENTS: Final = 5


def main(arguments: list[str] | None = None) -> int:
    """Take the pictures and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.browser_pictures", description=__doc__.splitlines()[0])
    parser.add_argument("out", metavar="OUT", type=Path, help="the folder of the pictures")
    parser.add_argument("--game", choices=SHORT_MATCHES, action="append", help="only this game; may be repeated")
    parser.add_argument("--language", choices=LOCALES, default="en", help="of the phones (default: %(default)s)")
    parser.add_argument("--phone-size-only", action="store_true", help="take pictures at one size only")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    screens = SCREENS[:1] if args.phone_size_only else SCREENS
    with open_home() as home, open_chromium(home) as phones, TemporaryDirectory() as folder:
        measure_first_view(home, phones, Path(folder))
        for game in args.game or SHORT_MATCHES:
            take_pictures(home, phones, Path(folder) / game, args.out, game, LOCALES[args.language], screens)
            phones.close_phones()
    return 0


def measure_first_view(home: Home, phones: PhoneMaker, folder: Path) -> None:
    """Print how long a phone that comes for the first time waits for the form, and what it has loaded."""
    with open_table(folder / "first", home.host, ONE_BRISCOLA, 2) as table:
        for _measurement in range(MEASUREMENTS):
            phone = phones.add(table.link)
            started_at = time.monotonic()
            phone.page.page.goto(table.link)
            phone.page.page.wait_for_selector("#sit-down")
            milliseconds = (time.monotonic() - started_at) * 1000
            weights = read_weights(phone.page)
            libraries = sum(size for path, size in weights.items() if path.startswith("/libraries/"))
            others = sum(weights.values()) - libraries
            print(f"first view: {milliseconds:.0f} ms, {others:,} bytes, {libraries:,} bytes of libraries", flush=True)
        phones.close_phones()


def take_pictures(
    home: Home, phones: PhoneMaker, folder: Path, out: Path, game: str, locale: str, screens: tuple[Screen, ...]
) -> None:
    """Store a picture of each view of a deal at each size."""
    rules, seats = SHORT_MATCHES[game]
    options = {"locale": locale, "device_scale_factor": 2}
    for name, phone in walk_views(home, phones, folder, rules, seats, **options):
        for screen in screens:
            phone.page.page.set_viewport_size({"width": screen.width, "height": screen.height})
            phone.page.take_picture(out / f"{game}-{name}-{screen.width}x{screen.height}.png")
        phone.page.page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
        with large_text(phone.page):
            phone.page.take_picture(out / f"{game}-{name}-large.png")
        print(f"{game}: {name}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
