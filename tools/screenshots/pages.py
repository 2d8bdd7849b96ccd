"""The menu and what it leads to."""

from __future__ import annotations

from typing import Final

import pygame

from game.engine.options import declared
from game.house_rules import RuleBook, preset_rules, replace, with_rule
from game.rules import GAMES
from tests.fakes import seating
from tests.ui.driving import forward, still
from tests.ui.stage import AppByHand, at_table
from tools.screenshots import Shots
from ui import form as forms
from ui.doors import Topic
from ui.looks import COLOURS
from ui.notice import Toasts
from ui.scene import Stage
from ui.scenes.help import Help
from ui.scenes.house_rules import HouseRules
from ui.scenes.manual import KEYS
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.people import People
from ui.scenes.settings import SettingsScene
from ui.scenes.shortcuts import ShortcutsPage
from ui.shortcuts import FULL_SCREEN, LIST
from ui.table.chat import Chat

LONG_TOAST: Final = "The match of Briscola that was left has been played to its end. Winners: Nonna Pia, Zio Gino"


def menu(app: AppByHand) -> Shots:
    app.stage.go(Menu(app.stage))
    still(app)
    yield "menu"
    at_table(app, seating("you club club"))
    forward(app, lambda table: table.table.your_turn)
    app.stage.go(Menu(app.stage))
    still(app)
    yield "menu-with-a-match"


def new_match(app: AppByHand) -> Shots:
    app.stage.go(Menu(app.stage))
    app.stage.push(NewMatch(app.stage))
    still(app)
    yield "new-match"
    for _tab in range(4):
        app.key(pygame.K_TAB)
    yield "new-match-by-keyboard"
    scene = app.stage.scene
    assert isinstance(scene, NewMatch)
    scene.set_form(forms.with_seats(scene.form, 6))
    still(app)
    yield "new-match-six"
    game = our_rules(app.stage).game
    scene.set_form(forms.with_game(scene.form, game, app.stage.rules))
    rule = next(one for one in forms.rules_of(scene.form) if one.values)
    scene.set_form(forms.with_rule(scene.form, rule.name, rule.values[0]))
    still(app)
    yield "new-match-our-rules"


def our_rules(stage: Stage) -> HouseRules:
    """A house with rules of its own, and two tables."""
    game = next(name for name, one in GAMES.items() if len(one.presets) > 1)
    house = preset_rules(game)
    for rule in declared(type(house.options))[3:8]:
        if rule.is_switch:
            house = with_rule(house, rule.name, not getattr(house.options, rule.name))
    tables = (replace(house, name="Bar Sport"), replace(preset_rules(game), name="Circolo Aurora"))
    stage.rules = RuleBook(house=(house,), tables=tables)
    return HouseRules(stage, game)


def people(stage: Stage) -> People:
    """Three who have chosen how they look, and one who is barred."""
    journal = stage.storage.journal()
    for name, colour, portrait in (("Anna", COLOURS[1], 3), ("Bruno Bianchi", COLOURS[4], 0), ("Zoe", COLOURS[3], 8)):
        journal.put_profile(name, colour, portrait)
    journal.bar_profile("Zoe", 3600)
    return People(stage)


def toasts(app: AppByHand) -> Shots:
    """Over a page and over a table."""
    for name, words in (("short", "The profile Anna is removed."), ("long", LONG_TOAST)):
        app.stage.go(people(app.stage))
        still(app)
        app.stage.notify(words)
        app.step()
        yield f"toast-on-a-page-{name}"
        app.toasts = Toasts()
        at_table(app, seating("you club club club"))
        forward(app, lambda table: table.table.your_turn)
        app.stage.notify(words)
        app.step()
        yield f"toast-at-a-table-{name}"
        app.toasts = Toasts()


def talk(app: AppByHand) -> Shots:
    """A character answers; the talk with what was said."""
    scene = at_table(app, seating("you club club club", game="spades"))
    forward(app, lambda table: table.table.your_turn)
    for words in ("Thank you for the game.", "Whose turn is it?"):
        scene.table.say(words)
        app.step()
        app.step(min(scene.table.answers_in, 6.0))
        app.step(0.01)
    yield "answer"
    app.stage.push(Chat(app.stage, scene, 0))
    still(app)
    yield "talk"


def help_at_a_table(stage: Stage) -> Help:
    """The page of a game with presets, at its house rules, those of a table marked."""
    game = next(name for name, one in GAMES.items() if len(one.presets) > 1)
    return Help(stage, Topic(game, our_rules(stage).rules))


def settings_and_help(app: AppByHand) -> Shots:
    app.stage.go(Menu(app.stage))
    for name, scene in (
        ("settings", SettingsScene),
        ("our-rules", our_rules),
        ("people", people),
        ("help", Help),
        ("help-at-a-table", help_at_a_table),
        ("help-at-play", lambda stage: Help(stage, Topic("muscio", part="play"))),
        ("help-shortcuts", lambda stage: Help(stage, Topic(KEYS))),
        ("shortcuts", ShortcutsPage),
    ):
        app.stage.push(scene(app.stage))
        still(app)
        app.steps(lambda: not app.stage.scene.busy, most=100_000)
        yield name
        shown = app.stage.scene
        if isinstance(shown, Help):
            shown.scrolls[shown.game].move_to(shown.scrolls[shown.game].most * 3 // 4)
            app.step()
            yield f"{name}-further-down"
        if isinstance(shown, HouseRules):
            shown.export(app.stage.rules.tables[0])
            still(app)
            yield "export"
            app.stage.back()
        app.stage.back()
    yield from places(app)


def places(app: AppByHand) -> Shots:
    """The help being searched, the headings of a page, and a page read where something was found."""
    app.stage.push(Help(app.stage, Topic("muscio")))
    still(app)
    app.key(pygame.K_F3)
    for sign in "re":
        app.post(pygame.KEYDOWN, key=ord(sign), mod=0, unicode=sign, scancode=0)
        app.post(pygame.TEXTINPUT, text=sign)
    still(app)
    yield "help-search"
    app.key(pygame.K_RETURN)
    still(app)
    app.steps(lambda: not app.stage.scene.busy, most=100_000)
    yield "help-found"
    app.key(pygame.K_F2)
    yield "help-contents"


def other_keys(app: AppByHand) -> Shots:
    """A key that was changed, and another that may not be what was pressed."""
    app.stage.go(Menu(app.stage))
    app.stage.push(ShortcutsPage(app.stage))
    scene = app.stage.scene
    assert isinstance(scene, ShortcutsPage)
    for shortcut, key in ((FULL_SCREEN, pygame.K_F5), (LIST, pygame.K_F5)):
        scene.focus.go(app.button(f"key-{shortcut.name}"))
        app.key(pygame.K_RETURN)
        app.key(key)
        still(app)
    yield "keys"
