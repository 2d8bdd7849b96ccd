"""Naming of texts that break a rule of style by `tools.screen_texts`."""

from __future__ import annotations

from pathlib import Path

from tests.rows import check_rows
from tools.screen_texts import count_longest_sentence, find_excluded, iter_short_texts


@check_rows(
    ("language", "text"),
    [
        ("en", "Who passes keeps the score."), ("en", "Ends after so many deals"), ("en", "Anna plays his card"),
        ("en", "A deal of -5 points"), ("en", "Anna is barred"), ("it", "dopo tante mani"), ("it", "il verbale"),
        ("it", "l’asso"), ("it", "-5 punti"), ("fr", "tant de donnes"), ("fr", "Qui passe garde ses points."),
        ("fr", "Points : 5"), ("fr", "un fichier abîmé"),
    ],
)  # fmt: skip
def test_excluded_word_or_turn_is_found(language: str, text: str) -> None:
    assert find_excluded(text, language)


@check_rows(
    ("language", "text"),
    [
        ("en", "Who leads?"), ("en", "If you pass, you keep your score."), ("en", "−5 points"),
        ("en", "a 52-card pack"), ("it", "tante grazie"), ("it", "l'asso"),
        ("fr", "Qui entame\xa0?"), ("fr", "Points\xa0: 5"),
    ],
)  # fmt: skip
def test_plain_text_breaks_no_rule(language: str, text: str) -> None:
    assert find_excluded(text, language) == []


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
