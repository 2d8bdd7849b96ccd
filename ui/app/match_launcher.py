"""Functions that start or resume a match and open its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial

from game.match.replay import MatchContinuation
from game.match.setup import SEED_BITS, MatchSetup
from game.session.local import LocalSession
from game.session.match_info import list_human_seats
from game.storage.match_rows import SavedMatch
from game.storage.matches import MatchRepository
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.scenes.dialogs.block_check import BlockCheckScene
from ui.scenes.dialogs.unsaved_play import offer_unsaved_play
from ui.services.tasks import Task
from ui.table.scene import TableScene


def make_join_check(context: AppContext, match_setup: MatchSetup) -> BlockCheckScene:
    """Return the scene that starts a new match; if one of its people is blocked, it says so instead."""
    names = tuple(player.name for player in match_setup.players if player.is_person)
    check_in = partial(context.storage.call, MatchRepository.check_in_players, names)

    def start() -> None:
        context.reload_profiles()  # with those of the new people
        start_match(context, match_setup)

    return BlockCheckScene(context, check_in, start)


def start_match(context: AppContext, match_setup: MatchSetup) -> None:
    """Start a new match and open its table in place of all scenes; storing goes on in the background.

    Raise RecordError if the setup is invalid.
    """
    session = LocalSession.start(
        match_setup,
        context.seed_rng.getrandbits(SEED_BITS),
        storage=context.storage,
        ai_client=context.ai_client,
        clock=context.clock,
    )
    context.scenes.replace(make_table_scene(context, session))


def open_match(
    context: AppContext,
    opening: Future[SavedMatch],
    owner: object,
    on_error: Callable[[BaseException], object] | None = None,
) -> Task:
    """Return the task that opens the table of the match of ``opening`` once it is loaded.

    An error is given to ``on_error``, or else reported to the person. The match is released if ``owner`` closes before.
    """
    return context.tasks.submit(
        opening,
        partial(resume_match, context),
        on_error,
        owner=owner,
        on_cancel=partial(context.storage.discard_match, opening),
    )


def start_continuation(
    context: AppContext, continuation: MatchContinuation, notes: Mapping[str, bool], owner: object
) -> Task:
    """Store a match that continues another, with its notes, and resume it as `open_match` does; return the task."""

    def report_failure(error: BaseException) -> None:
        start_again = partial(start_continuation, context, continuation, notes, owner)
        if not offer_unsaved_play(context, start_again, lambda: None):
            context.report(error)

    kinds = tuple(player.kind for player in continuation.players)
    seed = context.seed_rng.getrandbits(SEED_BITS)
    opening = context.storage.call(MatchRepository.open_new_match, continuation.record, kinds, seed, dict(notes))
    return open_match(context, opening, owner, report_failure)


def resume_match(context: AppContext, saved_match: SavedMatch) -> None:
    """Open the scene that resumes a saved match, claimed by the caller, at its table.

    If one of its people is blocked, the scene says so instead, and closing it releases the match.
    """
    session = LocalSession.resume(
        saved_match, storage=context.storage, ai_client=context.ai_client, clock=context.clock
    )
    people = list_human_seats(session.info, session.observation)
    check_in = partial(context.storage.call, MatchRepository.check_in_seats, saved_match.id, people)
    context.scenes.push(
        BlockCheckScene(
            context, check_in, lambda: context.scenes.replace(make_table_scene(context, session)), session.close
        )
    )


def make_table_scene(context: AppContext, session: LocalSession) -> TableScene:
    """Return the table scene of a match, with the presentation of its game."""
    return TableScene(context, session, get_presentation(session.info.game.id))
