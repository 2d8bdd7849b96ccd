"""A font that draws every text: missing characters are drawn with other fonts or replaced."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import pygame

from game.core.sanitizer import (
    NON_BREAKING_SPACES,
    is_combining_mark,
    is_visible_character,
    iter_letters,
    sanitize_for_drawing,
    sanitize_typed_text,
)
from ui.graphics.fonts import character_map, system_fonts
from ui.graphics.fonts.text_direction import DirectedLetter, get_script_tag, is_right_to_left, order_visually

MAX_CHARACTERS: Final = 2000
"""The number of characters of a text that are drawn; no screen is wider."""
REPLACEMENT_CHARACTER: Final = "·"
"""The replacement for a character that no font has."""
MIN_FALLBACK_SIZE_RATIO: Final = 0.7
"""The smallest size of a letter from another font, as a share of the line's text size."""
MAX_SHIFT_RATIO: Final = 0.14
"""The largest vertical shift of a letter from another font, as a share of the line's height."""
LINE_CACHE_SIZE: Final = 256
"""The number of laid out lines, or of their sizes, after which the cache is cleared."""


class FontSegment(NamedTuple):
    """Successive letters that are drawn with the same font; ``path`` is its file, None for the face itself."""

    path: Path | None
    script: str
    is_right_to_left: bool
    text: str


class TextRun(NamedTuple):
    """A part of a line in one font; ``top`` is the distance of its image from the top of the line, in pixels."""

    font: pygame.font.Font
    text: str
    top: int = 0
    path: Path | None = None
    """The file of another font; None for the face itself."""


