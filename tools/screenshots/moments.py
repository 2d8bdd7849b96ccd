"""What the table shows large, each in the middle of its time."""

from __future__ import annotations

from functools import partial

from tests.ui.moments import MOMENTS, begin, shown_for
from tests.ui.stage import AppByHand
from tools.screenshots import Shots


def moments(app: AppByHand) -> Shots:
    """Show each kind of moment for a second."""
    for name, wanted in MOMENTS.items():
        scene = begin(app, wanted)
        app.steps(partial(shown_for, scene, 1.0))
        yield f"moment-{name}"
