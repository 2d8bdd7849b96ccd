"""Scenes of the banners over the table, each in the middle of its time."""

from __future__ import annotations

from functools import partial

from tests.ui.app_driver import AppDriver
from tests.ui.banner_examples import BANNER_KINDS, is_banner_shown_for, start_banner
from tests.ui.scene_registry import ViewNames


def show_banners(app: AppDriver) -> ViewNames:
    """Show each kind of banner, one second after its start."""
    for name, wanted in BANNER_KINDS.items():
        scene = start_banner(app, wanted)
        app.advance_until(partial(is_banner_shown_for, scene, 1.0))
        yield f"moment-{name}"
