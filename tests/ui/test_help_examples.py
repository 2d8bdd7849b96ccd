"""Every example that the help draws is true: the rules are asked who takes the trick, what may be played or called."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pygame
import pytest

from game.engine.actions import Deal
from game.engine.cards import HIDDEN, Hand, hidden
from game.engine.tricks import Taken, Trick, Tricks
from game.i18n import set_language
from game.match import Match
from game.rules import GAMES
from game.rules.chiamata.actions import Call
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.options import ChiamataOptions
from tests.helpers import fresh, legal, play
from tests.ui.stage import opened
from ui.doors import Topic
from ui.scenes.examples import Example, example_of
from ui.scenes.help import Help
from ui.scenes.manual import FOLDER, examples_of, page_of, paragraphs
from ui.scenes.typesetting import typeset

replace = msgspec.structs.replace


def drawn() -> Iterator[tuple[str, int, str, Example]]:
    """Every example of every language: its game, its number on the page, the page, and itself."""
    for path in sorted(FOLDER.glob("*.md")):
        found = examples_of(paragraphs(path.read_text(encoding="utf-8")))
        yield from ((path.name.split(".")[0], at, path.name, example) for at, example in enumerate(found))


DRAWN = [pytest.param(game, example, id=f"{page}-{at}") for game, at, page, example in drawn()]


def at_play(game: str, players: int) -> Tricks:
    """The first trick of some deal that so many play, nobody having played a card."""
    seats = max(players, min(GAMES[game].seats))
    match: Match = fresh(game, seats=seats)
    pack = list(match.pack)
    Random(7).shuffle(pack)
    match = match.apply(Deal(tuple(pack))).match
    joined = 0
    while not isinstance(phase := match.phase, Tricks):
        words = legal(match)
        wished = ("in" if joined < players else "pass", "keep", "stand", "pass" if joined else "call A", "bid 1")
        chosen = next((one for one in wished if one in words), words[0])
        joined += chosen in ("in", "call A")
        match = play(match, f"{match.to_act} {chosen}")
    return phase


def asked(game: str, example: Example) -> Tricks:
    """The play as the example shows it, to be asked: whose turn it is holds the example's hand."""
    players = example.players or len(example.trick)
    phase = at_play(game, players)
    seats = phase.trick.seats
    assert len(seats) == players
    down = tuple(seat for seat, card in zip(seats, example.trick, strict=False) if card is HIDDEN)
    trick = Trick(seats, example.trick, down)
    done = tuple(Taken(Trick(seats, hidden(players)), seats[0], 0) for _earlier in range(example.number - 1))
    hands = [*phase.hands]
    if example.hand:
        hands[trick.to_play] = example.hand
    return replace(phase, hands=tuple(hands), trick=trick, trump=example.trump, done=done)


@pytest.mark.parametrize("game, example", DRAWN)
def test_an_example_is_true(game: str, example: Example) -> None:
    assert untruth(game, example) == ""


def untruth(game: str, example: Example) -> str:
    """What the rules say against an example; nothing if it is true."""
    if example.called:
        return differs(example.may, callable_now(example))
    phase = asked(game, example)
    if example.takes is None:
        refused = phase.refusals(phase.trick.to_play)
        return differs(example.may, tuple(card for card in example.hand if card not in refused))
    taken = phase.take().state
    assert isinstance(taken, Tricks)
    last = taken.done[-1]
    winner = last.trick.cards[last.trick.seats.index(last.winner)]
    return "" if (winner, last.points) == (example.takes, example.points) else f"{winner} takes {last.points}"


def differs(said: Hand, true: Hand) -> str:
    return "" if said == true else f"allowed are {' '.join(map(str, true))}"


def callable_now(example: Example) -> Hand:
    """Of the ranks shown, those that may be called after the calls of the example."""
    calls = tuple(Call(seat, card.rank) for seat, card in enumerate(example.called))
    options = GAMES["chiamata"].presets["regolamento"]
    assert isinstance(options, ChiamataOptions)
    auction = Auction(options=options, seats=5, dealer=4, hands=(hidden(8),) * 5, speaker=len(calls), calls=calls)
    return tuple(card for card in example.hand if auction.why_not(Call(len(calls), card.rank)) is None)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_shows_who_takes_a_trick_and_what_may_be_played(game: str) -> None:
    found = examples_of(page_of(game))
    assert any(one.takes for one in found) and any(one.may for one in found)


@pytest.mark.parametrize("game, block", [
    ("briscola", "trump d\ntrick 7h Kh 2d Ah\ntakes Ah\npoints 15"),
    ("briscola", "trump d\ntrick 7h Kh 2d Ah\ntakes 2d\npoints 14"),
    ("muscio", "trump c\nplayers 3\nnumber 3\ntrick Ah\nhand 7h 2h Kc\nmay 7h Kc"),
    ("chiamata", "called 3d Kd\nhand Ad 3d Kd Qd\nmay Kd Qd"),
])  # fmt: skip
def test_a_wrong_claim_is_found(game: str, block: str) -> None:
    assert untruth(game, example_of(block.split("\n")))


@pytest.mark.parametrize("block", ["trumps d", "trump x", "trick 7h Zz", "takes 7h Kh", "points many", ""])
def test_what_is_no_line_of_an_example_is_an_error(block: str) -> None:
    with pytest.raises(ValueError):
        example_of([block])


@pytest.mark.parametrize("width, unit", [(400, 0.75), (560, 2.0), (800, 1.0), (2400, 3.0)])
@pytest.mark.parametrize("game", GAMES)
def test_every_drawing_fits_its_column_and_nothing_lies_over_it(game: str, width: int, unit: float) -> None:
    pygame.font.init()
    lines, height = typeset(page_of(game), width, unit)
    for line, after in pairwise(lines):
        if line.drawing is None:
            continue
        for group, left, top in line.drawing.places():
            wide = len(group.cards) * line.drawing.card
            assert left >= 0 and line.x + left + wide <= width and top < line.drawing.height
        assert line.y + line.drawing.height <= after.y <= height


def test_the_cards_are_drawn_beside_the_loop_and_seen_then(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        page = Help(app.stage, Topic("briscola"))
        app.stage.push(page)
        app.step()
        app.steps(lambda: not page.busy)
        assert any(line.drawing is not None for line in page.lines)


def test_a_page_in_another_language_is_drawn_like_the_english_one(tmp_path: Path) -> None:
    example = "```example\ntrick 7h Kh\ntakes Kh\npoints 4\n```"
    (tmp_path / "briscola.en.md").write_text(f"# Briscola\nOne.\n{example}\n- Two.\n", encoding="utf-8")
    (tmp_path / "briscola.it.md").write_text("# Briscola\nUno.\n- Due.\n", encoding="utf-8")
    set_language("it")
    kinds = [(one.kind, one.words) for one in page_of("briscola", folder=tmp_path)][:4]
    assert kinds == [("title", "Briscola"), ("text", "Uno."), ("example", ""), ("bullet", "Due.")]
    other = tmp_path / "other"
    other.mkdir()
    (other / "briscola.en.md").write_text(f"# Briscola\nOne.\n{example}\n- Two.\n", encoding="utf-8")
    (other / "briscola.it.md").write_text("# Briscola\nUno.\n", encoding="utf-8")
    assert examples_of(page_of("briscola", folder=other)) == (), "other paragraphs: nobody knows where it belongs"
