"""Take the libraries of the page for browsers (`assets/web/libraries`) from their packages on npm.

Give the files ``noble-ciphers-2.4.0.tgz``, ``noble-hashes-2.4.0.tgz`` and ``noble-curves-2.4.0.tgz``, as ``npm pack``
downloads them. The page has no build step and no import map, so the modules import each other by relative paths:
``@noble/hashes/sha2.js`` becomes ``../hashes/sha2.js``. Nothing else in them is changed.
"""

from __future__ import annotations

import argparse
import posixpath
import re
import tarfile
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

VERSION: Final = "2.4.0"
LIBRARIES_FOLDER: Final = Path(__file__).resolve().parent.parent / "assets" / "web" / "libraries"
PACKAGES: Final[Mapping[str, str]] = {
    "ciphers": "4a398bcc280c8742d474f9162f6d3c153e52ab1078e8ab592b4720410fb3c3e9",
    "curves": "55279c71b0201d6c0e58d0206d15825359e02a3932f326ba7b7909ac2d334aa9",
    "hashes": "e1946149b780017b2564fcc092cb01c04e1d7f20627d0296c17da8868f4436dc",
}
"""The SHA-256 of the file of each package."""
MADE_CHECKSUM: Final = "b98a05891f08d81d47c2034b5292a4a656977e419343199dbef7e0cb333b0632"
"""The SHA-256 of all that is made of them, see `compute_checksum`; a test compares it with the files."""
NEEDED_MODULES: Final = ("ciphers/chacha.js", "curves/ed25519.js", "hashes/hkdf.js", "hashes/sha2.js")
"""The modules that the page imports; those that they import come with them."""
LICENSE_NAME: Final = "LICENSE"
_IMPORT: Final = re.compile(r"""^(import\b[^;]*?["'])([^"']+)(["'];)""", re.MULTILINE)


def read_packages(folder: Path) -> dict[str, str]:
    """Return the texts of all modules and licenses, by ``PACKAGE/PATH``. Raise ValueError for other packages."""
    texts = dict[str, str]()
    for name, checksum in PACKAGES.items():
        path = folder / f"noble-{name}-{VERSION}.tgz"
        if sha256(path.read_bytes()).hexdigest() != checksum:
            raise ValueError(f"{path.name} is not version {VERSION} as npm has it")
        with tarfile.open(path) as archive:
            for member in archive.getmembers():
                file = archive.extractfile(member) if member.name.endswith((".js", f"/{LICENSE_NAME}")) else None
                if file is not None:
                    texts[member.name.replace("package", name, 1)] = file.read().decode()
    return texts


def make_libraries(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the needed modules with relative imports, and the licenses, by their paths in the folder."""
    made = {f"{name}/{LICENSE_NAME}": texts[f"{name}/{LICENSE_NAME}"] for name in PACKAGES}
    waiting = list(NEEDED_MODULES)
    while waiting:
        path = waiting.pop()
        if path not in made:
            made[path] = _IMPORT.sub(partial(_make_relative, path), texts[path])
            folder = posixpath.dirname(path)
            waiting += [posixpath.normpath(posixpath.join(folder, match[2])) for match in _IMPORT.finditer(made[path])]
    return made


def read_libraries() -> dict[str, str]:
    """Return the texts of the libraries as they are in the folder of the page, by their paths there."""
    paths = (path for path in LIBRARIES_FOLDER.rglob("*") if path.is_file())
    return {path.relative_to(LIBRARIES_FOLDER).as_posix(): path.read_bytes().decode() for path in paths}


def compute_checksum(texts: Mapping[str, str]) -> str:
    """Return one SHA-256 of texts and their paths."""
    return sha256(repr(sorted(texts.items())).encode()).hexdigest()


def _make_relative(path: str, match: re.Match[str]) -> str:
    target = match[2].removeprefix("@noble/")
    if target != match[2]:
        target = posixpath.relpath(target, posixpath.dirname(path))
    return f"{match[1]}{target}{match[3]}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the libraries anew."""
    parser = argparse.ArgumentParser(prog="python -m tools.web_libraries", description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of the three packages")
    texts = make_libraries(read_packages(parser.parse_args(arguments).folder))
    print(f"checksum: {compute_checksum(texts)}")
    for path, text in texts.items():
        target = LIBRARIES_FOLDER / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, newline="")


if __name__ == "__main__":
    main()
