"""The matches that can be played on, as a list offers them: each is played through once, and again when it changes."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from typing import Any, Final

from game.store.claims import Claims
from game.store.ledger import calendar
from game.store.reading import GIVEN_UP, Checked, Head, Summary, checked, lenient, unfinished_heads, word, words

LOG: Final = logging.getLogger(__name__)


class Unfinished:
    """What is known of them; ``claims`` say which of them another window has. Use it on one thread only."""

    def __init__(self, claims: Claims) -> None:
        self._claims = claims
        self._checked: dict[int, tuple[bytes, Checked]] = {}

    def read(self, db: sqlite3.Connection) -> tuple[Summary, ...]:
        """The matches, the latest first, damaged ones among them and marked. sqlite3.Error."""
        found = [(head, self._look(db, head)) for head in unfinished_heads(db)]
        return tuple(self._summary(head, look) for head, look in found if not _is_done(head, look))

    def glimpse(self, db: sqlite3.Connection, tell: Callable[[tuple[Summary, ...]], None]) -> None:
        """`read`, before it is known whether the file is sound; ``tell`` gets what came of it, if something did."""
        try:
            tell(self.read(db))
        except Exception:
            # Whatever is wrong with the file is found and named when it is looked through.
            LOG.info("nothing could be read before the file of saved matches was looked through", exc_info=True)

    def forget(self) -> None:
        """They are in another file now."""
        self._checked.clear()

    def _look(self, db: sqlite3.Connection, head: Head) -> Checked:
        known = self._checked.get(head.id)
        if known is None or known[0] != head.seal:
            known = self._checked[head.id] = (head.seal, checked(db, head.id))
        return known[1]

    def _summary(self, head: Head, look: Checked) -> Summary:
        header = lenient(head.header, dict[str, Any], {})
        return Summary(
            id=head.id, game=word(header.get("game", "")), names=words(header.get("seats")),
            players=words(lenient(head.players, list[Any], [])), deals=look.deals, updated=calendar(head.updated),
            fault=look.fault, loss=look.loss, deserted=look.deserted, bar_minutes=look.bar_minutes,
            elsewhere=self._claims.taken_elsewhere(head.id), totals=look.totals,
        )  # fmt: skip


def _is_done(head: Head, look: Checked) -> bool:
    """Whether nobody goes on with a match: it was given up, or it is over."""
    return head.finished == GIVEN_UP or bool(head.finished and look.over)
