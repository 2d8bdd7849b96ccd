"""Naming of texts that break a rule of style by `tools.screen_texts`."""

from __future__ import annotations

from pathlib import Path

from tests.rows import check_rows
from tools.screen_texts import count_longest_sentence, find_excluded, iter_short_texts


@check_rows(
    ("language", "text", "is_excluded"),
    [
        ("en", "Who passes keeps the score.", True), ("en", "Ends after so many deals", True),
        ("en", "Anna plays his card", True), ("en", "A deal of -5 points", True), ("en", "Anna is barred", True),
        ("it", "dopo tante mani", True), ("it", "il verbale", True), ("it", "l’asso", True), ("it", "-5 punti", True),
        ("fr", "tant de donnes", True), ("fr", "Qui passe garde ses points.", True), ("fr", "Points : 5", True),
        ("fr", "un fichier abîmé", True),
        ("en", "Who leads?", False), ("en", "If you pass, you keep your score.", False), ("en", "−5 points", False),
        ("en", "a 52-card pack", False), ("it", "tante grazie", False), ("it", "l'asso", False),
        ("fr", "Qui entame\xa0?", False), ("fr", "Points\xa0: 5", False),
    ],
)  # fmt: skip
def test_excluded_word_or_turn_is_found_and_nothing_else(language: str, text: str, is_excluded: bool) -> None:
    assert bool(find_excluded(text, language)) == is_excluded


def test_longest_sentence_of_several_is_counted() -> None:
    assert count_longest_sentence("Play. You must follow suit: hearts") == 4


def test_texts_of_buttons_and_labels_are_read_from_code_with_their_limits(tmp_path: Path) -> None:
    path = tmp_path / "page.py"
    path.write_text(
        'Button(rect, _("Play the same cards"), manager)\n'
        'declare_option(N_("Deals to win"), N_("A help text is not a label."))\n'
        'print(_("Neither is this text here"))\n'
    )
    assert list(iter_short_texts(path)) == [("Play the same cards", 3, 1), ("Deals to win", 4, 2)]
