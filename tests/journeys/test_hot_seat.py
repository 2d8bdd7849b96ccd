"""Several people at a screen: pictures of the window show that no hand is visible to others.

Two deals that differ only in what the person at the screen may not know must look the same in the window, to the last
pixel. The tests also check that the pictures can differ at all.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import msgspec
import pytest

from game.core.actions import Action, Pass, Play, map_actions_by_verb, parse_action
from game.core.cards import ITALIAN_PACK, parse_cards
from game.core.options import change_options
from game.match.observation import Observation, observe
from game.match.record import Record
from game.rules import GAMES
from game.rules.chiamata.actions import Call
from tests.journeys.narration_reader import NarrationReader
from tests.journeys.program_screen import ProgramScreen, StoredMatchReader
from tests.journeys.window_people import (
    ReferenceTable,
    WindowPeople,
    click_button_in_picture,
    count_different_rows,
    move_pointer_away,
    open_window_and_reference,
    take_screenshot,
    take_stable_screenshot,
    wait_until_shown,
)

pytestmark = pytest.mark.window

PLAYER_KINDS: Final = ("you", "club", "you", "club", "novice")
PLAYER_NAMES: Final = ("Anna", "Bruno", "Carla", "Dino", "Elsa")
ANNA_SEAT, CARLA_SEAT = 0, 2
DEALER_SEAT: Final = 4
MATCH_SEED: Final = "2"
"""A seed with which no hand annuls the deal."""


class HotSeatMoment(NamedTuple):
    """A state of a deal in which ``seat`` must act, and the cards that each seat has played."""

    seat: int
    actions: tuple[str, ...]
    cards_played: dict[int, str]


AUCTION_ACTIONS: Final = ("0 call K", "1 pass")
CONTRACT_ACTIONS: Final = (*AUCTION_ACTIONS, "2 pass", "3 pass", "4 pass", "0 name d")
FIRST_TRICK_ACTIONS: Final = ("0 play 3h", "1 play Qs", "2 play 2c", "3 play 5c", "4 play 4h")
MOMENT_BY_NAME: Final = {
    "auction": HotSeatMoment(CARLA_SEAT, AUCTION_ACTIONS, {}),
    "second trick": HotSeatMoment(
        CARLA_SEAT,
        (*CONTRACT_ACTIONS, *FIRST_TRICK_ACTIONS, "0 play 7s", "1 play 6h"),
        {0: "3h 7s", 1: "Qs 6h", 2: "2c", 3: "5c", 4: "4h"},
    ),
    "leads again": HotSeatMoment(
        ANNA_SEAT, (*CONTRACT_ACTIONS, *FIRST_TRICK_ACTIONS), {0: "3h", 1: "Qs", 2: "2c", 3: "5c", 4: "4h"}
    ),
}


def make_twin_match(moment: HotSeatMoment, own_seat: int | None, rng: int) -> Record:
    """Return the match with other cards, except for the hand of ``own_seat`` and the cards played.

    ``rng``: the seed of the other cards.
    """
    hands = {seat: list(parse_cards(moment.cards_played.get(seat, ""))) for seat in range(5)}
    rest = [card for card in ITALIAN_PACK if not any(card in hand for hand in hands.values())]
    Random(1).shuffle(rest)
    seats = [seat for seat in range(5) if seat != own_seat]
    if own_seat is not None:
        hands[own_seat] += [rest.pop() for _missing in range(8 - len(hands[own_seat]))]
    Random(rng).shuffle(rest)
    for seat in seats:
        hands[seat] += [rest.pop() for _missing in range(8 - len(hands[seat]))]
    pack = tuple(hands[seat][index] for index in range(8) for seat in range(5))
    game = GAMES["chiamata"]
    options = change_options(game.presets["online"], {"turn_seconds": 0})
    record = Record(game_id="chiamata", preset="online", options=options, names=PLAYER_NAMES, first_dealer=DEALER_SEAT)
    record = record.with_deal(DEALER_SEAT, pack)
    for text in moment.actions:
        record = record.with_action(parse_action(text, map_actions_by_verb(*game.actions)))
    assert record.replay().turn == moment.seat
    return record


class WindowPictures(NamedTuple):
    """The pictures of the window: the hand-over screen, and the table after it."""

    hand_over: bytes
    table: bytes


def resume_and_take_pictures(
    window: ProgramScreen, eye: StoredMatchReader, mirror: ReferenceTable, record: Record, seat: int
) -> WindowPictures:
    """Continue a match in the state of ``record`` from the menu, and picture the hand-over screen and the table."""
    eye.journal.release_match(eye.journal.create_match(record, PLAYER_KINDS, 5, {}))
    mirror.show(record, PLAYER_KINDS, viewer=None, hand_over_seat=seat)
    cover, ready = mirror.get_picture(), mirror.app.get_button("ready").get_abs_rect().center
    mirror.show(record, PLAYER_KINDS, viewer=seat)
    table = mirror.get_picture()
    narration_path = window.home / "said.txt"
    narration_path.unlink(missing_ok=True)
    window.start(f"--narrate={narration_path}")
    NarrationReader(window, narration_path).read_to("Enter: Continue")
    window.press_keys("Return")
    wait_until_shown(window, cover)
    seen = take_stable_screenshot(window)
    click_button_in_picture(window, ready, seen, lambda: take_screenshot(window) == table)
    seen_table = take_stable_screenshot(window)
    window.kill()
    return WindowPictures(seen, seen_table)


@pytest.mark.slow
@pytest.mark.parametrize("name", MOMENT_BY_NAME)
def test_twin_deals_look_alike_to_person_who_may_not_know_the_difference(tmp_path: Path, name: str) -> None:
    moment = MOMENT_BY_NAME[name]
    with open_window_and_reference(tmp_path) as (window, eye, mirror):
        pictures, twin_pictures = (
            resume_and_take_pictures(window, eye, mirror, make_twin_match(moment, moment.seat, chance), moment.seat)
            for chance in (1, 2)
        )
        assert count_different_rows(pictures.hand_over, twin_pictures.hand_over) == 0
        assert count_different_rows(pictures.table, twin_pictures.table) == 0
        if moment.seat == ANNA_SEAT:
            stranger = resume_and_take_pictures(window, eye, mirror, make_twin_match(moment, None, 3), moment.seat)
            assert count_different_rows(pictures.hand_over, stranger.hand_over) == 0
            assert count_different_rows(pictures.table, stranger.table) > 100, (
                "the pictures would not show a hand that leaks"
            )


def replace_hidden_hands(record: Record) -> Record:
    """Return the match as everyone sees it, with other cards in the hands of its last deal."""
    *before, last = record.deals
    fallen = {action.card for action in last.actions if isinstance(action, Play)}
    held = [card for card in last.pack if card not in fallen]
    Random(len(held)).shuffle(held)
    pack = tuple(card if card in fallen else held.pop() for card in last.pack)
    return msgspec.structs.replace(record, deals=(*before, msgspec.structs.replace(last, pack=pack)))


def has_changed(window: ProgramScreen, picture: bytes) -> bool:
    """Return whether the window shows another picture by now."""
    return count_different_rows(take_screenshot(window), picture) > 100


@pytest.mark.slow
def test_hand_over_screens_are_identical_whatever_the_hands(tmp_path: Path) -> None:
    with open_window_and_reference(tmp_path) as (window, eye, mirror):
        window.start("play", "chiamata", "--seed", MATCH_SEED, "--players", ",".join(PLAYER_KINDS))
        people, seen = WindowPeople(window, eye, mirror, PLAYER_KINDS), list[int]()
        while people.wait_for_turn().is_deal_in_progress:
            turn = people.match.turn
            assert turn is not None
            if not seen or seen[-1] != turn:
                move_pointer_away(window)
                mirror.show(replace_hidden_hands(people.record), PLAYER_KINDS, viewer=None, hand_over_seat=turn)
                cover, ready = mirror.get_picture(), mirror.app.get_button("ready").get_abs_rect().center
                wait_until_shown(window, cover)
                click_button_in_picture(window, ready, cover, partial(has_changed, window, cover))
                seen.append(turn)
            people.play_action(choose_action(observe(people.match, turn)))
        assert people.match.results[0].state == "scored"
        assert min(seen.count(ANNA_SEAT), seen.count(CARLA_SEAT)) >= 5


def choose_action(view: Observation) -> Action:
    """Return the action of a person: the first calls a card and the others pass; then any legal card."""
    calls = [action for action in view.legal_actions if isinstance(action, Call)]
    if calls and not getattr(view.phase, "calls", ()):
        return calls[0]
    return next((action for action in view.legal_actions if isinstance(action, Pass)), view.legal_actions[0])
