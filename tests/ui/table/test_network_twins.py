"""A window at a table over the network shows and narrates nothing that depends on cards unknown to its seat.

Two hosts continue a deal and its twin (`tests.twin_deals`); every picture and every narrated line must be equal.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
import pygame
import pytest

from game.core.actions import Deal
from game.match.setup import PERSON_KIND
from game.shuffling.shuffle import derive_random
from tests.helpers import PlayoutMoment, make_match, make_record, play_random_actions
from tests.lanes import choose_sample, long_test
from tests.network.host import Host, make_key
from tests.network.programs import GuestProgram
from tests.twin_deals import make_twin_moments
from tests.ui.app_driver import open_test_app
from ui.scenes.network.open_table import open_network_table

SEAT_COUNTS: Final = {"briscola": 4, "chiamata": 5, "spades": 4, "muscio": 4}
FRAMES_PER_ACTION: Final = 5
FRAME_S: Final = 0.2


def list_pictures(home: Path, moments: Sequence[PlayoutMoment], seat: int) -> list[str]:
    """Return what the window of ``seat`` shows while all play ``moments``: digests of pictures, and narrated lines."""
    first, *rest = moments
    names = tuple(f"P{number}" for number in range(first.match.seats))
    kinds = (PERSON_KIND,) * len(names)
    record = msgspec.structs.replace(make_record(first.match_before, [first]), names=names)
    shutil.rmtree(home, ignore_errors=True)
    seen = list[str]()
    with open_test_app(home) as app:
        host = Host(home / "host", seats=len(names), clock=app.clock)
        host.resume(record, kinds)
        client = GuestProgram(host, names[seat], token=make_key(seat))
        others = {
            number: host.join(names[number], token=make_key(number)) for number in range(len(names)) if number != seat
        }  # fmt: skip
        host.update()
        client.receive()
        app.context.narrate = seen.append
        open_network_table(app.context, client)
        app.wait_for_card_images()
        for moment in rest:
            assert not isinstance(moment.action, Deal)
            if moment.action.seat == seat:
                app.table_scene.act(moment.action)
            else:
                others[moment.action.seat].act(moment.action)
            for _frame in range(FRAMES_PER_ACTION):
                host.update(count=1)
                client.receive()
                for guest in others.values():
                    guest.report_shown()
                app.advance_frame(FRAME_S)
                app.repaint()
                seen.append(hashlib.sha256(pygame.image.tobytes(app.surface, "RGB")).hexdigest())
            app.table_scene.skip_animations()
        assert client.check.fault is None
    return seen


def compare_twins(home: Path, game: str) -> int:
    """Compare what the window shows in a deal and its twin, and return the number of pictures and lines."""
    rng = derive_random(8, "twin windows", game)
    moments = list(play_random_actions(make_match(game, seats=SEAT_COUNTS[game]), "window", 1))
    seat = rng.randrange(SEAT_COUNTS[game])
    twins = make_twin_moments(moments, seat, len(moments) * 2 // 3, rng)
    assert [twin.match for twin in twins] != [moment.match for moment in moments[: len(twins)]]
    own, other = (list_pictures(home, some[: len(twins)], seat) for some in (moments, twins))
    assert own == other, f"{game}: seat {seat} is shown the hidden cards"
    return len(own)


@long_test
@pytest.mark.parametrize("game", choose_sample([*SEAT_COUNTS], 2))
def test_pictures_and_narration_are_equal_in_twin_deals(tmp_path: Path, game: str) -> None:
    assert compare_twins(tmp_path / "home", game) > 40
