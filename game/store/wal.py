"""SQLite's write-ahead log, read without SQLite: it empties a log whose database is gone before anyone has looked.

The format is that of https://www.sqlite.org/fileformat2.html#walformat, which does not change.
"""

from __future__ import annotations

import struct
from itertools import dropwhile
from typing import Final, NamedTuple

from game.i18n import _

HEADER: Final = 32
FRAME: Final = 24
OLDEST: Final = 2**20
"""No frame that is left over is as old as this: the first salt counts how often the log was begun anew."""
MAGIC: Final = {0x377F0682: "<", 0x377F0683: ">"}
"""By the byte order of the checksums."""


class Frame(NamedTuple):
    """A page as a transaction left it. ``commit``: it is the last of its transaction.

    ``age``: how often the log was begun anew since the frame was written; 0 is this log's. ``sound``: it is
    as it was written.
    """

    page: int
    data: bytes
    commit: bool
    age: int
    sound: bool

    @property
    def current(self) -> bool:
        return self.age == 0

    @property
    def left_over(self) -> bool:
        """Whether the frame may be an earlier log's, that this one has not reached yet."""
        return 0 < self.age < OLDEST


class Log(NamedTuple):
    """A log; ``fault`` says what is wrong with its beginning, empty if nothing is. ``ragged``: it ends in a frame."""

    fault: str
    frames: tuple[Frame, ...] = ()
    ragged: bool = False

    @property
    def _rest(self) -> tuple[Frame, ...]:
        """The frames that SQLite will not look at: from the first that is not sound, or of an earlier log."""
        return tuple(dropwhile(lambda frame: frame.current and frame.sound, self.frames))

    @property
    def damaged(self) -> bool:
        """Whether a transaction that was finished cannot be read: something of this log lies behind its end."""
        rest = self._rest
        if self.fault or not rest:
            return bool(self.fault)
        if rest[0].current:
            return any(frame.current and frame.commit for frame in rest[1:])
        # A frame of an earlier log does not follow on the checksum of this one.
        return rest[0].sound or not rest[0].left_over or any(frame.current for frame in rest)

    def torn(self, main: bytes) -> bool:
        """Whether the very last frame, which finishes a transaction, is broken; ``main`` is the database's file.

        A program that is killed may have written the head of a frame and not its page. Then the page of an
        earlier log still stands there, as it was carried into the file; and that action was never accepted.
        """
        rest = self._rest
        if self.damaged or not rest:
            return self.ragged and not self.damaged
        page = rest[0].data
        killed = any(main[at : at + len(page)] == page for at in range(0, len(main), len(page)))
        return rest[0].current and rest[0].commit and not killed

    def pages(self, *, current: bool) -> dict[int, bytes]:
        """The latest sound state of each page in this log, or, if not ``current``, in an earlier one."""
        return {frame.page: frame.data for frame in self.frames if frame.sound and frame.current == current}


def read_log(data: bytes) -> Log:
    """The log that a file's bytes hold, whatever they are."""
    if len(data) < HEADER:
        return Log(_("its log is cut short") if data else "")
    magic, _kind, size, _times, salt_1, salt_2, sum_1, sum_2 = struct.unpack(">8I", data[:HEADER])
    order = MAGIC.get(magic)
    if order is None or size < 512 or size > 65536 or size & (size - 1):
        return Log(_("the header of its log is wrong"))
    frames = _frames(data, order, size, (salt_1, salt_2), (sum_1, sum_2))
    if _checksum(order, data[:24], (0, 0)) != (sum_1, sum_2):
        return Log(_("the header of its log is wrong"), frames)
    return Log("", frames, ragged=(len(data) - HEADER) % (FRAME + size) > 0)


def _frames(data: bytes, order: str, size: int, salts: tuple[int, int], sums: tuple[int, int]) -> tuple[Frame, ...]:
    """All whole frames. A frame's checksum goes on from the one before it, sound or not."""
    frames = []
    for at in range(HEADER, len(data) - FRAME - size + 1, FRAME + size):
        head, page = data[at : at + FRAME], data[at + FRAME : at + FRAME + size]
        number, pages, salt_1, salt_2, sum_1, sum_2 = struct.unpack(">6I", head)
        sound = number > 0 and _checksum(order, page, _checksum(order, head[:8], sums)) == (sum_1, sum_2)
        age = (salts[0] - salt_1) % 2**32
        frames.append(Frame(number, page, pages > 0, age if age or salt_2 == salts[1] else OLDEST, sound))
        sums = (sum_1, sum_2)
    return tuple(frames)


def _checksum(order: str, data: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for at in range(0, len(words), 2):
        first = (first + words[at] + second) & 0xFFFFFFFF
        second = (second + words[at + 1] + first) & 0xFFFFFFFF
    return first, second
