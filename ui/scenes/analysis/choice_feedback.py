"""Feedback on a choice, over its table: the choice, the best one and all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import pygame

from game.analysis.model import JudgedOption
from game.analysis.report import describe_option, explain_option_with_cost
from game.core.actions import Action
from game.text.gettext import _
from game.text.narration import make_sentence
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.overlays.base import HEADER_HEIGHT, PANEL_PADDING, Overlay
from ui.table.overlays.content_layout import ContentBlock, TextBlock, TitledBlock, VerticalStack
from ui.table.scene import TableScene

BOX_WIDTH: Final = 860
BUTTON_HEIGHT: Final = 48
MAX_OTHER_OPTIONS: Final = 2
"""The number of choices that are shown besides the person's and the best one."""


class ChoiceFeedbackOverlay(Overlay):
    """The values of all choices, with reasons.

    ``options``: the choices that the judge considers, the best first; ``chosen_action``: the person's choice.
    Subclasses define the two buttons.
    """

    max_scale = 1.5

    def __init__(
        self, context: AppContext, table: TableScene, options: Sequence[JudgedOption], chosen_action: Action
    ) -> None:
        super().__init__(context, table)
        self.options = tuple(options)
        self.chosen_action = chosen_action

    @property
    def buttons(self) -> tuple[tuple[str, str, Callable[[], None]], tuple[str, str, Callable[[], None]]]:
        """The id, the text and the action of the left and of the right button."""
        raise NotImplementedError

    def iter_closing_lines(self) -> Iterator[str]:
        """Yield the lines below the choices."""
        observation = self.table.observation
        options = (self.options[0], *self._other_options)
        shown_actions = [self.chosen_action, *(option.action for option in options)]
        note = get_presentation(observation.game_id).describe_choices(observation, shown_actions)
        if note:
            yield note

    @property
    def chosen_option(self) -> JudgedOption | None:
        """The chosen option; None if the judge does not consider it."""
        return next((option for option in self.options if option.action == self.chosen_action), None)

    @property
    def _other_options(self) -> list[JudgedOption]:
        """The options that are shown below the chosen one and the best."""
        return [option for option in self.options[1:] if option is not self.chosen_option][:MAX_OTHER_OPTIONS]

    @property
    def headline(self) -> str:
        """The quality of the choice in a few words."""
        option = self.chosen_option
        if option is None:
            return _("Not a good choice")
        if option is self.options[0]:
            return _("The best choice")
        return _("As good as the best") if option.is_as_good_as_best else _("There is a better choice")

    @property
    def narration(self) -> tuple[str, ...]:
        return (self.headline, *self._iter_reasons(), *self.iter_closing_lines())

    def _iter_reasons(self) -> Iterator[str]:
        """Yield the reasons for the choice and for the best one."""
        option, best = self.chosen_option, self.options[0]
        for shown_option in (option, best) if option is not best else (best,):
            if shown_option is not None:
                yield self._explain(shown_option)

    def _explain(self, option: JudgedOption) -> str:
        """Return an option with its cost, once, and its reasons."""
        game, names = self.table.session.info.game.id, self.table.session.info.names
        return make_sentence(explain_option_with_cost(game, self.options[0], option, names, self.deck))

    @property
    def make_block(self) -> ContentBlock:
        """The contents: the choice and the best one with their reasons, and the best of all others."""
        context, game, chosen, best = self.context, self.table.session.info.game.id, self.chosen_option, self.options[0]
        others = [describe_option(game, best, other, self.deck) for other in self._other_options]
        titled_lines = [
            (_("Your choice"), [] if chosen is None else [self._explain(chosen)]),
            (_("The best choice"), [] if chosen is best else [self._explain(best)]),
            (_("Other choices"), list(map(make_sentence, others))),
        ]
        blocks = [
            TitledBlock(context, title, TextBlock(context, lines, color=theme.CREAM))
            for title, lines in titled_lines
            if lines
        ]
        closing_lines = tuple(self.iter_closing_lines())
        closing_blocks = [TextBlock(context, closing_lines)] if closing_lines else []
        return VerticalStack(context, (*blocks, *closing_blocks))

    def compose(self) -> None:
        px, block = self.context.px, self.make_block
        header_height, footer_height = px(HEADER_HEIGHT), px(20 + BUTTON_HEIGHT + 10)
        self.place_panel(
            px(BOX_WIDTH), header_height + footer_height + self.compute_content_height(block, px(BOX_WIDTH))
        )
        self.place_content("answer", block, header_height, footer_height)
        left, top = self.panel_rect.x + px(PANEL_PADDING), self.panel_rect.bottom - px(14 + BUTTON_HEIGHT)
        for index, (widget_id, text, on_press) in enumerate(self.buttons):
            width = max(px(160), self.measure_button_width(text))
            rect = pygame.Rect(
                left if not index else self.panel_rect.right - px(PANEL_PADDING) - width, top, width, px(BUTTON_HEIGHT)
            )
            self.add_button(widget_id, text, rect, on_press, style="#primary" if index else "#menu")

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        color = theme.GOLD if self.chosen_option is not None and self.chosen_option.is_as_good_as_best else theme.CREAM
        self.draw_title(canvas, self.headline, color)
