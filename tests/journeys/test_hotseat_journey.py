"""Two people and three computers at one screen: pictures of the window prove that nobody sees the other's hand.

The proof is by twins: two deals that differ in everything that the person at the screen may not know, and in
nothing else. The window must show both alike, to the last pixel. (That it can tell them apart at all is asked too.)
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import msgspec
import pytest

from game.engine.actions import Action, Pass, Play, parse, verbs_of
from game.engine.cards import ITALIAN_PACK, cards
from game.engine.options import adapt
from game.record import Record
from game.rules import GAMES
from game.rules.chiamata.actions import Call
from game.view import View, look
from tests.journeys.mirror import Mirror, Person, differing, grab, point_away, press, sitting, stable, wait_shown
from tests.journeys.reader import Reader
from tests.journeys.screen import Eye, Screen

pytestmark = pytest.mark.window

PLAYERS: Final = ("you", "club", "you", "club", "novice")
NAMES: Final = ("Anna", "Bruno", "Carla", "Dino", "Elsa")
ANNA, CARLA = 0, 2
DEALER: Final = 4
SEED: Final = "2"
"""With this seed the deal is played: nobody has a hand that annuls it."""


class Moment(NamedTuple):
    """A point of a deal at which ``seat`` must act, and the cards that each seat played before."""

    seat: int
    actions: tuple[str, ...]
    fallen: dict[int, str]


AUCTION: Final = ("0 call K", "1 pass")
CONTRACT: Final = (*AUCTION, "2 pass", "3 pass", "4 pass", "0 name d")
FIRST: Final = ("0 play 3h", "1 play Qs", "2 play 2c", "3 play 5c", "4 play 4h")
MOMENTS: Final = {
    "auction": Moment(CARLA, AUCTION, {}),
    "second trick": Moment(
        CARLA, (*CONTRACT, *FIRST, "0 play 7s", "1 play 6h"), {0: "3h 7s", 1: "Qs 6h", 2: "2c", 3: "5c", 4: "4h"}
    ),
    "leads again": Moment(ANNA, (*CONTRACT, *FIRST), {0: "3h", 1: "Qs", 2: "2c", 3: "5c", 4: "4h"}),
}


def twin(moment: Moment, own: int | None, chance: int) -> Record:
    """The match at the moment; nothing but the hand of seat ``own`` and what fell is the same for every ``chance``."""
    hands = {seat: list(cards(moment.fallen.get(seat, ""))) for seat in range(5)}
    rest = [card for card in ITALIAN_PACK if not any(card in hand for hand in hands.values())]
    Random(1).shuffle(rest)
    seats = [seat for seat in range(5) if seat != own]
    if own is not None:
        hands[own] += [rest.pop() for _missing in range(8 - len(hands[own]))]
    Random(chance).shuffle(rest)
    for seat in seats:
        hands[seat] += [rest.pop() for _missing in range(8 - len(hands[seat]))]
    pack = tuple(hands[seat][at] for at in range(8) for seat in range(5))
    game = GAMES["chiamata"]
    options = adapt(game.presets["online"], {"turn_seconds": 0})
    record = Record(game="chiamata", preset="online", options=options, names=NAMES, first_dealer=DEALER)
    record = record.dealt(DEALER, pack)
    for text in moment.actions:
        record = record.acted(parse(text, verbs_of(*game.actions)))
    assert record.replay().to_act == moment.seat
    return record


class Seen(NamedTuple):
    """What the window showed: the cover, and the table after it."""

    cover: bytes
    table: bytes


def visit(window: Screen, eye: Eye, mirror: Mirror, record: Record, seat: int) -> Seen:
    """Go on with a match that stands at ``record``, as the program's menu offers it: the cover, then Ready."""
    eye.journal.release(eye.journal.create(record, PLAYERS, 5, {}))
    mirror.show(record, PLAYERS, viewer=None, cover=seat)
    cover, ready = mirror.picture(), mirror.app.button("ready").get_abs_rect().center
    mirror.show(record, PLAYERS, viewer=seat)
    table = mirror.picture()
    said = window.home / "said.txt"
    said.unlink(missing_ok=True)
    window.open(f"--narrate={said}")
    Reader(window, said).to("Enter: Continue")
    window.key("Return")
    wait_shown(window, cover)
    seen = stable(window)
    press(window, ready, seen, lambda: grab(window) == table)
    seen_table = stable(window)
    window.kill()
    return Seen(seen, seen_table)


@pytest.mark.slow
@pytest.mark.parametrize("name", MOMENTS)
def test_twin_deals_look_alike_to_whoever_may_not_know_them_apart(tmp_path: Path, name: str) -> None:
    moment = MOMENTS[name]
    with sitting(tmp_path) as (window, eye, mirror):
        one, other = (visit(window, eye, mirror, twin(moment, moment.seat, chance), moment.seat) for chance in (1, 2))
        assert differing(one.cover, other.cover) == 0
        assert differing(one.table, other.table) == 0
        if moment.seat == ANNA:
            stranger = visit(window, eye, mirror, twin(moment, None, 3), moment.seat)
            assert differing(one.cover, stranger.cover) == 0
            assert differing(one.table, stranger.table) > 100, "the pictures would not show a hand that leaks"


def with_other_hands(record: Record) -> Record:
    """The match as everybody sees it, with other cards in the hands of its last deal."""
    *before, last = record.deals
    fallen = {action.card for action in last.actions if isinstance(action, Play)}
    held = [card for card in last.pack if card not in fallen]
    Random(len(held)).shuffle(held)
    pack = tuple(card if card in fallen else held.pop() for card in last.pack)
    return msgspec.structs.replace(record, deals=(*before, msgspec.structs.replace(last, pack=pack)))


def is_gone(window: Screen, picture: bytes) -> bool:
    """Whether the window shows something else by now."""
    return differing(grab(window), picture) > 100


@pytest.mark.slow
def test_every_cover_of_a_deal_is_the_same_whatever_the_hands_are(tmp_path: Path) -> None:
    with sitting(tmp_path) as (window, eye, mirror):
        window.open("play", "chiamata", "--seed", SEED, "--players", ",".join(PLAYERS))
        people, seen = Person(window, eye, mirror, PLAYERS), list[int]()
        while people.turn().deal_open:
            turn = people.match.to_act
            assert turn is not None
            if not seen or seen[-1] != turn:
                point_away(window)
                mirror.show(with_other_hands(people.record), PLAYERS, viewer=None, cover=turn)
                cover, ready = mirror.picture(), mirror.app.button("ready").get_abs_rect().center
                wait_shown(window, cover)
                press(window, ready, cover, partial(is_gone, window, cover))
                seen.append(turn)
            people.act(wanted(look(people.match, turn)))
        assert people.match.results[0].state == "scored"
        assert min(seen.count(ANNA), seen.count(CARLA)) >= 5


def wanted(view: View) -> Action:
    """What the people do: the first says a card, then they pass; then any card that may be played."""
    calls = [one for one in view.choices if isinstance(one, Call)]
    if calls and not getattr(view.phase, "calls", ()):
        return calls[0]
    return next((one for one in view.choices if isinstance(one, Pass)), view.choices[0])
