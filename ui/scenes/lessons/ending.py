"""The end of a lesson: praise, the score, the rules that were learned, and a match by them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from game.ai.levels import list_offered_levels
from game.core.messages import N_
from game.lessons.lesson import LearnedRule, Lesson
from game.lessons.progress import LessonProgressList, open_lesson_progress
from game.lessons.text import format_learned_rule, format_lesson_offer
from game.match.house_rules import make_preset_rule_set
from game.rules import GAMES
from game.session.avatars import choose_portraits
from game.text.formatting import join_with_and
from game.text.gettext import _
from game.text.player_names import format_player_kind
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.level_mark import describe_level
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import NewMatchForm
from ui.scenes.new_match.last_choices import start_match
from ui.table.overlays.base import Overlay, pad_scroll, pad_sides
from ui.table.overlays.card_row import CardRow
from ui.table.result.celebration import CELEBRATION_S, draw_celebration
from ui.table.screen_seats import get_your_seat
from ui.widgets.described import Box
from ui.widgets.fields import Action
from ui.widgets.layout import Alternatives, Cells, Column, Grid, Layers, Padded, Row
from ui.widgets.nodes import Headline, Line, Node, Rule, Section, Sheet, Space, Text
from ui.widgets.portraits import PortraitRow

if TYPE_CHECKING:
    from ui.table.scene import TableScene

PORTRAIT_SIZE: Final = 96
OPPONENT_PORTRAIT_SIZE: Final = 64
PRAISE_TEXT_SIZES: Final = (theme.OUTCOME_TEXT_SIZE, 40, 34, 28)
RULE_CARD_WIDTH: Final = 66
MIN_RULE_WIDTH: Final = 200
"""The sizes of the portraits, of the praise, of the card of a rule and the least of its panel, in design pixels."""


class LessonEndOverlay(Overlay):
    """The end of a lesson over its table."""

    title = N_("Well played!")
    max_scale = 1.25
    panel_width = 768

    def __init__(self, table: TableScene, lesson: Lesson) -> None:
        super().__init__(table)
        self.lesson = lesson
        self.progress = LessonProgressList()
        self._motion_s = 0.0 if self.context.settings.reduced_motion else CELEBRATION_S
        self.context.audio.play("win")
        reading = self.context.storage.submit_document(open_lesson_progress(self.context.folders).read)
        self.context.tasks.submit(reading, self._show_progress, owner=self)

    @property
    def is_busy(self) -> bool:
        return self._motion_s > 0 or super().is_busy

    def _show_progress(self, progress: LessonProgressList) -> None:
        self.progress = progress
        self.recompose("buttons")

    # -- what is said

    @property
    def score_text(self) -> str:
        """The result of the last deal, in a line."""
        observation = self.table.session.observation
        headline = self.presentation.format_headline(observation, self.names, get_your_seat(self.table.session))
        figures = self.presentation.format_deal_figures(observation)
        return " · ".join(filter(None, (headline, figures)))

    @property
    def narration(self) -> tuple[str, ...]:
        rules = (f"{_(rule.title)}. {format_learned_rule(rule, self.deck)}" for rule in self.lesson.learned_rules)
        return (_("Lesson finished"), self.title_text, self.score_text, *rules, self._invitation)

    @property
    def _form(self) -> NewMatchForm:
        return make_form_after_lesson(self.context, self.lesson)

    @property
    def _invitation(self) -> str:
        opponents = self._form.players[1 : self._form.seats]
        text = _("Play with {names} at {level} level")
        names = join_with_and([player.name for player in opponents])
        return text.format(names=names, level=format_player_kind(opponents[0].kind))

    # -- what is done

    def on_escape(self) -> None:
        """Go back to the lessons."""
        self.context.scenes.pop()
        self.context.scenes.pop()

    def _play_match(self) -> None:
        start_match(self.context, self._form, self.context.notify)

    def _open_lesson(self, lesson: str) -> None:
        progress = self.progress.find_progress(self.context.own_profile.id, lesson)
        self.on_escape()
        self.context.router.open_lesson(lesson, progress)

    # -- the sheet

    def describe(self) -> Node:
        rules = Grid([self._describe_rule(rule) for rule in self.lesson.learned_rules], MIN_RULE_WIDTH, theme.LARGE_GAP)
        heading = Line(_("You've learned"), face="serif", size=theme.ROW_TITLE_TEXT_SIZE)
        return Column(
            Space(theme.LARGE_MARGIN),
            pad_sides(self._describe_praise()),
            pad_sides(Padded(Rule(), padding=0, top=theme.LARGE_GAP)),
            pad_scroll(Sheet("rules", Column(heading, rules, gap=theme.SMALL_GAP))),
            Space(theme.LARGE_GAP),
            pad_sides(self._describe_invitation()),
            Space(theme.SECTION_GAP),
            Section("buttons", self._describe_buttons),
            Space(theme.LARGE_MARGIN),
        )

    def _make_portraits(self, names: tuple[str, ...], size: float) -> Node:
        return PortraitRow(self.context.scene_card_images, choose_portraits(names, {}), size)

    def _describe_praise(self) -> Node:
        """Return the player who taught, with praise and the score of the deal."""
        texts = Column(
            Line(_("Lesson finished"), color=theme.MUTED),
            Headline(self.title_text, PRAISE_TEXT_SIZES, align="left"),
            Text(self.score_text, size=theme.ROW_TITLE_TEXT_SIZE),
            grow=1,
        )
        portrait = self._make_portraits(self.lesson.other_names[:1], PORTRAIT_SIZE)
        return Row(portrait, texts, gap=theme.SECTION_GAP, align="middle")

    def _describe_rule(self, rule: LearnedRule) -> Node:
        card = CardRow(self.context.scene_card_images, [rule.card], RULE_CARD_WIDTH)
        title = Line(_(rule.title), face="serif", size=theme.ROW_TITLE_TEXT_SIZE)
        text = Text(format_learned_rule(rule, self.deck), size=theme.SMALL_TEXT_SIZE)
        row = Row(card, Column(title, text, gap=theme.TINY_GAP, grow=1), gap=theme.LARGE_GAP)
        ground = Box(fill_color=self.context.theme.button_color)
        return Layers(ground, Padded(row, padding=theme.LARGE_GAP))

    def _describe_invitation(self) -> Node:
        """Return the way into a match by the rules of the lesson, at the first level."""
        opponents = self._form.players[1 : self._form.seats]
        names = tuple(player.name for player in opponents)
        title = Headline(_("Try a real match?"), (theme.SECTION_TEXT_SIZE, 20), align="left")
        against = Text(_("With {names}").format(names=join_with_and(names)), size=theme.SMALL_TEXT_SIZE)
        texts = Column(title, against, Row(describe_level(opponents[0].kind), Space(grow=1)), grow=1)
        play = Action("play-match", _("Play a match"), self._play_match, style="#primary", symbol="play")
        row = Row(
            self._make_portraits(names[:1], OPPONENT_PORTRAIT_SIZE), texts, play, gap=theme.LARGE_GAP, align="middle"
        )
        ground = Box(fill_color=self.context.theme.button_color)
        return Layers(ground, Padded(row, padding=theme.SECTION_GAP, top=theme.LARGE_GAP))

    def _describe_buttons(self) -> Node:
        back = Action("to-lessons", _("Back to lessons"), self.on_escape, style="#menu")
        lesson = self.progress.find_next_lesson(self.context.own_profile.id)
        if not lesson:
            return pad_sides(Row(back, Space(grow=1)))
        text = format_lesson_offer(self.progress.find_progress(self.context.own_profile.id, lesson))
        on_next = Action("next-lesson", text, partial(self._open_lesson, lesson), style="#menu")
        on_next.symbol, on_next.is_symbol_last = "next", True
        return pad_sides(
            Alternatives(Row(back, Space(grow=1), on_next, gap=theme.LARGE_GAP), Cells((back, on_next), 2, theme.GAP))
        )

    def update(self, seconds: float) -> None:
        self._motion_s = max(0.0, self._motion_s - seconds)

    def draw_background(self, canvas: Canvas) -> None:
        motion, center = 1 - self._motion_s / CELEBRATION_S, self.panel_rect.center
        draw_celebration(canvas, self.context, self.deck, motion, center, [self.panel_rect])


def make_form_after_lesson(context: AppContext, lesson: Lesson) -> NewMatchForm:
    """Return the choices for a first match by the rules of a lesson, at the first level."""
    house_rules, game = context.house_rules, GAMES[lesson.game_id]
    form = forms.with_game(forms.make_default_form(context.settings.display_name, house_rules), game.id, house_rules)
    preset = next(name for name, options in game.presets.items() if options == lesson.options)
    if form.preset != preset:
        form = forms.with_rules(form, make_preset_rule_set(game.id, preset))
    form = forms.with_seats(form, len(lesson.other_names) + 1)
    return forms.with_level(form, list_offered_levels(game.id)[0])
