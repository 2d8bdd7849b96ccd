"""From an agreement, or a saved match, to its table."""

from __future__ import annotations

from functools import partial

from game.match.setup import SEED_BITS, MatchSetup
from game.session.local import LocalSession
from game.session.match_info import list_human_seats
from game.storage.match_rows import SavedMatch
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.scenes.dialogs.block_check import BlockCheckScene
from ui.table.scene import TableScene


def make_join_check(context: AppContext, match_setup: MatchSetup) -> BlockCheckScene:
    """The people of a new match sit down, unless one of them is barred."""
    names = tuple(player.name for player in match_setup.players if player.is_person)
    check_in = partial(context.storage.check_in_players, names)
    return BlockCheckScene(context, check_in, lambda: start_match(context, match_setup))


def start_match(context: AppContext, match_setup: MatchSetup) -> None:
    """Begin a new match and go to its table."""
    session = LocalSession.start(
        match_setup,
        context.seed_rng.getrandbits(SEED_BITS),
        storage=context.storage,
        ai_client=context.ai_client,
        clock=context.clock,
    )
    context.scenes.replace(make_table_scene(context, session))


def resume_match(context: AppContext, saved_match: SavedMatch) -> None:
    """Go on with a saved match, claimed by the caller, exactly where it stood, unless somebody of it is barred."""
    session = LocalSession.resume(
        saved_match, storage=context.storage, ai_client=context.ai_client, clock=context.clock
    )
    people = list_human_seats(session.info, session.observation)
    check_in = partial(context.storage.check_in_seats, saved_match.id, people)
    context.scenes.push(
        BlockCheckScene(
            context, check_in, lambda: context.scenes.replace(make_table_scene(context, session)), session.close
        )
    )


def make_table_scene(context: AppContext, session: LocalSession) -> TableScene:
    """The scene of a table, with the face of its game."""
    return TableScene(context, session, get_presentation(session.info.game.id))