class FallbackFont(pygame.font.Font):
    """A font whose `render` and `size` accept any text and raise no exception.

    Each image is as high as a line of the face. ``is_bold``: whether letters from other fonts are made bold.
    """

    def __init__(self, file: str | BinaryIO, size: int, *, is_bold: bool = False) -> None:
        super().__init__(file, size)
        self._file = file
        self._is_bold = is_bold
        self._plain_characters = _get_plain_characters(file)
        self._coverage: character_map.FontCoverage | None = None
        self._line_cache: dict[tuple[str, int], list[TextRun]] = {}
        self._size_cache: dict[tuple[str, int], tuple[int, int]] = {}
        self._fonts: dict[tuple[Path, int, str, bool], pygame.font.Font] = {}

    def render(  # type: ignore[override]
        self, text: str, antialias: bool, color: Any, bgcolor: Any = None, wraplength: int = 0
    ) -> pygame.Surface:
        """Return an image of ``text`` on a single line, at least one pixel wide.

        Other fonts draw the characters that this one lacks. ``bgcolor`` None is transparent.
        """
        if text and len(text) <= MAX_CHARACTERS and self._is_renderable_directly(text):
            return super().render(text, antialias, color, bgcolor, wraplength)
        runs = self.split_into_runs(text)
        images = [_render_with_font(run.font, run.text, antialias, color, bgcolor) for run in runs]
        total_width = max(1, sum(image.get_width() for image in images))
        surface = pygame.Surface((total_width, self.get_height()), pygame.SRCALPHA)
        x = 0
        for run, image in zip(runs, images, strict=True):
            surface.blit(image, (x, run.top))
            x += image.get_width()
        return surface

    def size(self, text: str) -> tuple[int, int]:  # type: ignore[override]  # the program has no texts in bytes
        """Return the width and height of ``text`` as it is drawn, in pixels; the width of an empty text is 0."""
        key = (text, self.get_point_size())
        if key not in self._size_cache:
            if len(self._size_cache) >= LINE_CACHE_SIZE:
                self._size_cache.clear()
            self._size_cache[key] = self._measure(text)
        return self._size_cache[key]

    def _measure(self, text: str) -> tuple[int, int]:
        if len(text) <= MAX_CHARACTERS and self._is_renderable_directly(text):
            return super().size(text)
        total_width = sum(pygame.font.Font.size(run.font, run.text)[0] for run in self.split_into_runs(text))
        return total_width, self.get_height()

    def metrics(self, text: str) -> list[Any]:  # type: ignore[override]
        """Return pygame's metrics of each visible character and blank, by the face of this font alone.

        Invisible characters are left out. A character that the face lacks has the metrics of the face's mark for
        missing characters.
        """
        return super().metrics(sanitize_typed_text(text))

    def _is_renderable_directly(self, text: str) -> bool:
        """Return whether ``text`` needs no other font, order or replacement."""
        if text.isascii():
            return text.isprintable()
        return self._has_all_characters(text)

    def _has_all_characters(self, text: str) -> bool:
        """Return whether the face has all characters of ``text`` and draws each by itself from left to right."""
        if self._plain_characters.issuperset(text):
            return True
        if self._coverage is None:
            self._coverage = _get_coverage(self._file)
        new_characters = set(text) - self._plain_characters
        self._plain_characters |= {
            character for character in new_characters if character in self._coverage and _is_context_free(character)
        }
        return self._plain_characters.issuperset(text)

    # -- setting a line

    def split_into_runs(self, text: str) -> list[TextRun]:
        """Return the runs of a line from left to right; a run is text in one font. Very long texts are cut."""
        key = (text[:MAX_CHARACTERS], self.get_point_size())
        if key not in self._line_cache:
            if len(self._line_cache) >= LINE_CACHE_SIZE:
                self._line_cache.clear()
            self._line_cache[key] = self._layout_line(key[0])
        return self._line_cache[key]

    def _layout_line(self, text: str) -> list[TextRun]:
        drawable_text = sanitize_for_drawing(text)
        language = system_fonts.detect_cjk_language(drawable_text)
        choices = [self._choose_font(letter, language) for letter in order_visually(list(iter_letters(drawable_text)))]
        segments = [
            FontSegment(path, script, is_right_to_left, "".join(segment.text for segment in group))
            for (path, script, is_right_to_left), group in groupby(choices, lambda segment: segment[:3])
        ]
        placements = {
            path: self._fit_segments(path, [letter for letter in segments if letter.path == path])
            for path in {*map(_get_path, segments)}
        }
        return [
            TextRun(
                self._get_segment_font(letter, placements[letter.path][0]),
                letter.text,
                placements[letter.path][1],
                letter.path,
            )
            for letter in segments
        ]

    def _choose_font(self, letter: DirectedLetter, language: str) -> FontSegment:
        """Return the font for a letter with the text that it draws for it."""
        if self._has_all_characters(letter.text):
            return FontSegment(None, "", False, letter.text)
        for text in (letter.text, letter.text[0]):
            path = system_fonts.find_font(text, language)
            if path is not None and self._load_font(path, self.get_point_size(), "", False) is not None:
                return FontSegment(path, letter.script, letter.is_right_to_left, text)
        return FontSegment(None, "", False, self._replace_letter(letter.text))

    def _replace_letter(self, letter: str) -> str:
        """Return the replacement of a letter that no font has: its plain form, else a dot."""
        plain = "".join(
            character for character in unicodedata.normalize("NFKD", letter) if not is_combining_mark(character)
        )
        return (
            plain
            if plain and self._has_all_characters(plain)
            else REPLACEMENT_CHARACTER
            if self._has_all_characters(REPLACEMENT_CHARACTER)
            else "?"
        )

    def _fit_segments(self, path: Path | None, segments: list[FontSegment]) -> tuple[int, int]:
        """Return the text size at which all segments in a font fit into the line, and the top of their images."""
        size = full_size = self.get_point_size()
        top: int | None = None
        while path is not None and top is None and size >= full_size * MIN_FALLBACK_SIZE_RATIO:
            fonts = [self._get_segment_font(segment, size) for segment in segments]
            baseline_shift = self.get_ascent() - fonts[0].get_ascent()
            ink_rects = [
                _measure_ink(font, segment.text).move(0, baseline_shift)
                for font, segment in zip(fonts, segments, strict=True)
            ]
            shift = self._compute_shift([rect for rect in ink_rects if rect.height])
            top, size = None if shift is None else baseline_shift + shift, size - 1
        return (full_size, 0) if path is None else (size + 1, top or 0)

    def _get_segment_font(self, segment: FontSegment, size: int) -> pygame.font.Font:
        if segment.path is None:
            return self
        return self._load_font(segment.path, size, segment.script, segment.is_right_to_left) or self

    def _compute_shift(self, ink_rects: list[pygame.Rect]) -> int | None:
        """Return the vertical shift that keeps ``ink_rects`` within the line, or None if they do not fit."""
        if not ink_rects:
            return 0
        bounds = ink_rects[0].unionall(ink_rects[1:])
        shift = max(-bounds.top, 0) or min(self.get_height() - bounds.bottom, 0)
        is_fitting = bounds.height <= self.get_height() and abs(shift) <= self.get_height() * MAX_SHIFT_RATIO
        return shift if is_fitting else None

    def _load_font(self, path: Path, size: int, script: str, is_right_to_left: bool) -> pygame.font.Font | None:
        """Return another font at a size, or None if the file cannot be loaded."""
        key = (path, size, script, is_right_to_left)
        if key not in self._fonts:
            try:
                font = pygame.font.Font(path, size)
                if script:
                    font.set_script(script)
                if is_right_to_left:
                    font.set_direction(pygame.DIRECTION_RTL)
                font.set_bold(self._is_bold)
            except (pygame.error, OSError, ValueError):
                return None
            self._fonts[key] = font
        return self._fonts[key]


@lru_cache(maxsize=8)
def _get_plain_characters(_file: str | BinaryIO) -> set[str]:
    """Return the set in which all sizes of a font keep the characters that it draws by itself."""
    return set()


def _get_coverage(file: str | BinaryIO) -> character_map.FontCoverage:
    return system_fonts.get_coverage(Path(file)) if isinstance(file, str) else character_map.read_coverage(file)


def _is_context_free(character: str) -> bool:
    """Return whether the neighbors of a character do not change how it is drawn."""
    is_special_space = character.isspace() and character not in (" ", *NON_BREAKING_SPACES)
    return (
        is_visible_character(character)
        and not is_special_space
        and not is_right_to_left(character)
        and not get_script_tag(character)
    )


def _render_with_font(font: pygame.font.Font, text: str, antialias: bool, color: Any, bgcolor: Any) -> pygame.Surface:
    """Return the image of ``text`` in this font alone; the image is 0 pixels wide if the text has no width."""
    try:
        return pygame.font.Font.render(font, text, antialias, color, bgcolor)
    except pygame.error:  # the text has no width
        return pygame.Surface((0, font.get_height()), pygame.SRCALPHA)


def _measure_ink(font: pygame.font.Font, text: str) -> pygame.Rect:
    """Return the bounding rectangle of the visible pixels of a text."""
    return _render_with_font(font, text, True, pygame.Color("white"), None).get_bounding_rect()


def _get_path(segment: FontSegment) -> Path | None:
    return segment.path
