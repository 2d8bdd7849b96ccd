"""The files of the page for browsers, without a browser: what they name exists, and nothing comes from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from assets import ASSETS_FOLDER
from game.text.browser_page import PAGE_WORDS

PAGE_FOLDER: Final = ASSETS_FOLDER / "web"
MODULES: Final = sorted(PAGE_FOLDER.glob("*.js"))
IMPORT: Final = re.compile(
    r"""^(?:import|export)\b[^;]*? from ["'](.+?)["'];|\bimport\(["'](.+?)["']\)""", re.MULTILINE
)
FORBIDDEN_IN_MODULES: Final = (
    "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "://", ".cssText",
)  # fmt: skip
WORD: Final = re.compile(r"""\bsay\("(\w+)\"""")
WORD_FAMILY: Final = re.compile(r"\bsay\(`(\w+_)\$\{")


def read(path: Path) -> str:
    return path.read_text("utf-8")


def test_modules_import_only_files_of_the_page() -> None:
    for path in [*MODULES, *PAGE_FOLDER.glob("libraries/**/*.js")]:
        for names in IMPORT.findall(read(path)):
            name = "".join(names)
            assert name.startswith(".") and (path.parent / name).is_file(), f"{path}: {name}"


def test_texts_are_never_set_as_markup_and_nothing_comes_from_elsewhere() -> None:
    for path in MODULES:
        text = read(path).replace("http://www.w3.org/2000/svg", "")
        assert not [word for word in FORBIDDEN_IN_MODULES if word in text], path
    page, style = read(PAGE_FOLDER / "index.html"), read(PAGE_FOLDER / "page.css")
    assert not re.search(r"<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=|//", page.replace("<!doctype html>", ""))
    assert set(re.findall(r"url\(([^)]*)\)", style)) == {
        f"fonts/{path.name}" for path in PAGE_FOLDER.glob("fonts/*.woff2")
    }  # fmt: skip


def test_every_word_of_the_page_is_used_and_known() -> None:
    text = "".join(map(read, MODULES))
    assert {*WORD.findall(text)} <= PAGE_WORDS.keys()
    families = tuple(WORD_FAMILY.findall(text))
    assert not [word for word in PAGE_WORDS if f'"{word}"' not in text and not word.startswith(families)]
