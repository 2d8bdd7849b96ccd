"""The matches that can be played on, as a list offers them: each is played through once, and again when it changes."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from typing import Any, Final

from game.storage.match_claims import MatchClaims
from game.storage.match_database import sanitize_timestamp
from game.storage.match_reader import (
    STATUS_ABANDONED,
    MatchCheck,
    MatchHeader,
    UnfinishedMatch,
    check_match,
    decode_or_default,
    make_display_text,
    make_display_texts,
    read_unfinished_headers,
)

LOG: Final = logging.getLogger(__name__)


class UnfinishedMatches:
    """What is known of them; ``claims`` say which of them another window has. Use it on one thread only."""

    def __init__(self, claims: MatchClaims) -> None:
        self._claims = claims
        self._checks: dict[int, tuple[bytes, MatchCheck]] = {}

    def list_matches(self, db: sqlite3.Connection) -> tuple[UnfinishedMatch, ...]:
        """The matches, the latest first, damaged ones among them and marked. sqlite3.Error."""
        checks = [(header, self._check(db, header)) for header in read_unfinished_headers(db)]
        return tuple(self._summarize(header, check) for header, check in checks if not _is_done(header, check))

    def preview(self, db: sqlite3.Connection, on_preview: Callable[[tuple[UnfinishedMatch, ...]], None]) -> None:
        """`read`, before it is known whether the file is sound; ``tell`` gets what came of it, if something did."""
        try:
            on_preview(self.list_matches(db))
        except Exception:
            # Whatever is wrong with the file is found and named when it is looked through.
            LOG.info("nothing could be read before the file of saved matches was looked through", exc_info=True)

    def clear(self) -> None:
        """They are in another file now."""
        self._checks.clear()

    def _check(self, db: sqlite3.Connection, header: MatchHeader) -> MatchCheck:
        cached_check = self._checks.get(header.id)
        if cached_check is None or cached_check[0] != header.seal:
            cached_check = self._checks[header.id] = (header.seal, check_match(db, header.id))
        return cached_check[1]

    def _summarize(self, header: MatchHeader, check: MatchCheck) -> UnfinishedMatch:
        decoded_header = decode_or_default(header.header, dict[str, Any], {})
        return UnfinishedMatch(
            id=header.id,
            game_id=make_display_text(decoded_header.get("game", "")),
            names=make_display_texts(decoded_header.get("seats")),
            player_kinds=make_display_texts(decode_or_default(header.players, list[Any], [])),
            finished_deals=check.finished_deals,
            updated_at=sanitize_timestamp(header.updated),
            error=check.error,
            damage_message=check.damage_message,
            is_abandoned_by_all=check.is_abandoned_by_all,
            penalty_minutes=check.penalty_minutes,
            is_open_elsewhere=self._claims.is_claimed_elsewhere(header.id),
            totals=check.totals,
        )


def _is_done(header: MatchHeader, check: MatchCheck) -> bool:
    """Whether nobody goes on with a match: it was given up, or it is over."""
    return header.finished == STATUS_ABANDONED or bool(header.finished and check.is_over)
