"""Several people at a screen: the window shows the same hand-over screen whatever the hands are."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pytest

from game.core.actions import Action, Pass, Play
from game.match.observation import Observation, observe
from game.match.record import Record
from game.rules.chiamata.actions import Call
from tests.journeys.program_screen import ProgramScreen
from tests.journeys.window_people import (
    WindowPeople,
    click_button_in_picture,
    count_different_rows,
    move_pointer_away,
    open_window_and_reference,
    take_screenshot,
    wait_until_shown,
)

pytestmark = pytest.mark.window

PLAYER_KINDS: Final = ("you", "club", "you", "club", "novice")
MATCH_SEED: Final = "2"
"""A seed with which no hand annuls the deal."""


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
        while min(map(seen.count, (0, 2))) < 3:
            turn = people.wait_for_turn().turn
            assert turn is not None
            if not seen or seen[-1] != turn:
                move_pointer_away(window)
                mirror.show(replace_hidden_hands(people.record), PLAYER_KINDS, viewer=None, hand_over_seat=turn)
                cover, ready = mirror.get_picture(), mirror.app.get_button("ready").get_abs_rect().center
                wait_until_shown(window, cover)
                click_button_in_picture(window, ready, cover, partial(has_changed, window, cover))
                seen.append(turn)
            people.play_action(choose_action(observe(people.match, turn)))


def choose_action(view: Observation) -> Action:
    """Return the action of a person: the first calls a card and the others pass; then any legal card."""
    calls = [action for action in view.legal_actions if isinstance(action, Call)]
    if calls and not getattr(view.phase, "calls", ()):
        return calls[0]
    return next((action for action in view.legal_actions if isinstance(action, Pass)), view.legal_actions[0])
