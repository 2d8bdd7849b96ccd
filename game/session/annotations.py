"""Private notes of players during a deal: marks on other seats, order of the hand.

They are stored beside the record, not in it. Only their author sees them, and only during that deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from game.core.cards import Hand
from game.core.messages import N_, Reason
from game.core.sanitizer import is_visible_line
from game.session.encoding import to_plain
from game.session.match_store import MatchStore
from game.session.messages import MAX_MARK_CHARACTERS, ArrangeHand, MarkSeat, SeatNotes
from game.storage.matches import MatchRepository

NOT_KEPT: Final = N_("Your marks and card order weren't saved. {fault}")


def encode_notes(notes: Mapping[int | None, SeatNotes]) -> Any:
    """Return notes by seat as they are stored, for `parse_notes`."""
    return to_plain(tuple(notes.values()))


def parse_notes(stored: Any) -> dict[int | None, SeatNotes]:
    """Return stored notes by seat, or none if they are damaged."""
    try:
        notes = msgspec.convert(stored, tuple[SeatNotes, ...], dec_hook=lambda card_type, name: card_type(name))
    except msgspec.ValidationError:
        return {}
    return {seat_notes.seat: seat_notes for seat_notes in notes}


def find_note_refusal(request: MarkSeat | ArrangeHand) -> Reason | None:
    """Return the reason against a note by itself, None if there is none."""
    if isinstance(request, MarkSeat) and request.word and not is_visible_line(request.word, MAX_MARK_CHARACTERS):
        return Reason("not_sayable", {"most": MAX_MARK_CHARACTERS})
    return None


class PrivateNotes:
    """The private notes of all people in one hosted match; ``notes``: as they were stored."""

    def __init__(self, store: MatchStore, notes: dict[int | None, SeatNotes]) -> None:
        self._store = store
        self._notes = notes

    def get(self, deal: int, seat: int) -> SeatNotes:
        """Return the notes of ``seat`` in a deal. Only its person may know them."""
        return self._notes.get(seat, SeatNotes(seat)).in_deal(deal)

    def keep(
        self, deal: int, seat: int, request: MarkSeat | ArrangeHand, seat_count: int, dealt: Hand
    ) -> Reason | None:
        """Store a note, for which no action waits. Return the reason if it is refused, else None.

        ``dealt``: the cards that ``seat`` got in the deal.
        """
        if isinstance(request, MarkSeat):
            is_possible = request.marked_seat != seat and request.marked_seat in range(seat_count)
        else:
            is_possible = len({*request.hand}) == len(request.hand) and {*request.hand}.issubset(dealt)
        reason = find_note_refusal(request) if is_possible else Reason("not_here")
        if reason is None:
            self._notes[seat] = self.get(deal, seat).with_change(request)
            written = self._store.save_beside(
                MatchRepository.store_note, "notes", encode_notes(self._notes), restarts_turn_clock=False
            )
            self._store.report_loss(written, NOT_KEPT)
        return reason
