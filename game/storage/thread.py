"""Storage thread: it does all file work in order and returns futures, so that the window never waits."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from game.storage.archive import Archive
from game.storage.files import Clock, Folders, StorageError, StorageNotice
from game.storage.match_rows import SavedMatch
from game.storage.matches import MatchRepository, read_no_clock
from game.storage.profiles import make_profile_id
from game.text.gettext import _

P = ParamSpec("P")
T = TypeVar("T")


class StorageThread:
    """The `MatchRepository` on a thread of its own.

    A future carries StorageError if the call failed; the call may then be repeated.
    """

    opening: Future[tuple[StorageNotice, ...]]
    """Done when the file is open, with notices for the user; carries StorageError if it cannot be opened."""
    has_file: bool
    """Whether matches are written to the disk. If not, as `open_again` can choose, they end with the program."""

    def __init__(
        self, folders: Folders, system_clock: Clock, monotonic_clock: Clock = read_no_clock,
        make_id: Callable[[], str] = make_profile_id, *, has_file: bool = True,
    ) -> None:  # fmt: skip
        """Start to open the file and return at once. The arguments are those of `MatchRepository`."""
        self._folders = folders
        self._make_repository = partial(MatchRepository, folders, system_clock, monotonic_clock, make_id)
        self._notices: deque[StorageNotice] = deque()
        self._repository: MatchRepository | None = None
        self._opening_error = ""
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="storage")
        self.has_file = has_file
        self.opening = self.submit(self._open_repository, has_file=has_file)

    @property
    def has_unsaved_matches(self) -> bool:
        """Whether matches are in memory only; may be asked on any thread."""
        repository = self._repository
        return repository is not None and repository.has_unsaved_matches

    def take_notices(self) -> tuple[StorageNotice, ...]:
        """Return the notices for the user since the last call, without waiting."""
        return tuple(self._notices.popleft() for _number in range(len(self._notices)))

    def tell(self, words: str) -> None:
        """Add a line to the notices; may be called on any thread."""
        self._notices.append(StorageNotice(words, self._folders.data))

    def open_again(self, *, has_file: bool = True) -> Future[tuple[StorageNotice, ...]]:
        """Try to open the file, unless it is open, and renew `opening`.

        ``has_file``: False keeps the matches in memory from now on; only for a person who has chosen that.
        """
        self.opening = self.submit(self._open_repository, has_file=has_file)
        return self.opening

    def _open_repository(self, *, has_file: bool) -> tuple[StorageNotice, ...]:
        if self._repository is not None:
            return ()
        try:
            self._repository = self._make_repository(has_file=has_file)
        except StorageError as error:
            self._opening_error = str(error)
            raise
        self.has_file = has_file
        return self._repository.notices

    def get_repository(self) -> MatchRepository:
        """Return the repository, for work on the thread. Raise StorageError if it is not open."""
        if self._repository is None:
            not_open = _("Couldn't save: the file of saved matches isn't open.")
            raise StorageError(f"{not_open} {self._opening_error}".rstrip())
        return self._repository

    def submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do work on the thread: ``submit(document.update, change)``. The future has its result or its exception."""
        return self._executor.submit(work, *args, **kwargs)

    def call(
        self, method: Callable[Concatenate[MatchRepository, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Call a method of the repository on the thread: ``call(MatchRepository.open_match, 7)``."""
        return self.submit(lambda: method(self.get_repository(), *args, **kwargs))

    def submit_to_archive(self, work: Callable[[Archive], T]) -> Future[T]:
        """Do ``work`` with the archive on the thread."""
        return self.submit(lambda: work(self.get_repository().archive))

    def submit_document(
        self, work: Callable[P, tuple[T, StorageNotice | None]], *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Do work with a JSON document on the thread, such as ``document.read``. Its notice joins the others."""

        def do_work() -> T:
            result, notice = work(*args, **kwargs)
            if notice is not None:
                self._notices.append(notice)
            return result

        return self.submit(do_work)

    def discard_match(self, opening: Future[SavedMatch]) -> Future[None]:
        """Release the match of an `open_match` or `open_new_match` that nobody waits for."""

        def release_if_opened() -> None:
            # The thread works in order: the opening is done.
            if opening.exception() is None:
                self.get_repository().release_match(opening.result().id)

        return self.submit(release_if_opened)

    def close(self) -> None:
        """Wait for queued work, release the claims and close the file. No method may be called afterwards."""
        try:
            self.submit(self._close_repository).result()
        finally:
            self._executor.shutdown()

    def _close_repository(self) -> None:
        repository, self._repository = self._repository, None
        if repository is not None:
            repository.close()
