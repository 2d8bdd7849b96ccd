"""SQLite's write-ahead log, read without SQLite: it empties a log whose database is gone before anyone has looked.

The format is that of https://www.sqlite.org/fileformat2.html#walformat, which does not change.
"""

from __future__ import annotations

import struct
from itertools import dropwhile
from typing import Final, NamedTuple

from game.text.gettext import _

HEADER_BYTES: Final = 32
FRAME_HEADER_BYTES: Final = 24
MAX_LEFTOVER_AGE: Final = 2**20
"""No frame that is left over is as old as this: the first salt counts how often the log was begun anew."""
BYTE_ORDERS: Final = {0x377F0682: "<", 0x377F0683: ">"}
"""By the byte order of the checksums."""


class LogFrame(NamedTuple):
    """A page as a transaction left it. ``is_commit``: it is the last of its transaction.

    ``age``: how often the log was begun anew since the frame was written; 0 is this log's. ``sound``: it is
    as it was written.
    """

    page_number: int
    data: bytes
    is_commit: bool
    age: int
    is_intact: bool

    @property
    def is_current(self) -> bool:
        return self.age == 0

    @property
    def is_leftover(self) -> bool:
        """Whether the frame may be an earlier log's, that this one has not reached yet."""
        return 0 < self.age < MAX_LEFTOVER_AGE


class WriteAheadLog(NamedTuple):
    """A log; ``fault`` says what is wrong with its beginning, empty if nothing is. ``has_partial_frame``: it ends in a
    frame."""

    error: str
    frames: tuple[LogFrame, ...] = ()
    has_partial_frame: bool = False

    @property
    def _ignored_frames(self) -> tuple[LogFrame, ...]:
        """The frames that SQLite will not look at: from the first that is not sound, or of an earlier log."""
        return tuple(dropwhile(lambda frame: frame.is_current and frame.is_intact, self.frames))

    @property
    def is_damaged(self) -> bool:
        """Whether a transaction that was finished cannot be read: something of this log lies behind its end."""
        ignored_frames = self._ignored_frames
        if self.error or not ignored_frames:
            return bool(self.error)
        if ignored_frames[0].is_current:
            return any(frame.is_current and frame.is_commit for frame in ignored_frames[1:])
        # A frame of an earlier log does not follow on the checksum of this one.
        return (
            ignored_frames[0].is_intact
            or not ignored_frames[0].is_leftover
            or any(frame.is_current for frame in ignored_frames)
        )

    def is_torn(self, database_bytes: bytes) -> bool:
        """Whether the very last frame, which finishes a transaction, is broken; ``main`` is the database's file.

        A program that is killed may have written the head of a frame and not its page. Then the page of an
        earlier log still stands there, as it was carried into the file; and that action was never accepted.
        """
        ignored_frames = self._ignored_frames
        if self.is_damaged or not ignored_frames:
            return self.has_partial_frame and not self.is_damaged
        page = ignored_frames[0].data
        was_killed = any(
            database_bytes[offset : offset + len(page)] == page for offset in range(0, len(database_bytes), len(page))
        )
        return ignored_frames[0].is_current and ignored_frames[0].is_commit and not was_killed

    def get_pages(self, *, is_current: bool) -> dict[int, bytes]:
        """The latest sound state of each page in this log, or, if not ``is_current``, in an earlier one."""
        return {
            frame.page_number: frame.data for frame in self.frames if frame.is_intact and frame.is_current == is_current
        }


def read_log(data: bytes) -> WriteAheadLog:
    """The log that a file's bytes hold, whatever they are."""
    if len(data) < HEADER_BYTES:
        return WriteAheadLog(_("its log is cut short") if data else "")
    magic, _kind, page_size, _times, salt_1, salt_2, sum_1, sum_2 = struct.unpack(">8I", data[:HEADER_BYTES])
    order = BYTE_ORDERS.get(magic)
    if order is None or page_size < 512 or page_size > 65536 or page_size & (page_size - 1):
        return WriteAheadLog(_("the header of its log is wrong"))
    frames = _parse_frames(data, order, page_size, (salt_1, salt_2), (sum_1, sum_2))
    if _compute_checksum(order, data[:24], (0, 0)) != (sum_1, sum_2):
        return WriteAheadLog(_("the header of its log is wrong"), frames)
    return WriteAheadLog(
        "", frames, has_partial_frame=(len(data) - HEADER_BYTES) % (FRAME_HEADER_BYTES + page_size) > 0
    )


def _parse_frames(
    data: bytes, order: str, page_size: int, salts: tuple[int, int], checksums: tuple[int, int]
) -> tuple[LogFrame, ...]:
    """All whole frames. A frame's checksum goes on from the one before it, sound or not."""
    frames = []
    for offset in range(HEADER_BYTES, len(data) - FRAME_HEADER_BYTES - page_size + 1, FRAME_HEADER_BYTES + page_size):
        frame_header, page = (
            data[offset : offset + FRAME_HEADER_BYTES],
            data[offset + FRAME_HEADER_BYTES : offset + FRAME_HEADER_BYTES + page_size],
        )
        number, pages, salt_1, salt_2, sum_1, sum_2 = struct.unpack(">6I", frame_header)
        is_intact = number > 0 and _compute_checksum(
            order, page, _compute_checksum(order, frame_header[:8], checksums)
        ) == (sum_1, sum_2)
        age = (salts[0] - salt_1) % 2**32
        frames.append(
            LogFrame(number, page, pages > 0, age if age or salt_2 == salts[1] else MAX_LEFTOVER_AGE, is_intact)
        )
        checksums = (sum_1, sum_2)
    return tuple(frames)


def _compute_checksum(order: str, data: bytes, checksums: tuple[int, int]) -> tuple[int, int]:
    first, second = checksums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for index in range(0, len(words), 2):
        first = (first + words[index] + second) & 0xFFFFFFFF
        second = (second + words[index + 1] + first) & 0xFFFFFFFF
    return first, second
