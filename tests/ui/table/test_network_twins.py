"""A window at a table over the network shows, narrates and plays nothing that depends on cards unknown to its seat.

Two hosts continue a deal and its twin (`tests.twin_deals`); every picture, narrated line and sound must be equal.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Final
from unittest.mock import patch

import msgspec
import pygame
import pytest

from game.core.actions import Deal
from game.match.setup import PERSON_KIND
from game.shuffling.shuffle import derive_random
from tests.helpers import PlayoutMoment, make_match, make_record, play_random_actions
from tests.lanes import choose_sample, long_test
from tests.network.host import SECRET, Host, make_key
from tests.network.programs import GuestProgram
from tests.twin_deals import make_twin_moments
from tests.ui.app_driver import open_test_app
from ui.scenes.network.open_table import open_network_table

SEAT_COUNTS: Final = {"briscola": 4, "chiamata": 5, "spades": 4, "muscio": 4}
ROWS: Final = [*product(("player", "watcher", "television"), SEAT_COUNTS)]
FRAMES_PER_ACTION: Final = 5
FRAME_S: Final = 0.2


def list_pictures(
    home: Path, moments: Sequence[PlayoutMoment], seat: int | None, *, is_television: bool = False
) -> list[str]:
    """Return what the window of ``seat`` shows while all play ``moments``: digests of pictures, lines and sounds.

    It is the window of a watcher if ``seat`` is None, or with ``is_television`` that of an owner without a seat.
    """
    first, *rest = moments
    names = tuple(f"P{number}" for number in range(first.match.seats))
    kinds = (PERSON_KIND,) * len(names)
    record = msgspec.structs.replace(make_record(first.match_before, [first]), names=names)
    shutil.rmtree(home, ignore_errors=True)
    seen, token = list[str](), SECRET if seat is None else make_key(seat)
    with (
        open_test_app(home) as app,
        patch.object(type(app.context.audio), "play", lambda _audio, name: seen.append(name)),
    ):
        host = Host(home / "host", seats=len(names), clock=app.clock)
        if is_television:
            run = make_key(len(names))
            host.stored = msgspec.structs.replace(host.stored, watchers={run: "Zoe"}, owner_run=run)
        host.resume(record, kinds)
        others = {
            number: host.join(names[number], token=make_key(number), is_owner=not number and not is_television)
            for number in range(len(names))
            if number != seat
        }
        client = GuestProgram(
            host, "Zoe" if seat is None else names[seat], token=token, is_owner=is_television, run="cc"
        )
        if seat is None and not is_television:
            others[0].let_watch("Zoe")
        host.update()
        client.receive()
        app.context.narrate = seen.append
        open_network_table(app.context, client)
        assert app.table_scene.is_television == is_television
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


def compare_twins(home: Path, game: str, viewer: str) -> int:
    """Compare what the window shows in a deal and its twin, and return the number of pictures, lines and sounds."""
    rng = derive_random(8, "twin windows", game)
    moments = list(play_random_actions(make_match(game, seats=SEAT_COUNTS[game]), "window", 1))
    seat = rng.randrange(SEAT_COUNTS[game]) if viewer == "player" else None
    twins = make_twin_moments(moments, seat, len(moments) * 2 // 3, rng)
    assert [twin.match for twin in twins] != [moment.match for moment in moments[: len(twins)]]
    own, other = (
        list_pictures(home, some[: len(twins)], seat, is_television=viewer == "television") for some in (moments, twins)
    )
    assert own == other, f"{game}: {viewer} {seat} is shown the hidden cards"
    return len(own)


@long_test
@pytest.mark.parametrize(("viewer", "game"), choose_sample(ROWS, 3))
def test_pictures_narration_and_sounds_are_equal_in_twin_deals(tmp_path: Path, viewer: str, game: str) -> None:
    """Try each game; for each change with one viewer, and each viewer."""
    assert compare_twins(tmp_path / "home", game, viewer) > 40
