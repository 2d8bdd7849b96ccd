"""A saved match, in words and on its way to the table."""

from __future__ import annotations

from concurrent.futures import Future

from game.rules import GAMES
from game.storage.files import StorageError
from game.storage.match_rows import SavedMatch
from game.storage.unfinished_matches import UnfinishedMatch
from game.text.formatting import join_with_commas
from game.text.gettext import _
from game.text.player_names import format_player_names
from ui.app.context import AppContext


def format_game_title(match: UnfinishedMatch) -> str:
    """The game of a saved match, in words."""
    game = GAMES.get(match.game_id)
    return _(game.title) if game else match.game_id or _("Unknown game")


def format_match_caption(match: UnfinishedMatch) -> str:
    """Who plays a saved match and how far it is, in one line."""
    deal = _("deal {number}").format(number=match.finished_deals + 1)
    return " · ".join(part for part in (join_with_commas(format_player_names(match.names)), deal) if part)


class MatchLoader:
    """A saved match on its way to the table: claimed for this window, then read. Polled by `update`."""

    def __init__(self, context: AppContext, match: UnfinishedMatch) -> None:
        self._context = context
        self._match_id = match.id
        self._claim: Future[bool] = context.storage.claim_match(match.id)
        self._load: Future[SavedMatch] | None = None

    def update(self) -> bool:
        """Look how far it is. Whether it is over: the table is shown, or the person was told why not."""
        try:
            return self._poll_load() if self._load else self._poll_claim()
        except StorageError as error:
            self._context.storage.release_match(self._match_id)
            self._context.notify(str(error))
            return True

    def _poll_claim(self) -> bool:
        if not self._claim.done():
            return False
        if not self._claim.result():
            self._context.notify(_("This match is open in another window."))
            return True
        self._load = self._context.storage.load_match(self._match_id)
        return False

    def _poll_load(self) -> bool:
        assert self._load is not None
        if not self._load.done():
            return False
        self._context.router.resume_match(self._load.result())
        return True
