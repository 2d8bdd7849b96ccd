"""Costly choices of a match to make again.

The table shows what the player saw; after the choice its value is shown.
"""

from __future__ import annotations

from functools import partial

from game.analysis.model import ChoiceJudgment, RetryTask
from game.analysis.report import describe_location, describe_option
from game.core.actions import Action
from game.medals.finder import EarnedMedal, store_second_try
from game.medals.medals import MEDALS
from game.text.formatting import join_with_and
from game.text.gettext import _, ngettext
from game.text.narration import make_sentence
from game.trainer.model import CHOICE_KINDS, find_task_kind
from game.trainer.text import get_kind_texts
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.scenes.analysis.choice_feedback import ChoiceFeedbackOverlay, FeedbackButton
from ui.table.frozen_scene import FrozenTableScene


class ChoiceRetryScene(FrozenTableScene):
    """A task of several to make a choice of a match again. ``index``: the task in ``tasks``."""

    can_skip_choice = True

    def __init__(
        self, context: AppContext, tasks: tuple[RetryTask, ...], names: tuple[str, ...], index: int, match_id: int
    ) -> None:
        self.tasks = tasks
        self.index = index
        self._match_id = match_id
        observation = self.task.observation
        is_card = observation.phase is not None and observation.phase.is_card_play
        question = _("Find a better card than the one played") if is_card else _("Find a better choice")
        if len(tasks) > 1:
            place = _("{number} of {count}").format(number=index + 1, count=len(tasks))
            question = f"{question} ({place})"
        super().__init__(context, observation, get_presentation(observation.game_id), names, question)

    @property
    def task(self) -> RetryTask:
        """The task that is shown."""
        return self.tasks[self.index]

    @property
    def narration(self) -> tuple[str, ...]:
        return self.question, describe_location(self.task.finding.location)

    def handle_choice(self, action: Action) -> None:
        judgment, context = self._judgment, self.context
        is_good = any(option.action == action and option.is_as_good_as_best for option in judgment.options)
        if is_good:
            place = self._match_id, self.task.finding.seat, context.daily_date
            storing = context.storage.submit(lambda: store_second_try(context.storage.get_repository(), *place))
            context.tasks.submit(storing, self._announce)
        self._open_feedback(action, shows_best=is_good)

    def _announce(self, medals: tuple[EarnedMedal, ...]) -> None:
        """Tell of a medal that the retry has earned."""
        if medals:
            names = join_with_and([MEDALS[earned.medal].name_text for earned in medals])
            self.context.notify(ngettext("New medal: {names}", "New medals: {names}", len(medals)).format(names=names))

    def _open_feedback(self, action: Action, *, shows_best: bool) -> None:
        """Tell the value of a choice; after a worse one the best is told only if the person asks for it."""
        judgment = self._judgment
        is_last = self.index + 1 >= len(self.tasks)
        on = ("done", _("Done"), self.next_choice) if is_last else ("next", _("Next"), self.next_choice)
        again, notes = ("try-again", _("Try again"), self.retry), partial(self._list_notes, action)
        show_best = ("show-best", _("Show best choice"), partial(self._show_best, action))
        middle = self._practice_button if shows_best else show_best
        in_match = judgment.chosen_option
        options = [option for option in judgment.options if option is not in_match or option.action == action]
        kind = partial(ChoiceFeedbackOverlay, shows_best=shows_best)
        self.open_overlay(kind, options, action, again, on, notes, middle)

    def _show_best(self, action: Action) -> None:
        self.context.scenes.pop()
        self._open_feedback(action, shows_best=True)

    @property
    def _judgment(self) -> ChoiceJudgment:
        """The judgment of the choice in the match."""
        judgment = self.task.finding.judgment
        assert judgment is not None, "a task has been judged"
        return judgment

    @property
    def _practice_button(self) -> FeedbackButton | None:
        """The way to tasks of the trainer for such a choice; None if it has none, as for most cards."""
        game, kind = self.session.info.game.id, find_task_kind(self.task.observation)
        if kind not in CHOICE_KINDS:
            return None
        title, _description = get_kind_texts(game, kind)
        text = _("Practice: {task}").format(task=_(title))
        return "practice", text, partial(self.context.router.open_trainer, game, kind)

    def _list_notes(self, action: Action) -> list[str]:
        """Return what was found, and what was chosen in the match, if that is not the new choice."""
        chosen, game = self._judgment.chosen_option, self.session.info.game.id
        if action == chosen.action:
            return [_("That's what you chose in the match.")]
        judgment = make_sentence(describe_option(game, self._judgment.best_option, chosen, self.deck))
        told = _("You chose differently in the match. {judgment}").format(judgment=judgment)
        good_actions = [option.action for option in self._judgment.options if option.is_as_good_as_best]
        return [_("You found it: no choice is better."), told] if action in good_actions else [told]

    def retry(self) -> None:
        """Show the same task again."""
        self.position.reset()
        self.context.scenes.pop()

    def next_choice(self) -> None:
        """Close the feedback and go to the next task, or back after the last."""
        self.context.scenes.pop()
        self.skip_choice()

    def skip_choice(self) -> None:
        context, is_last = self.context, self.index + 1 >= len(self.tasks)
        context.scenes.pop()
        if not is_last:
            context.router.open_choice_retry(self.tasks, self.session.info.names, self.index + 1, self._match_id)
