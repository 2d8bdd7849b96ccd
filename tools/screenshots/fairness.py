"""What can be proved: the seal before the first card, the proof after it; deal codes, the daily deal, the help."""

from __future__ import annotations

import msgspec

from game.daily import daily_deal
from game.deal_code import code_of
from game.engine.events import Sealed
from tests.fakes import seating
from tests.ui.driving import forward, still, until_event
from tests.ui.stage import AppByHand, at_table
from tools.screenshots import Shots
from ui import form as forms
from ui.doors import Topic
from ui.scenes.daily import Daily, seating_of
from ui.scenes.help import Help
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.table.proof import ProofPage
from ui.table.result import Result

DATE = "2026-11-22"


def fairness(app: AppByHand) -> Shots:
    scene = at_table(app, msgspec.structs.replace(seating("you club club"), word="zio Piero"))
    until_event(app, Sealed, 0.3)
    yield "fairness-sealed"
    forward(app, lambda table: table.table.your_turn)
    app.stage.push(ProofPage(app.stage, scene))
    still(app)
    yield "fairness-open-deal"
    app.stage.back()
    scene.openings.pause()
    still(app)
    yield "fairness-pause"
    app.stage.back()
    forward(app, lambda table: isinstance(table.stage.scene, Result))
    still(app)
    yield "fairness-result"
    app.stage.push(ProofPage(app.stage, scene))
    still(app)
    yield "fairness-proof"
    yield from _codes(app)


def _codes(app: AppByHand) -> Shots:
    app.stage.go(Menu(app.stage))
    still(app)
    page = NewMatch(app.stage)
    app.stage.push(page)
    still(app)
    code = code_of(daily_deal(DATE, "chiamata"))
    page.set_form(forms.with_code(page.form, code))
    still(app)
    page.focus.go(app.widget("code"))
    yield "fairness-new-match"
    page.set_form(forms.with_code(page.form, code[:-1] + "U"))
    still(app)
    yield "fairness-wrong-code"
    app.stage.back()
    today = Daily(app.stage)
    for date, game in ((DATE, "spades"), (today.date, "briscola"), (today.date, "muscio")):
        at_table(app, seating_of(date, game, app.stage.settings.called))
        if game != "muscio":
            forward(app, lambda table: isinstance(table.stage.scene, Result))
        still(app)
    app.stage.go(Menu(app.stage))
    app.stage.push(Daily(app.stage))
    still(app)
    yield "fairness-daily"
    app.stage.push(Help(app.stage, Topic("fairness")))
    still(app)
    yield "fairness-help"
