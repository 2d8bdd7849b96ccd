"""The files that a host serves to browsers: a fixed table by path, which is read once."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Response

from assets import ASSETS_FOLDER
from game.network.refusals import REFUSAL_MESSAGES, describe_refusal
from game.text.browser_page import translate_page_words
from game.text.gettext import LANGUAGE_NAMES, use_language

PAGE_FOLDER: Final = "web"
"""The folder of the page and its parts, whose paths begin at ``/``."""
PICTURE_FOLDERS: Final = (
    *(f"cards/napoletane_index_{language}" for language in LANGUAGE_NAMES),
    "cards/french_jumbo",
    "cards/backs",
    "portraits",
    "icons",
)
"""The folders of pictures, whose paths begin with the same name."""
CONTENT_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""The types of the files that are served, by the end of their names."""
PACKED_TYPES: Final = (".css", ".html", ".js", ".json", ".svg")
KEPT_TYPES: Final = (".png", ".svg", ".woff2")
"""The files that a browser keeps; it asks for the others each time."""
KEPT_S: Final = 7 * 24 * 3600
SECURITY_HEADERS: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class BrowserFile(NamedTuple):
    """A file as it is served; ``packed``: with gzip, b"" if that is not smaller."""

    suffix: str
    data: bytes
    packed: bytes

    def answer(self, host: str, *, takes_packed: bool) -> Response:
        """Return the answer to a browser that has reached this machine as ``host``, an address and a port."""
        is_packed = takes_packed and bool(self.packed)
        body = self.packed if is_packed else self.data
        kept = f"max-age={KEPT_S}" if self.suffix in KEPT_TYPES else "no-cache"
        headers = Headers(SECURITY_HEADERS)
        headers.update(
            {
                "Connection": "close", "Content-Length": str(len(body)), "Content-Type": CONTENT_TYPES[self.suffix],
                "Content-Security-Policy": CONTENT_POLICY.format(host=host), "Cache-Control": kept,
                "Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if is_packed else {}),
            }
        )  # fmt: skip
        return Response(200, "OK", headers, body)


def read_files() -> dict[str, BrowserFile]:
    """Return all files of the page, by their path; for another thread than that of the table. Raise OSError."""
    page = ASSETS_FOLDER / PAGE_FOLDER
    files = {f"/{path.relative_to(page).as_posix()}": path for path in _list_files(page)}
    for name in PICTURE_FOLDERS:
        files |= {f"/{path.relative_to(ASSETS_FOLDER).as_posix()}": path for path in _list_files(ASSETS_FOLDER / name)}
    served = {path: _make_file(file.suffix, file.read_bytes()) for path, file in files.items()}
    if "/index.html" in served:
        served["/"] = served.pop("/index.html")
    return served


def make_word_files() -> dict[str, BrowserFile]:
    """Return the words of the page in each language, by their path; for the thread of the table."""
    files = dict[str, BrowserFile]()
    for language in LANGUAGE_NAMES:
        with use_language(language):
            refusals = {code: describe_refusal(code) for code in REFUSAL_MESSAGES}
            words = {**translate_page_words(), "refused": refusals, "languages": LANGUAGE_NAMES}
        files[f"/words/{language}.json"] = _make_file(".json", msgspec.json.encode(words))
    return files


def _list_files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.suffix in CONTENT_TYPES and path.is_file()]


def _make_file(suffix: str, data: bytes) -> BrowserFile:
    packed = gzip.compress(data, mtime=0) if suffix in PACKED_TYPES else b""
    return BrowserFile(suffix, data, packed if len(packed) < len(data) else b"")
