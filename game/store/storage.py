"""The storage thread: all file work is done there, in the order it was asked for, and answered by futures.

The window's loop never waits for one: it looks at ``future.done()`` each frame.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from game.i18n import _
from game.store.archive import Archive
from game.store.files import Clock, Folders, Notice, StorageError
from game.store.journal import Journal
from game.store.reading import Summary

P = ParamSpec("P")
T = TypeVar("T")


def _queued(method: Callable[Concatenate[Journal, P], T]) -> Callable[Concatenate[Storage, P], Future[T]]:
    """The journal's method as one of the storage: done later, on the thread."""

    @wraps(method)
    def later(storage: Storage, /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return storage.run(lambda: method(storage.journal(), *args, **kwargs))

    return later


class Storage:
    """The journal behind a thread: each method of `Journal`, giving a future of what that gives.

    A future carries StorageError when the call failed; the call may then be made again.
    """

    opened: Future[tuple[Notice, ...]]
    """Done when the journal is open: what a person should hear of. Carries StorageError if it is not."""
    glimpse: Future[tuple[Summary, ...]]
    """Done, perhaps, before that: `unfinished` as it reads before the whole file has been looked through."""

    def __init__(self, folders: Folders, now: Clock, steady: Clock | None = None) -> None:
        self._folders = folders
        self._now = now
        self._steady = steady
        self._news: deque[Notice] = deque()
        self._journal: Journal | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="storage")
        self.reopen()

    @staticmethod
    def open(folders: Folders, now: Clock, steady: Clock | None = None) -> Storage:
        """Begin to open the journal below ``folders``; returns at once. ``now`` tells the time as `time.time` does.

        ``steady`` tells it as `time.monotonic` does: with it nobody gains a second by setting the system's clock.
        """
        return Storage(folders, now, steady)

    def news(self) -> tuple[Notice, ...]:
        """What a person should hear of that came up since the last call; never waits."""
        heard = []
        while self._news:
            heard.append(self._news.popleft())
        return tuple(heard)

    def tell(self, words: str) -> None:
        """Add a line to the `news`; may be called on any thread."""
        self._news.append(Notice(words, self._folders.data))

    def reopen(self) -> Future[tuple[Notice, ...]]:
        """Try again to open the journal; ``opened`` is renewed. Nothing happens to a journal that is open."""
        self.glimpse = Future()
        self.opened = self.run(self._open, self.glimpse.set_result)
        return self.opened

    def _open(self, glimpse: Callable[[tuple[Summary, ...]], None]) -> tuple[Notice, ...]:
        if self._journal is not None:
            return ()
        steady = {} if self._steady is None else {"steady": self._steady}
        self._journal = Journal(self._folders, self._now, tell=self._news.append, glimpse=glimpse, **steady)
        return self._journal.notices

    def journal(self) -> Journal:
        """The open journal, for work that runs on the thread. StorageError if it could not be opened."""
        if self._journal is None:
            raise StorageError(_("Matches cannot be saved: the file of saved matches is not open."))
        return self._journal

    def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do any other file work on the thread: ``run(load_json, path, Settings, Settings())``."""
        return self._thread.submit(work, *args, **kwargs)

    def archive(self, work: Callable[[Archive], T]) -> Future[T]:
        """Do something with the matches that are kept, on the thread. The future carries StorageError as all do."""
        return self.run(lambda: work(self.journal().archive))

    def close(self) -> None:
        """Wait for what is queued, give up the claims and close the journal. The storage is of no use afterwards."""
        try:
            self.run(self._close).result()
        finally:
            self._thread.shutdown()

    def _close(self) -> None:
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.close()

    create = _queued(Journal.create)
    add_deal = _queued(Journal.add_deal)
    add_action = _queued(Journal.add_action)
    cut = _queued(Journal.cut)
    finish = _queued(Journal.finish)
    give_up = _queued(Journal.give_up)
    delete = _queued(Journal.delete)
    unfinished = _queued(Journal.unfinished)
    load = _queued(Journal.load)
    claim = _queued(Journal.claim)
    release = _queued(Journal.release)
    profiles = _queued(Journal.profiles)
    put_profile = _queued(Journal.put_profile)
    rename_profile = _queued(Journal.rename_profile)
    recognise = _queued(Journal.recognise)
    remove_profile = _queued(Journal.remove_profile)
    bar_profile = _queued(Journal.bar_profile)
    sit_down = _queued(Journal.sit_down)
    note = _queued(Journal.note)
    begin_daily = _queued(Journal.begin_daily)
    end_daily = _queued(Journal.end_daily)
    put_figures = _queued(Journal.put_figures)
    figures = _queued(Journal.figures)
