"""A walk through the views of the page in a deal of any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from game.match.house_rules import RuleSet
from game.network.messages import EndTable
from tests.browsers.home import Home, PhoneMaker
from tests.browsers.pages import ChromiumPage
from tests.browsers.phone import Phone, View
from tests.browsers.table import NAMES, has_card_choice, is_on_turn, list_choices, open_table

BriefView: TypeAlias = Callable[[View], object]
MOMENTS: Final[dict[str, BriefView]] = {
    "question": lambda view: view.question and is_on_turn(view),
    "turn": has_card_choice,
    "bound": lambda view: has_card_choice(view) and view.refused,
    "other": lambda view: view.trick and not is_on_turn(view),
}
"""What may come in a deal, in any order: a question, a turn, one with cards that may not be played, that of others."""


def walk_views(
    home: Home, phones: PhoneMaker, folder: Path, rules: RuleSet, seats: int, **options: Any
) -> Iterator[tuple[str, Phone[ChromiumPage]]]:
    """Yield the name of each view with the phone that shows it. ``options``: of the contexts of the phones."""
    with open_table(folder, home.host, rules, seats) as table:
        joined = [phones.add(table.link, **options) for _name in NAMES[: seats - 1]]
        phone = joined[0]
        phone.page.open(table.link)
        phone.wait_for_place("join")
        yield "join", phone
        for other, name in zip(joined, NAMES, strict=False):
            other.join(name)
        yield "lobby", phone
        for other in joined:
            other.be_ready()
        yield "ready", phone
        unseen = dict(MOMENTS)

        def find_moment(views: list[View]) -> str:
            seen = [name for name, is_seen in unseen.items() if is_seen(views[0])]
            return "result" if views[0].place == "result" else next(iter(seen), "")

        while (moment := table.play(joined, find_moment)) != "result":
            del unseen[moment]
            yield moment, phone
            view = phone.look()
            numbers = [choice for choice in list_choices(view) if choice.kind == "number"]
            if numbers and moment == "question":
                phone.page.tap(f"[data-choice='{numbers[-1].index}']")
                yield "chosen", phone
            elif moment in ("turn", "bound"):
                phone.raise_card((view.refused or view.hand)[0])
                yield f"{moment}-tapped", phone
            elif moment == "other":
                yield from _walk_panels(phone)
        yield "result", phone
        table.owner.client.send(EndTable())
        phone.wait_for_place("ended")
        yield "ended", phone


def _walk_panels(phone: Phone[ChromiumPage]) -> Iterator[tuple[str, Phone[ChromiumPage]]]:
    """Open what covers the table: the log, the menu with a question, and the loss of the network."""
    phone.open_panel("log")
    yield "log", phone
    phone.page.tap("#close-log")
    phone.open_panel("menu")
    yield "menu", phone
    phone.page.tap("[data-kind=menu]")
    yield "confirm", phone
    phone.page.tap("#confirm-no")
    phone.page.context.set_offline(True)
    phone.wait_for(lambda view: view.is_lost)
    yield "lost", phone
    phone.page.context.set_offline(False)
    phone.wait_for(lambda view: view.connection == "open")
