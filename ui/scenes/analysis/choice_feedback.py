"""Feedback on a choice, over its table: the choice, the best one and all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from game.analysis.model import JudgedOption
from game.analysis.report import describe_option, list_reasons
from game.core.actions import Action
from game.text.gettext import _
from game.text.narration import make_sentence, make_sentences
from ui.games import get_presentation
from ui.graphics import theme
from ui.table.overlays.base import Overlay
from ui.widgets import fields
from ui.widgets.layout import Column, make_titled
from ui.widgets.nodes import Node, Sheet, Space, Text

if TYPE_CHECKING:
    from ui.table.scene import TableScene

MIN_BUTTON_WIDTH: Final = 160
"""The least width of a button, in design pixels."""
MAX_OTHER_OPTIONS: Final = 2
"""The number of choices that are shown besides the person's and the best one."""


FeedbackButton: TypeAlias = tuple[str, str, Callable[[], None]]
"""The id, the text and the action of a button."""


class ChoiceFeedbackOverlay(Overlay):
    """The values of all choices, with reasons.

    ``options``: the choices that the judge considers, the best first; ``chosen_action``: the person's choice.
    ``back``, ``forth``: the id, the text and the action of the left button, which Esc presses, and of the right one.
    ``list_notes`` returns lines that come first below the choices. ``middle``: a button between the two, or None.
    ``shows_best``: else only the value of the person's choice is told, and the left button is the usual one.
    """

    max_scale = 1.5
    panel_width = 860

    def __init__(
        self,
        table: TableScene,
        options: Sequence[JudgedOption],
        chosen_action: Action,
        back: FeedbackButton,
        forth: FeedbackButton,
        list_notes: Callable[[], list[str]],
        middle: FeedbackButton | None = None,
        *,
        shows_best: bool = True,
    ) -> None:
        super().__init__(table)
        self.options = tuple(options)
        self.chosen_action = chosen_action
        self.buttons = back, forth
        self._list_notes, self._middle, self._shows_best = list_notes, middle, shows_best

    def on_escape(self) -> None:
        _id, _text, go_back = self.buttons[0]
        go_back()

    def iter_closing_lines(self) -> Iterator[str]:
        """Yield the lines below the choices."""
        yield from self._list_notes()
        observation = self.table.observation
        options = (self.options[0], *self._other_options) if self._shows_best else ()
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
    def title_text(self) -> str:
        """The quality of the choice in a few words."""
        option = self.chosen_option
        if option is None:
            return _("Not a good choice")
        if option is self.options[0]:
            return _("The best choice")
        return _("As good as the best") if option.is_as_good_as_best else _("There's a better choice")

    @property
    def narration(self) -> tuple[str, ...]:
        return (self.title_text, *self._iter_reasons(), *self.iter_closing_lines())

    def _iter_reasons(self) -> Iterator[str]:
        """Yield the reasons for the choice and for the best one, where it is told."""
        option, best = self.chosen_option, self.options[0]
        for shown_option in (option, best) if option is not best else (best,):
            if shown_option is not None and (self._shows_best or shown_option is option):
                yield self._explain(shown_option)

    def _explain(self, option: JudgedOption) -> str:
        """Return an option with its cost, once, and its reasons."""
        info, best, chosen = self.table.session.info, self.options[0], self.chosen_option
        other = best if option is not best else chosen if chosen is not best else None
        cost = describe_option(info.game.id, best, option, self.deck)
        return make_sentences(cost, *list_reasons(option, other, info.names, self.deck))

    @property
    def title_color(self) -> theme.Color:
        is_good = self.chosen_option is not None and self.chosen_option.is_as_good_as_best
        return theme.GOLD if is_good else theme.CREAM

    def list_corner_actions(self) -> tuple[fields.Action, ...]:
        return ()

    def describe(self) -> Node:
        game, chosen, best = self.table.session.info.game.id, self.chosen_option, self.options[0]
        others = [describe_option(game, best, other, self.deck) for other in self._other_options]
        sections = [_make_section(_("Your choice"), [] if chosen is None else [self._explain(chosen)])]
        if self._shows_best:
            sections += [
                _make_section(_("The best choice"), [] if chosen is best else [self._explain(best)]),
                _make_section(_("Other choices"), list(map(make_sentence, others))),
            ]
        closing_text = "\n".join(self.iter_closing_lines())
        closing = Text(closing_text, color=theme.MUTED) if closing_text else None
        scroll = Sheet("answer", Column(*sections, closing, gap=theme.LARGE_GAP))
        styles = ("#menu", "#primary") if self._shows_best else ("#primary", "#menu")
        left, right = (
            fields.Action(*button, style=style, min_width=MIN_BUTTON_WIDTH)
            for button, style in zip(self.buttons, styles, strict=True)
        )
        middle = [] if self._middle is None else [fields.Action(*self._middle, style="#menu", symbol="learn")]
        return self.arrange_scroll(scroll, left, Space(grow=1), *middle, right)


def _make_section(title: str, lines: Sequence[str]) -> Node | None:
    """Return lines below a heading and a thin line; None if there are none."""
    return make_titled(title, Text("\n".join(lines))) if lines else None
