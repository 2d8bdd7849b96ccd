"""Every diagram in the help is true by the rules: winners of tricks, and legal plays and calls."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from game.core.actions import Deal
from game.core.cards import HIDDEN_CARD, Hand, make_hidden_cards
from game.core.trick_taking import CompletedTrick, Trick, TrickPhase
from game.match.match import Match
from game.rules import GAMES
from game.rules.chiamata.actions import Call
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.options import ChiamataOptions
from game.text.gettext import LANGUAGE_NAMES, set_language
from tests.helpers import list_legal_phrases, make_match, play
from tests.rows import check_rows
from ui.scenes.help.content import HELP_FOLDER, get_page, list_examples, parse_paragraphs, read_text_page
from ui.scenes.help.diagrams import HelpExample, parse_example

replace = msgspec.structs.replace


def start_trick_phase(game: str, players: int) -> TrickPhase:
    """Return the first trick of a deal for this number of players, before its first card."""
    seats = max(players, min(GAMES[game].seat_counts))
    match: Match = make_match(game, seats=seats)
    pack = list(match.pack)
    Random(7).shuffle(pack)
    match = match.apply(Deal(tuple(pack))).match
    joined = 0
    while not isinstance(phase := match.phase, TrickPhase):
        words = list_legal_phrases(match)
        wished = ("in" if joined < players else "pass", "keep", "stand", "pass" if joined else "call A", "bid 1")
        chosen = next((player_count for player_count in wished if player_count in words), words[0])
        joined += chosen in ("in", "call A")
        match = play(match, f"{match.turn} {chosen}")
    return phase


def set_up_example(game: str, example: HelpExample) -> TrickPhase:
    """Return the phase of the example, with its hand at the seat on turn."""
    players = example.players or len(example.trick)
    phase = start_trick_phase(game, players)
    seats = phase.trick.seats
    assert len(seats) == players
    down = tuple(seat for seat, card in zip(seats, example.trick, strict=False) if card is HIDDEN_CARD)
    trick = Trick(seats, example.trick, down)
    done = tuple(
        CompletedTrick(Trick(seats, make_hidden_cards(players)), seats[0], 0) for _earlier in range(example.number - 1)
    )
    hands = [*phase.hands]
    if example.hand:
        hands[trick.next_seat] = example.hand
    return replace(phase, hands=tuple(hands), trick=trick, trump=example.trump, completed_tricks=done)


def find_error(game: str, example: HelpExample) -> str:
    """Return the contradiction between an example and the rules, or ""."""
    if example.order:
        return describe_wrong_order(game, example)
    if example.called:
        return describe_difference(example.may, list_callable_ranks(example))
    phase = set_up_example(game, example)
    if example.takes is None:
        refused = phase.illegal_cards(phase.trick.next_seat)
        return describe_difference(example.may, tuple(card for card in example.hand if card not in refused))
    taken = phase.complete_trick().phase
    assert isinstance(taken, TrickPhase)
    last = taken.completed_tricks[-1]
    winner = last.trick.cards[last.trick.seats.index(last.winner)]
    return "" if (winner, last.points) == (example.takes, example.points) else f"{winner} takes {last.points}"


def describe_wrong_order(game: str, example: HelpExample) -> str:
    """Return the contradiction between an order of cards and the rules, or ""."""
    rules = GAMES[game]
    ranks = tuple(card.rank for card in example.order)
    points = tuple(str(rules.card_points.get(rank, 0)) for rank in ranks) if rules.card_points else ()
    return "" if (ranks, example.values) == (rules.ranking, points) else f"{rules.ranking} {points}"


def describe_difference(shown: Hand, expected: Hand) -> str:
    return "" if shown == expected else f"allowed are {' '.join(map(str, expected))}"


def list_callable_ranks(example: HelpExample) -> Hand:
    """Return the ranks in the example that can be called after its calls."""
    calls = tuple(Call(seat, card.rank) for seat, card in enumerate(example.called))
    options = GAMES["chiamata"].presets["regolamento"]
    assert isinstance(options, ChiamataOptions)
    auction = AuctionPhase(
        options=options, seats=5, dealer=4, hands=(make_hidden_cards(8),) * 5, calling_seat=len(calls), calls=calls
    )
    return tuple(card for card in example.hand if auction.illegal_reason(Call(len(calls), card.rank)) is None)


@check_rows("game, block", [
    ("briscola", "trump d\ntrick 7h Kh 2d Ah\ntakes Ah\npoints 15"),
    ("briscola", "trump d\ntrick 7h Kh 2d Ah\ntakes 2d\npoints 14"),
    ("muscio", "trump c\nplayers 3\nnumber 3\ntrick Ah\nhand 7h 2h Kc\nmay 7h Kc"),
    ("chiamata", "called 3d Kd\nhand Ad 3d Kd Qd\nmay Kd Qd"),
    ("muscio", "order Ad 3d Kd Qd Jd 7d 6d 5d 4d 2d"),
    ("briscola", "order Ad 3d Kd Qd Jd 7d 6d 5d 4d 2d\nvalues 11 10 4 2 3 0 0 0 0 0"),
])  # fmt: skip
def test_wrong_example_is_detected(game: str, block: str) -> None:
    assert find_error(game, parse_example(block.split("\n")))


@check_rows("block", ["trumps d", "trump x", "trick 7h Zz", "takes 7h Kh", "points many", ""])
def test_unknown_line_in_an_example_is_an_error(block: str) -> None:
    with pytest.raises(ValueError):
        parse_example([block])


def test_page_in_another_language_has_the_same_diagrams(tmp_path: Path) -> None:
    example = "```example\ntrick 7h Kh\ntakes Kh\npoints 4\n```"
    (tmp_path / "briscola.en.md").write_text(f"# Briscola\nOne.\n{example}\n- Two.\n", encoding="utf-8")
    (tmp_path / "briscola.it.md").write_text("# Briscola\nUno.\n- Due.\n", encoding="utf-8")
    set_language("it")
    kinds = [(paragraph.kind, paragraph.text) for paragraph in get_page("briscola", folder=tmp_path)][:4]
    assert kinds == [("title", "Briscola"), ("text", "Uno."), ("example", ""), ("bullet", "Due.")]
    translated = tmp_path / "other"
    translated.mkdir()
    (translated / "briscola.en.md").write_text(f"# Briscola\nOne.\n{example}\n- Two.\n", encoding="utf-8")
    (translated / "briscola.it.md").write_text("# Briscola\nUno.\n", encoding="utf-8")
    assert list_examples(get_page("briscola", folder=translated)) == (), (
        "other paragraphs: nobody knows where it belongs"
    )


@check_rows("path", sorted(HELP_FOLDER.glob("*.md")))
def test_examples_of_a_page_are_correct(path: Path) -> None:
    game = path.name.split(".")[0]
    examples = list_examples(parse_paragraphs(path.read_text(encoding="utf-8")))
    assert [error for example in examples if (error := find_error(game, example))] == []


@check_rows("game", GAMES)
def test_every_game_shows_the_order_of_the_cards_then_a_trick_and_playable_cards(game: str) -> None:
    examples = list_examples(get_page(game))
    assert [bool(example.order) for example in examples] == [True, *[False] * (len(examples) - 1)]
    assert any(example.takes for example in examples) and any(example.may for example in examples)
    for language in LANGUAGE_NAMES:
        assert [paragraph.kind for paragraph in read_text_page(game, language, HELP_FOLDER)] == [
            paragraph.kind for paragraph in read_text_page(game, "en", HELP_FOLDER)
        ]
