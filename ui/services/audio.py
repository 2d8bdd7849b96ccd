"""Sounds, which are silent while there is no audio device."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Final

import pygame
from pygame._sdl2 import sdl2

from assets import ASSETS_FOLDER
from ui.app.settings import Settings

SOUNDS_FOLDER: Final = ASSETS_FOLDER / "sounds"
AUDIO_EVENTS: Final = (pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED)
"""The events that say that a device was connected or disconnected."""
MAX_DEVICE_WAIT_S: Final = 1.0
"""The longest wait for the device at the start and at the end of the program, in seconds."""
_DEVICE_LOCK: Final = Lock()
"""Held while the device is opened, closed or used; pygame has one device for the whole process."""
logger = logging.getLogger(__name__)


class AudioPlayer:
    """The player of the sounds in ``assets/sounds``; it is silent without a device.

    The device is open while sound is enabled: an open device takes some processor time even in silence. If none can be
    opened, or it is disconnected, the player tries again when one is connected or sound is enabled again.

    A thread opens and closes the device. While pygame opens it, no other thread of Python runs: a frame is late by 4 to
    110 ms (measured without a device). So nothing is tried again without one of these reasons.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._opening_count = 0
        self._jobs: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._thread: Thread | None = None
        if settings.sound:
            self._submit(self._open_device)
            self.wait(MAX_DEVICE_WAIT_S)

    @property
    def settings(self) -> Settings:
        """The settings, which say whether there is sound, and its volume."""
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        was_enabled, self._settings = self._settings.sound, settings
        if settings.sound != was_enabled:
            self._submit(self._open_device if settings.sound else self._close_device)
        with self._use_device() as has_device:
            for sound in self._sounds.values() if has_device else ():
                sound.set_volume(self._volume)

    @property
    def _volume(self) -> float:
        return self._settings.volume / 100

    def play(self, name: str) -> None:
        """Play a sound if sound is enabled and there is a device; return at once."""
        with self._use_device() as has_device:
            if not has_device or not self.settings.sound:
                return
            if name not in self._sounds:
                self._sounds[name] = pygame.mixer.Sound(SOUNDS_FOLDER / f"{name}.wav")
            sound = self._sounds[name]
            sound.set_volume(self._volume)
            sound.play()

    def handle_event(self, event: pygame.event.Event) -> None:
        """Open a device that was connected if none is open, or another one if a device was disconnected."""
        is_microphone = bool(event.dict.get("iscapture"))
        if self.settings.sound and not is_microphone:
            is_lost = event.type == pygame.AUDIODEVICEREMOVED
            self._submit(partial(self._reopen_device, self._opening_count, is_lost=is_lost))

    def wait(self, timeout_seconds: float) -> bool:
        """Wait until the device was opened or closed as requested; return whether that took no longer."""
        is_done = Event()
        self._submit(is_done.set)
        return is_done.wait(timeout_seconds)

    def close(self) -> None:
        """Close the device, at the end of the program."""
        if self._thread is not None:
            self._submit(self._close_device)
            self._jobs.put(None)
            self._thread.join(MAX_DEVICE_WAIT_S)
            self._thread = None

    @contextmanager
    def _use_device(self) -> Iterator[bool]:
        """Return a context manager that gives its block whether there is a device, which stays open in the block."""
        is_free = _DEVICE_LOCK.acquire(blocking=False)
        try:
            yield is_free and pygame.mixer.get_init() is not None
        finally:
            if is_free:
                _DEVICE_LOCK.release()

    # -- the thread

    def _submit(self, job: Callable[[], object]) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._run_jobs, name="sound", daemon=True)
            self._thread.start()
        self._jobs.put(job)

    def _run_jobs(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _open_device(self) -> None:
        """Open the device, after closing the one that was open; if that fails, wait until one is connected."""
        with _DEVICE_LOCK, _ignore_audio_events():
            self._opening_count += 1
            self._sounds.clear()
            pygame.mixer.quit()
            if not open_audio_device():
                _watch_for_devices()

    def _reopen_device(self, opening_count: int, *, is_lost: bool) -> None:
        """Open the device as an event asks, unless that was done after the event.

        ``opening_count``: the number of openings before the event.
        """
        if self._opening_count == opening_count and (is_lost or pygame.mixer.get_init() is None):
            self._open_device()

    def _close_device(self) -> None:
        with _DEVICE_LOCK:
            self._sounds.clear()
            pygame.mixer.quit()


def open_audio_device() -> bool:
    """Open the audio device and return whether that succeeded; an open device stays open."""
    try:
        with _silence_stderr():
            pygame.mixer.init(buffer=512)
    except pygame.error as error:
        logger.info("no sound: %s", error)
        return False
    return True


def _watch_for_devices() -> None:
    """Let SDL send an event when a device is connected, which it does only while its audio part runs.

    `pygame.mixer.quit` ends it; before that the mixer does not open.
    """
    try:
        with _silence_stderr():
            sdl2.init_subsystem(sdl2.INIT_AUDIO)
    except pygame.error as error:
        logger.info("no sound until it is enabled again: %s", error)


@contextmanager
def _ignore_audio_events() -> Iterator[None]:
    """Return a context manager in whose block SDL sends no event for the devices that it finds, which are not new."""
    if not pygame.display.get_init():
        yield
        return
    pygame.event.set_blocked(AUDIO_EVENTS)
    try:
        yield
    finally:
        pygame.event.set_allowed(AUDIO_EVENTS)


@contextmanager
def _silence_stderr() -> Iterator[None]:
    """Return a context manager that suppresses standard error.

    The system's libraries report a missing sound card there in many lines.
    """
    try:
        saved_stderr, null_device = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # a windowed, frozen program has no standard error
        yield
        return
    try:
        os.dup2(null_device, 2)
        yield
    finally:
        os.dup2(saved_stderr, 2)
        os.close(saved_stderr)
        os.close(null_device)
