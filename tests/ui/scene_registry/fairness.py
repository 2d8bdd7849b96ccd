"""Scenes of fairness: the seal before the first card, the proof, deal codes, the daily deal, the help."""

from __future__ import annotations

import msgspec
import pygame

from game.core.events import ShuffleCommitted
from game.shuffling.deal_codes import encode_deal
from game.statistics.daily_deals import get_daily_deal
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, open_table
from tests.ui.match_driver import play_until, play_until_event, run_settling_frames
from tests.ui.scene_registry import ViewNames
from tests.ui.scene_registry.pages import NOVEMBER_24
from ui.app.router import HelpTopic
from ui.scenes.daily.scene import DailyDealScene, make_daily_setup
from ui.scenes.help.scene import HelpScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.scene import NewMatchScene
from ui.table.overlays.shuffle_proof import ShuffleProofOverlay
from ui.table.result.overlay import ResultOverlay

DAILY_DATE = "2026-11-22"


def show_fairness(app: AppDriver) -> ViewNames:
    scene = open_table(app, msgspec.structs.replace(make_match_setup("you random random"), shuffle_word="zio Piero"))
    play_until_event(app, ShuffleCommitted, 0.3)
    yield "fairness-sealed"
    play_until(app, lambda table: table.session.is_your_turn)
    app.context.scenes.push(ShuffleProofOverlay(scene))
    run_settling_frames(app)
    yield "fairness-open-deal"
    app.context.scenes.pop()
    scene.open_pause()
    run_settling_frames(app)
    yield "fairness-pause"
    app.context.scenes.pop()
    play_until(app, lambda table: isinstance(table.context.scenes.top, ResultOverlay))
    run_settling_frames(app)
    yield "fairness-result"
    app.context.scenes.push(ShuffleProofOverlay(scene))
    run_settling_frames(app)
    yield "fairness-proof"
    yield from _show_deal_codes(app)


def _show_deal_codes(app: AppDriver) -> ViewNames:
    app.context.scenes.replace(MainMenuScene(app.context))
    run_settling_frames(app)
    page = NewMatchScene(app.context)
    app.context.scenes.push(page)
    run_settling_frames(app)
    code = encode_deal(get_daily_deal(DAILY_DATE, "chiamata"))
    page.set_form(forms.with_code(page.form, code))
    run_settling_frames(app)
    page.open_more_options()
    run_settling_frames(app)
    app.context.scenes.top.focus.focus_widget(app.get_widget("code"))
    yield "fairness-new-match"
    app.press_key(pygame.K_ESCAPE)
    page.set_form(forms.with_code(page.form, code[:-1] + "U"))
    run_settling_frames(app)
    yield "fairness-wrong-code"
    app.context.scenes.pop()
    app.clock.now = max(app.clock.now, NOVEMBER_24)
    today = DailyDealScene(app.context)
    for date, game in ((DAILY_DATE, "spades"), (today.date, "briscola"), (today.date, "muscio")):
        open_table(app, make_daily_setup(date, game, app.context.settings.display_name))
        if game != "muscio":
            play_until(app, lambda table: isinstance(table.context.scenes.top, ResultOverlay))
        run_settling_frames(app)
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.scenes.push(DailyDealScene(app.context))
    run_settling_frames(app)
    yield "fairness-daily"
    app.context.scenes.push(HelpScene(app.context, HelpTopic("fairness")))
    run_settling_frames(app)
    yield "fairness-help"
