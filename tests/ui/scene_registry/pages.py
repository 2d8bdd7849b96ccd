"""Scenes of the main menu and the scenes that it opens."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Final

import pygame

from game.core.options import list_option_specs
from game.lessons.progress import LessonProgress, store_lesson_progress
from game.match.house_rules import HouseRules, change_rule, make_preset_rule_set, replace
from game.rules import GAMES
from game.session.avatars import AVATAR_COLORS
from game.statistics.daily_deals import DailyResult, store_daily_start
from tests.fakes import add_profile, block_person, make_match_setup
from tests.ui.app_driver import AppDriver, get_session, open_table
from tests.ui.match_driver import play_until, run_settling_frames
from tests.ui.scene_registry import ViewNames
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.app.scene import Scene
from ui.input.key_map import TOGGLE_FULL_SCREEN, TOGGLE_HELP
from ui.scenes.daily.scene import DailyDealScene
from ui.scenes.help.content import SHORTCUTS_PAGE
from ui.scenes.help.scene import HelpScene
from ui.scenes.house_rules.scene import HouseRulesScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.profiles.scene import ProfilesScene
from ui.scenes.settings.scene import OWN_TABS, SettingsScene
from ui.scenes.shortcuts.scene import ShortcutsScene
from ui.table.overlays.chat import ChatOverlay
from ui.widgets.toasts import Toasts

LONG_TOAST_TEXT: Final = "The computer finished the Briscola match you left. Winners: Nonna Pia, Zio Gino"


def show_main_menu(app: AppDriver) -> ViewNames:
    app.context.scenes.replace(MainMenuScene(app.context))
    yield "menu"
    open_table(app, make_match_setup("you club club"))
    play_until(app, lambda table: table.session.is_your_turn)
    app.context.scenes.replace(MainMenuScene(app.context))
    yield "menu-with-a-match"
    own_id = app.context.own_profile.id
    store_lesson_progress(app.context.folders, LessonProgress(profile=own_id, game="briscola"))
    app.context.scenes.replace(MainMenuScene(app.context))
    yield "menu-with-a-lesson"


def show_new_match(app: AppDriver) -> ViewNames:
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.scenes.push(NewMatchScene(app.context))
    yield "new-match"
    for _tab in range(4):
        app.press_key(pygame.K_TAB)
    yield "new-match-by-keyboard"
    scene = app.context.scenes.top
    assert isinstance(scene, NewMatchScene)
    scene.set_form(forms.with_seats(scene.form, 6))
    yield "new-match-six"
    scene.set_form(forms.with_seats(scene.form, 4))
    yield "new-match-four"
    scene.focus.focus_widget(app.get_widget("seat-1"))  # scrolls to it in a small window
    app.press_key(pygame.K_RETURN)
    yield "new-match-seat"
    app.press_key(pygame.K_ESCAPE)
    scene.set_form(forms.replace_fields(scene.form, code="B4-0A7K-2M9Q"))
    run_settling_frames(app)
    scene.focus.focus_widget(app.get_widget("code-error"))
    yield "new-match-bad-code"
    scene.open_more_options()
    yield "new-match-more"
    app.press_key(pygame.K_ESCAPE)
    scene.set_form(forms.replace_fields(scene.form, code=""))
    game = make_house_rules_scene(app.context).game
    scene.set_form(forms.with_game(scene.form, game, app.context.house_rules))
    rule = next(option for option in forms.list_relevant_rules(scene.form) if option.values)
    scene.set_form(forms.with_rule(scene.form, rule.name, rule.values[0]))
    yield "new-match-our-rules"


def make_house_rules_scene(context: AppContext) -> HouseRulesScene:
    """Return the scene of a game with changed house rules and two named rule sets."""
    game = next(name for name, game_rules in GAMES.items() if len(game_rules.presets) > 1)
    rule_set = make_preset_rule_set(game)
    for rule in list_option_specs(type(rule_set.options))[3:8]:
        if rule.is_switch:
            rule_set = change_rule(rule_set, rule.name, not getattr(rule_set.options, rule.name))
    tables = (replace(rule_set, name="Bar Sport"), replace(make_preset_rule_set(game), name="Circolo Aurora"))
    context.house_rules = HouseRules(house=(rule_set,), tables=tables)
    return HouseRulesScene(context, game)


def make_profiles_scene(context: AppContext) -> ProfilesScene:
    """Return the scene with three profiles, one of them blocked."""
    journal = context.storage.get_repository()
    for name, color, portrait in (
        ("Anna", AVATAR_COLORS[1], 3),
        ("Bruno Bianchi", AVATAR_COLORS[4], 0),
        ("Zoe", AVATAR_COLORS[3], 8),
    ):
        add_profile(journal, name, color, portrait)
    block_person(journal, "Zoe", 3600)
    return ProfilesScene(context)


NOVEMBER_24: Final = 1795525200.0
"""A moment of 24 November 2026, in seconds since 1970."""
DAILY_SCORES: Final = (48, 74, 66, 0, 55, 81, 63, 59, 70, 92, 41, 68, 0, 0, 64, 77, 52, 61, 85, 73, 57, 69, 88)
"""Points of the daily deals of Briscola in the last days before today; 0 for a day without a deal."""


def show_daily_deal(app: AppDriver) -> ViewNames:
    """Show the deal of today, a day that was won, and a month before."""
    app.context.scenes.replace(MainMenuScene(app.context))
    run_settling_frames(app)
    app.context.now = lambda: NOVEMBER_24
    own_id, today = app.context.own_profile.id, date.fromisoformat(app.context.daily_date)
    for index, score in enumerate((*DAILY_SCORES, *DAILY_SCORES)):
        day = today - timedelta(days=2 * len(DAILY_SCORES) - index)
        if score:
            store_daily_start(
                app.context.folders,
                DailyResult(
                    date=day.isoformat(), game="briscola", match=1, profile=own_id, state="scored", score=score,
                    is_won=score > 60,
                ),
            )  # fmt: skip
    unfinished_day = today - timedelta(days=DAILY_SCORES[::-1].index(0) + 1)
    store_daily_start(
        app.context.folders, DailyResult(date=unfinished_day.isoformat(), game="briscola", match=1, profile=own_id)
    )
    scene = DailyDealScene(app.context)
    app.context.scenes.push(scene)
    run_settling_frames(app)
    app.advance_until(lambda: not scene.is_busy, max_frames=100_000)
    yield "daily"
    scene.show_day(today - timedelta(days=1))
    yield "daily-yesterday"
    scene.focus.focus_widget(app.get_button("previous-month"))
    app.press_key(pygame.K_RETURN)
    yield "daily-month-before"


def show_toasts(app: AppDriver) -> ViewNames:
    """Show toasts over a page and over a table."""
    for name, words in (("short", "The profile Anna was removed."), ("long", LONG_TOAST_TEXT)):
        app.context.scenes.replace(make_profiles_scene(app.context))
        run_settling_frames(app)
        app.context.notify(words)
        app.advance_frame()
        yield f"toast-on-a-page-{name}"
        app.toasts = Toasts()
        open_table(app, make_match_setup("you club club club"))
        play_until(app, lambda table: table.session.is_your_turn)
        app.context.notify(words)
        app.advance_frame()
        yield f"toast-at-a-table-{name}"
        app.toasts = Toasts()


def show_chat(app: AppDriver) -> ViewNames:
    """Show the reply of a computer player, the chat beside the table, and the chat overlay."""
    scene = open_table(app, make_match_setup("you club club club", game="spades"))
    play_until(app, lambda table: table.session.is_your_turn)
    for words in ("Thanks for the game!", "Whose turn is it?"):
        get_session(scene).say(words)
        app.advance_frame()
        app.advance_frame(min(get_session(scene).seconds_until_next_update, 6.0))
        app.advance_frame(0.01)
    yield "answer"
    app.click_button("chat")
    app.advance_frame()
    yield "chat-beside"
    app.context.scenes.push(ChatOverlay(scene, 0))
    yield "talk"


def make_table_help_scene(context: AppContext) -> HelpScene:
    """Return the help of a game with presets, under the rules of a table."""
    game = next(name for name, game_rules in GAMES.items() if len(game_rules.presets) > 1)
    return HelpScene(context, HelpTopic(game, make_house_rules_scene(context).rule_set))


def show_settings_and_help(app: AppDriver) -> ViewNames:
    app.context.scenes.replace(MainMenuScene(app.context))
    openers: tuple[tuple[str, Callable[[AppContext], Scene]], ...] = (
        *((f"settings-{tab}", partial(SettingsScene, tab=tab)) for tab in OWN_TABS),
        ("our-rules", make_house_rules_scene),
        ("people", make_profiles_scene),
        ("help", HelpScene),
        ("help-at-a-table", make_table_help_scene),
        ("help-at-play", lambda context: HelpScene(context, HelpTopic("muscio", section="play"))),
        ("help-shortcuts", lambda context: HelpScene(context, HelpTopic(SHORTCUTS_PAGE))),
        ("shortcuts", ShortcutsScene),
    )
    for name, scene in openers:
        app.context.scenes.push(scene(app.context))
        run_settling_frames(app)
        app.advance_until(lambda: not app.context.scenes.top.is_busy, max_frames=100_000)
        yield name
        shown = app.context.scenes.top
        if isinstance(shown, HelpScene):
            shown.scroll_areas[shown.page_name].move_to(shown.scroll_areas[shown.page_name].max_offset * 3 // 4)
            app.advance_frame()
            yield f"{name}-further-down"
        if isinstance(shown, HouseRulesScene):
            shown.export(app.context.house_rules.tables[0])
            yield "export"
            app.context.scenes.pop()
        app.context.scenes.pop()
    yield from show_help_search(app)


def show_help_search(app: AppDriver) -> ViewNames:
    """Show a search in the help, a page opened from it, and the table of contents."""
    app.context.scenes.push(HelpScene(app.context, HelpTopic("muscio")))
    run_settling_frames(app)
    app.press_key(pygame.K_F3)
    for sign in "re":
        app.post_event(pygame.KEYDOWN, key=ord(sign), mod=0, unicode=sign, scancode=0)
        app.post_event(pygame.TEXTINPUT, text=sign)
    yield "help-search"
    app.press_key(pygame.K_RETURN)
    run_settling_frames(app)
    app.advance_until(lambda: not app.context.scenes.top.is_busy, max_frames=100_000)
    yield "help-found"
    app.press_key(pygame.K_F2)
    yield "help-contents"


def show_key_bindings(app: AppDriver) -> ViewNames:
    """Show a changed shortcut, and another for which the same key is refused."""
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.scenes.push(ShortcutsScene(app.context))
    scene = app.context.scenes.top
    assert isinstance(scene, ShortcutsScene)
    for shortcut, key in ((TOGGLE_FULL_SCREEN, pygame.K_F5), (TOGGLE_HELP, pygame.K_F5)):
        scene.focus.focus_widget(app.get_button(f"key-{shortcut.name}"))
        app.press_key(pygame.K_RETURN)
        app.press_key(key)
    yield "keys"
