"""The panels of a lobby for its owner: how others come in, and who can reach the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.network.messages import Reach
from game.network.reach_text import find_outer_reach, format_digits
from game.text.gettext import _, ngettext
from ui.graphics import theme
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Alternatives, Column, Layers, Row, make_panel
from ui.widgets.nodes import Line, Node, Rule, Space, Text, make_disc, make_symbol
from ui.widgets.qr_code import Matrix, QrCodeButton, make_qr_code

QR_SIZE: Final = 152
PHONES_QR_SIZES: Final = (320, 272, 224, 176)
"""The widths of the code for phones in design pixels; the largest for which there is room is taken."""
STEP_DISC_SIZE: Final = 28
MAX_TRIES: Final = 5


def describe_invite(reach: Reach, matrix: Matrix, renew: Action, *actions: Action | None) -> Node:
    """Return the panel with the ways in; ``matrix``: the QR code of the link, () while it is not known."""
    code = make_qr_code(matrix, QR_SIZE) if matrix else Space(QR_SIZE)
    words = Column(*_list_words(reach, renew), gap=theme.SMALL_GAP, grow=1)
    return make_panel(
        Column(
            Text(_("Invite"), face="serif", size=theme.SECTION_TEXT_SIZE),
            Row(code, words, gap=theme.LARGE_GAP),
            Row(*actions, gap=theme.SMALL_GAP),
            gap=theme.GAP,
        ),
        grow=1,
    )


def describe_phones(
    link: str, matrix: Matrix, size: float, enlarge: Callable[[], object], copy: Action, others: Action
) -> Node:
    """Return the panel with the way in for phones.

    ``link``: theirs, "" to leave it out; ``matrix``: its QR code, () while it is not known; ``size``: the width of that
    in design pixels; ``enlarge``: shows it as high as the window; ``copy``: of the link, for the browser of a computer;
    ``others``: shows the ways of other programs.
    """
    code: Node = Space(size)
    if matrix:
        code = Widget(QrCodeButton, (matrix,), id="phone-code", label=_("Code for phones"), width=size)
        code.on_change = lambda _value: enlarge()
    steps = (_("Connect to the same Wi-Fi"), _("Point the camera here"), _("Type your name and sit down"))
    rows = (_describe_step(number, text) for number, text in enumerate(steps, 1))
    beside, below = Row(copy, others, gap=theme.SMALL_GAP), Column(copy, others, gap=theme.SMALL_GAP)
    title = _("Join with your phone")
    return make_panel(
        Column(
            Line(title, face="serif", size=theme.SECTION_TEXT_SIZE, align="centre"),
            Row(Space(grow=1), code, Space(grow=1)),
            Text(link, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="centre") if link else None,
            *rows,
            Alternatives(beside, below),
            gap=theme.SMALL_GAP,
        ),
        top=theme.GAP,
    )


def _describe_step(number: int, text: str) -> Node:
    figure = Line(str(number), face="serif", align="centre")
    return Row(Layers(make_disc(STEP_DISC_SIZE), figure), Text(text, grow=1), gap=theme.GAP, align="middle")


def _list_words(reach: Reach, renew: Action) -> list[Node]:
    if not reach.is_nearby:
        text = _(
            "Send the link, or a picture of the code. Your friends choose “With friends” and paste the link there."
        )
        return [Text(text, size=theme.SMALL_TEXT_SIZE)]
    if not reach.nearby_code:
        text = _("Too many wrong numbers were entered. Show a new number.")
        return [Text(text, size=theme.SMALL_TEXT_SIZE, color=theme.RED_LIGHT), Row(renew)]
    tries = ngettext("{count} try left.", "{count} tries left.", reach.nearby_tries)
    warning = tries.format(count=reach.nearby_tries) if reach.nearby_tries < MAX_TRIES else ""
    return [
        Text(_("Friends on this network choose “With friends” and enter:"), size=theme.SMALL_TEXT_SIZE),
        Line(format_digits(reach.nearby_code), id="digits", face="serif", size=theme.TITLE_TEXT_SIZE * 0.7),
        Text(
            _("Everyone else uses the link or scans the code."),
            size=theme.SMALL_TEXT_SIZE,
            color=theme.MUTED,
        ),
        *([Text(warning, size=theme.SMALL_TEXT_SIZE, color=theme.RED_LIGHT)] if warning else []),
    ]


def describe_reach(reach: Reach, *, is_low: bool) -> Node:
    """Return the panel that says who can reach the table, and what helps where somebody cannot.

    ``is_low``: without the line for this network, which has its way in above.
    """
    symbol, word, hint = find_outer_reach(reach)
    near = ("check", _("Yes")) if reach.is_nearby else ("info", _("With the link"))
    nearby = () if is_low else (_describe_row("wifi", _("This network"), *near), Rule())
    return make_panel(
        Column(
            Text(_("Reachable from"), face="serif", size=theme.SECTION_TEXT_SIZE),
            *nearby,
            _describe_row("globe", _("Other homes"), symbol, word),
            Text(hint, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED) if hint else None,
            gap=theme.SMALL_GAP,
        )
    )


def _describe_row(symbol: str, name: str, mark: str, word: str) -> Node:
    return Row(
        make_symbol(symbol, theme.LARGE_TEXT_SIZE, theme.CREAM),
        Text(name, face="bold", grow=1),
        make_symbol(mark, theme.BODY_TEXT_SIZE, theme.OWN_SIDE_COLOR if mark == "check" else theme.MUTED),
        Line(word),
        gap=theme.GAP,
        align="middle",
    )
