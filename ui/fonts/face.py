"""A font that draws every text: what it lacks is drawn with other fonts on the same line, or replaced."""

from __future__ import annotations

import unicodedata
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import pygame

from game.text import UNBROKEN, drawable, is_mark, is_seen, letters, typed
from ui.fonts import coverage, others
from ui.fonts.order import Letter, is_backwards, ordered, script_of

MOST: Final = 2000
"""So many signs of a text are drawn; wider pictures no screen has."""
DOT: Final = "·"
"""Stands for a sign that no font has."""
LEAST: Final = 0.7
"""A letter of another font is made smaller down to so much of the line's size, to keep within the line."""
MOVED: Final = 0.14
"""And it is moved up or down by at most so much of the line's height."""
KEPT: Final = 256
"""So many lines are kept as they were set."""


class Part(NamedTuple):
    """Letters in a row that one font draws: ``path`` is its file, None for the face itself."""

    path: Path | None
    script: str
    backwards: bool
    text: str


class Run(NamedTuple):
    """Part of a line in one font; ``top`` is where its picture begins below the top of the line."""

    font: pygame.font.Font
    text: str
    top: int = 0
    path: Path | None = None
    """The file of another font; None for the face's own."""


class Face(pygame.font.Font):
    """A font of the program. `render` and `size` take any text whatever and raise nothing.

    All that is drawn is as high as the face's line. ``heavy``: other fonts are made bold beside it.
    """

    def __init__(self, file: str | BinaryIO, size: int, *, heavy: bool = False) -> None:
        super().__init__(file, size)
        self._file = file
        self._heavy = heavy
        self._plain: set[str] = set()
        self._covered: coverage.Coverage | None = None
        self._lines: dict[tuple[str, int], list[Run]] = {}
        self._fonts: dict[tuple[Path, int, str, bool], pygame.font.Font] = {}

    def render(  # type: ignore[override]
        self, text: str, antialias: bool, color: Any, bgcolor: Any = None, wraplength: int = 0
    ) -> pygame.Surface:
        """``text`` on one line, at least one pixel wide."""
        if text and len(text) <= MOST and self._is_plain(text):
            return super().render(text, antialias, color, bgcolor, wraplength)
        runs = self.runs(text)
        pictures = [_draw(run.font, run.text, antialias, color, bgcolor) for run in runs]
        wide = max(1, sum(picture.get_width() for picture in pictures))
        surface = pygame.Surface((wide, self.get_height()), pygame.SRCALPHA)
        x = 0
        for run, picture in zip(runs, pictures, strict=True):
            surface.blit(picture, (x, run.top))
            x += picture.get_width()
        return surface

    def size(self, text: str) -> tuple[int, int]:  # type: ignore[override]  # the program has no texts in bytes
        """Width and height of ``text`` as it is drawn; nothing is 0 wide."""
        if len(text) <= MOST and self._is_plain(text):
            return super().size(text)
        wide = sum(pygame.font.Font.size(run.font, run.text)[0] for run in self.runs(text))
        return wide, self.get_height()

    def metrics(self, text: str) -> list[Any]:  # type: ignore[override]
        """Of each sign of ``text`` that can be drawn; other fonts' signs have their measures of this one."""
        return super().metrics(typed(text))

    def _is_plain(self, text: str) -> bool:
        """Whether the face has all signs of ``text`` and nothing special is to be done."""
        if text.isascii():
            return text.isprintable()
        return self._has(text)

    def _has(self, text: str) -> bool:
        """Whether the face has all signs of ``text``, each to be drawn by itself from left to right."""
        if self._plain.issuperset(text):
            return True
        if self._covered is None:
            self._covered = _coverage_of(self._file)
        fresh = {sign for sign in text if sign in self._covered and _stands_alone(sign)}
        self._plain |= fresh
        return self._plain.issuperset(text)

    # -- setting a line

    def runs(self, text: str) -> list[Run]:
        """The runs of a line from left to right."""
        key = (text[:MOST], self.get_point_size())
        if key not in self._lines:
            if len(self._lines) >= KEPT:
                self._lines.clear()
            self._lines[key] = self._set(key[0])
        return self._lines[key]

    def _set(self, text: str) -> list[Run]:
        shown = drawable(text)
        language = others.language_of(shown)
        chosen = [self._choose(one, language) for one in ordered(list(letters(shown)))]
        parts = [
            Part(path, script, backwards, "".join(part.text for part in group))
            for (path, script, backwards), group in groupby(chosen, lambda part: part[:3])
        ]
        places = {path: self._place(path, [one for one in parts if one.path == path]) for path in {*map(_path, parts)}}
        return [
            Run(self._fitting(one, places[one.path][0]), one.text, places[one.path][1], one.path) for one in parts
        ]

    def _choose(self, letter: Letter, language: str) -> Part:
        """Which font draws a letter, and what it draws."""
        if self._has(letter.text):
            return Part(None, "", False, letter.text)
        for text in (letter.text, letter.text[0]):
            path = others.font_for(text, language)
            if path is not None and self._font(path, self.get_point_size(), "", False) is not None:
                return Part(path, letter.script, letter.backwards, text)
        return Part(None, "", False, self._instead_of(letter.text))

    def _instead_of(self, letter: str) -> str:
        """What stands for a letter that no font has: its plain form if there is one, else a dot."""
        plain = "".join(one for one in unicodedata.normalize("NFKD", letter) if not is_mark(one))
        return plain if plain and self._has(plain) else DOT if self._has(DOT) else "?"

    def _place(self, path: Path | None, parts: list[Part]) -> tuple[int, int]:
        """The size in which all parts in one font stay within the line, and where their pictures begin."""
        size = own = self.get_point_size()
        top: int | None = None
        while path is not None and top is None and size >= own * LEAST:
            fonts = [self._fitting(part, size) for part in parts]
            above = self.get_ascent() - fonts[0].get_ascent()
            inks = [_ink(font, part.text).move(0, above) for font, part in zip(fonts, parts, strict=True)]
            move = self._moved([ink for ink in inks if ink.height])
            top, size = None if move is None else above + move, size - 1
        return (own, 0) if path is None else (size + 1, top or 0)

    def _fitting(self, part: Part, size: int) -> pygame.font.Font:
        """The font of a part at a size."""
        if part.path is None:
            return self
        return self._font(part.path, size, part.script, part.backwards) or self

    def _moved(self, inks: list[pygame.Rect]) -> int | None:
        """How far what is drawn must be moved down to stay within the line; None if that is too far."""
        if not inks:
            return 0
        ink = inks[0].unionall(inks[1:])
        move = max(-ink.top, 0) or min(self.get_height() - ink.bottom, 0)
        fits = ink.height <= self.get_height() and abs(move) <= self.get_height() * MOVED
        return move if fits else None

    def _font(self, path: Path, size: int, script: str, backwards: bool) -> pygame.font.Font | None:
        """Another font at a size; None if the file is no font after all."""
        key = (path, size, script, backwards)
        if key not in self._fonts:
            try:
                font = pygame.font.Font(path, size)
                if script:
                    font.set_script(script)
                if backwards:
                    font.set_direction(pygame.DIRECTION_RTL)
                font.set_bold(self._heavy)
            except (pygame.error, OSError, ValueError):
                return None
            self._fonts[key] = font
        return self._fonts[key]


def _coverage_of(file: str | BinaryIO) -> coverage.Coverage:
    return others.coverage_of(Path(file)) if isinstance(file, str) else coverage.read(file)


def _stands_alone(sign: str) -> bool:
    """Whether a sign is drawn the same whatever stands beside it."""
    blank = sign.isspace() and sign not in (" ", *UNBROKEN)
    return is_seen(sign) and not blank and not is_backwards(sign) and not script_of(sign)


def _draw(font: pygame.font.Font, text: str, antialias: bool, color: Any, bgcolor: Any) -> pygame.Surface:
    """``text`` by this font alone, be it nothing to be seen."""
    try:
        return pygame.font.Font.render(font, text, antialias, color, bgcolor)
    except pygame.error:  # the text has no width
        return pygame.Surface((0, font.get_height()), pygame.SRCALPHA)


def _ink(font: pygame.font.Font, text: str) -> pygame.Rect:
    """What is not empty of the picture of a text."""
    return _draw(font, text, True, pygame.Color("white"), None).get_bounding_rect()


def _path(part: Part) -> Path | None:
    return part.path
