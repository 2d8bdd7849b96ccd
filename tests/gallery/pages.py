"""The menu and what it leads to."""

from __future__ import annotations

import pygame

from game.engine.options import declared
from game.house_rules import RuleBook, preset_rules, replace, with_rule
from game.rules import GAMES
from tests.fakes import seating
from tests.gallery.going import Shots, forward, still
from tests.ui.stage import AppByHand, at_table
from ui import form as forms
from ui.looks import COLOURS
from ui.scene import Stage
from ui.scenes.help import Help
from ui.scenes.house_rules import HouseRules
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.people import People
from ui.scenes.settings import SettingsScene
from ui.scenes.shortcuts import ShortcutsPage
from ui.shortcuts import FULL_SCREEN, LIST


def menu(app: AppByHand) -> Shots:
    app.stage.go(Menu(app.stage))
    still(app)
    yield "menu"
    at_table(app, seating("you club club"))
    forward(app, lambda table: table.table.your_turn)
    app.stage.go(Menu(app.stage))
    still(app)
    yield "menu-with-a-match"
    app.press("Saved matches")
    still(app)
    yield "saved-matches"


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
    scene._become(forms.with_seats(scene.form, 6))
    still(app)
    yield "new-match-six"
    game = our_rules(app.stage).game
    scene._become(forms.with_game(scene.form, game, app.stage.rules))
    rule = next(one for one in forms.rules_of(scene.form) if one.values)
    scene._become(forms.with_rule(scene.form, rule.name, rule.values[0]))
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


def settings_and_help(app: AppByHand) -> Shots:
    app.stage.go(Menu(app.stage))
    for name, scene in (
        ("settings", SettingsScene),
        ("our-rules", our_rules),
        ("people", people),
        ("help", Help),
        ("shortcuts", ShortcutsPage),
    ):
        app.stage.push(scene(app.stage))
        still(app)
        app.steps(lambda: not app.stage.scene.busy, most=100_000)
        yield name
        shown = app.stage.scene
        if isinstance(shown, HouseRules):
            shown._export(app.stage.rules.tables[0])
            still(app)
            yield "export"
            app.stage.back()
        app.stage.back()


def other_keys(app: AppByHand) -> Shots:
    """A key that was changed, and another that may not be what was pressed."""
    app.stage.go(Menu(app.stage))
    app.stage.push(ShortcutsPage(app.stage))
    scene = app.stage.scene
    assert isinstance(scene, ShortcutsPage)
    for shortcut, key in ((FULL_SCREEN, pygame.K_F5), (LIST, pygame.K_F5)):
        button = scene.focus.named(shortcut.does)
        assert button is not None
        scene.focus.go(button)
        app.key(pygame.K_RETURN)
        app.key(key)
        still(app)
    yield "keys"
