"""The libraries of the page for browsers are those that `tools.web_libraries` makes, and no others."""

from __future__ import annotations

from tools.web_libraries import MADE_CHECKSUM, compute_checksum, make_libraries, read_libraries


def test_libraries_are_those_of_the_packages_with_relative_imports() -> None:
    texts = read_libraries()
    assert compute_checksum(texts) == MADE_CHECKSUM, "run tools.web_libraries"
    assert make_libraries(texts).keys() == texts.keys(), "a library that nobody imports"
