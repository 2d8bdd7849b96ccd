"""A saved match, in words and on its way to the table."""

from __future__ import annotations

from concurrent.futures import Future

from game.conventions import series
from game.i18n import _
from game.rules import GAMES
from game.seating import shown_names
from game.store.files import StorageError
from game.store.reading import SavedMatch, Summary
from ui.scene import Stage


def title_of(match: Summary) -> str:
    """The game of a saved match, in words."""
    game = GAMES.get(match.game)
    return _(game.title) if game else match.game or _("Unknown game")


def caption(match: Summary) -> str:
    """Who plays a saved match and how far it is, in one line."""
    deal = _("deal {number}").format(number=match.deals + 1)
    return " · ".join(part for part in (series(shown_names(match.names)), deal) if part)


class Opening:
    """A saved match on its way to the table: claimed for this window, then read. Polled by `update`."""

    def __init__(self, stage: Stage, match: Summary) -> None:
        self._stage = stage
        self._id = match.id
        self._claim: Future[bool] = stage.storage.claim(match.id)
        self._load: Future[SavedMatch] | None = None

    def update(self) -> bool:
        """Look how far it is. Whether it is over: the table is shown, or the person was told why not."""
        try:
            return self._loaded() if self._load else self._claimed()
        except StorageError as error:
            self._stage.storage.release(self._id)
            self._stage.notify(str(error))
            return True

    def _claimed(self) -> bool:
        if not self._claim.done():
            return False
        if not self._claim.result():
            self._stage.notify(_("This match is open in another window."))
            return True
        self._load = self._stage.storage.load(self._id)
        return False

    def _loaded(self) -> bool:
        assert self._load is not None
        if not self._load.done():
            return False
        saved = self._load.result()
        if saved.loss:
            self._stage.notify(saved.loss)
        self._stage.doors.resume(saved)
        return True
