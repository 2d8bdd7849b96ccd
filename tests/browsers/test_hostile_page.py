"""A hostile page beside two honest phones: it lies, replays, floods, and puts scripts into names and chat."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.browsers.home import HOST_ADDRESS, Home, PhoneMaker
from tests.browsers.pages import ChromiumPage
from tests.browsers.phone import Phone
from tests.browsers.table import NAMES, TALKATIVE, open_table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCRIPT_NAME: Final = "<b>Eve<img src=x>"
SCRIPT_LINE: Final = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>"
CONNECT: Final = """(async ([secret, messages, repeats, flips, patience]) => {
    const {SealedChannel} = await import("/sealing.js");
    const channel = new SealedChannel(new Uint8Array(secret));
    const socket = new WebSocket(`ws://${location.host}/table`);
    socket.binaryType = "arraybuffer";
    const answers = [];
    return await new Promise(resolve => {
        const end = () => resolve([...answers, "closed"]);
        socket.onopen = () => socket.send(channel.publicKey);
        socket.onclose = end;
        socket.onmessage = event => {
            const bytes = new Uint8Array(event.data);
            if (!channel.incoming) {
                channel.begin(bytes);
                const sealed = messages.map(message => channel.seal(message));
                if (flips) sealed.at(-1)[0] ^= 1;
                sealed.concat(Array(repeats).fill(sealed.at(-1))).forEach(frame => socket.send(frame));
                return;
            }
            const text = channel.open(bytes);
            if (text) answers.push(JSON.parse(text));
            if (answers.at(-1)?.type === "answer") { socket.onclose = null; socket.close(); resolve(answers); }
        };
        setTimeout(() => { socket.onclose = null; socket.close(); resolve(answers); }, patience);
    });
})"""
"""A function that connects with a key, says ``messages``, the last of them ``repeats`` times more, and returns the
answers, at the end "closed" if the host closed the connection; ``flips``: changes a bit of the last message;
``patience``: for how many milliseconds it waits."""
NO_KEY: Final = bytes(16)


def enter(key: bytes) -> list[dict[str, Any]]:
    """Return what a page says first."""
    hello = {"type": "hello", "program": "x", "protocol": 3, "rules": {}, "token": key.hex()}
    return [hello, {"type": "enter", "name": "Mallory", "run": "ab" * 8, "language": "en"}]


def command(number: int, request: dict[str, Any]) -> dict[str, Any]:
    return {"type": "command", "number": number, "turn": [1, 0], "request": request}


def attack(
    page: ChromiumPage, key: bytes, *messages: dict[str, Any], repeats: int = 0, flips: bool = False,
    patience: int = 30_000,
) -> list[Any]:  # fmt: skip
    """Return what the host answers to a hostile page, with "closed" at the end."""
    answers: list[Any] = page.evaluate(f"{CONNECT}({json.dumps([[*key], messages, repeats, flips, patience])})")
    return [answer if isinstance(answer, str) else answer["type"] for answer in answers]


def test_hostile_page_does_not_disturb_two_honest_phones(home: Home, phones: PhoneMaker, tmp_path: Path) -> None:
    with open_table(tmp_path, home.host, TALKATIVE, 4) as table:
        honest = [phones.add(table.link) for _name in NAMES[:2]]
        for phone, name in zip(honest, NAMES, strict=False):
            phone.join(name)
            phone.be_ready()
        eve: Phone[ChromiumPage] = phones.add(table.link)
        eve.join(SCRIPT_NAME)
        eve.be_ready()
        for phone in honest:
            assert [seat for seat in phone.look().seats if SCRIPT_NAME in seat.text], "the name is a text"
        table.play([*honest, eve], lambda views: all(view.hand for view in views))
        eve.say(SCRIPT_LINE)
        key = base64.urlsafe_b64decode(table.link.partition("#")[2] + "==")
        hands = [phone.hand for phone in (*honest, eve)]
        hostile = phones.add_page()
        hostile.open(table.link)
        assert attack(hostile, NO_KEY, *enter(NO_KEY)) == ["closed"], "a wrong key"
        assert attack(hostile, key, *enter(key), flips=True) == ["closed"], "a changed message"
        assert attack(hostile, key, *enter(key), repeats=1)[-1] == "closed", "a message again"
        plays = [
            command(seat, {"type": "act", "action": f"{seat} play {hand[0]}"}) for seat, hand in enumerate(hands, 1)
        ]
        answers = attack(hostile, key, *enter(key), *plays, patience=1500)
        assert answers and not {"answer", "closed"} & {*answers}, "a person without a seat plays nothing"
        assert attack(hostile, key, *enter(key), plays[0], repeats=5000)[-1] == "closed", "a flood"
        before = [phone.look() for phone in honest]
        for phone, view in zip(honest, before, strict=True):
            assert any(SCRIPT_LINE in line for line in phone.read_log())
            assert "taken" not in phone.look().tab
            assert phone.look().hand == view.hand
            marked = "[...document.querySelectorAll('b')].filter(element => element.innerText.startsWith('Eve'))"
            assert not phone.page.evaluate(f"{marked}.length")
            assert not phone.page.evaluate("document.querySelectorAll('img[src=x]').length")
        table.play(
            [*honest, eve],
            lambda views: all(len(view.hand) < len(hand) for view, hand in zip(views, hands, strict=True)),
        )


def test_page_of_another_origin_does_not_reach_the_table(home: Home, phones: PhoneMaker, tmp_path: Path) -> None:
    with open_table(tmp_path, home.host, TALKATIVE, 2) as table:
        page = phones.add_page()
        page.open(table.link)
        page.open("about:blank")
        outcome = page.evaluate(f"""new Promise(resolve => {{
            const socket = new WebSocket("ws://{table.link.split("/")[2]}/table");
            socket.onopen = () => resolve("open");
            socket.onerror = () => resolve("refused");
        }})""")
        assert outcome == "refused"
        assert HOST_ADDRESS in table.link
        page.complaints.clear()
