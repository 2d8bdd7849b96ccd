"""Firefox, driven by WebDriver BiDi, of which this is as much as the tests need."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect

from tests.browsers.pages import PHONE, Screen, find_middle

ADDRESS_LINE: Final = "WebDriver BiDi listening on "
ANSWER_TIMEOUT_S: Final = 60.0
PREFERENCES: Final = {"browser.shell.checkDefaultBrowser": False, "dom.w3c_touch_events.enabled": 1}


class Firefox:
    """A process of Firefox without a window, until the block of `open_firefox` ends."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._number = 0
        self.call("session.new", capabilities={})

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the result of a command. Raise AssertionError if it failed."""
        self._number += 1
        self._connection.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._connection.recv(ANSWER_TIMEOUT_S))
            if message.get("id") == self._number:
                assert message["type"] == "success", (method, message)
                result: dict[str, Any] = message["result"]
                return result

    def add_phone(self, screen: Screen = PHONE) -> FirefoxPage:
        """Return an empty page that shares nothing with the others."""
        user = self.call("browser.createUserContext")["userContext"]
        return FirefoxPage(self, self.call("browsingContext.create", type="tab", userContext=user)["context"], screen)


class FirefoxPage:
    """A page of Firefox; see `tests.browsers.pages.Page`."""

    def __init__(self, firefox: Firefox, context: str, screen: Screen) -> None:
        self._firefox = firefox
        self._context = context
        self._call("browsingContext.setViewport", viewport=screen._asdict(), devicePixelRatio=2)

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._firefox.call(method, context=self._context, **parameters)

    def open(self, link: str) -> None:
        self._call("browsingContext.navigate", url=link, wait="complete")

    def reload(self) -> None:
        self._call("browsingContext.reload", wait="complete")

    def evaluate(self, expression: str) -> Any:
        call = f"Promise.resolve({expression}).then(value => JSON.stringify(value ?? null))"
        answer = self._firefox.call(
            "script.evaluate", expression=call, target={"context": self._context}, awaitPromise=True
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def tap(self, selector: str) -> None:
        x, y = find_middle(self, selector)
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act("pointer", steps, parameters={"pointerType": "touch"})

    def write(self, selector: str, text: str) -> None:
        self.evaluate(f"document.querySelector({json.dumps(selector)}).select()")
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.evaluate(f"document.querySelector({json.dumps(selector)}).focus()")
        self._act("key", keys)

    def take_picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._call("browsingContext.captureScreenshot")["data"]))

    def _act(self, kind: str, steps: list[dict[str, Any]], **options: Any) -> None:
        self._call("input.performActions", actions=[{"type": kind, "id": kind, "actions": steps, **options}])


@contextmanager
def open_firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """Run Firefox with a new profile for the block."""
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("".join(lines), "utf-8")
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with (profile / "errors.txt").open("w+", encoding="utf-8") as errors:
        process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=errors, text=True)
        assert process.stderr is not None
        address = next(line for line in process.stderr if line.startswith(ADDRESS_LINE)).removeprefix(ADDRESS_LINE)
        try:
            with connect(f"{address.strip()}/session", max_size=None, compression=None, proxy=None) as connection:
                yield Firefox(connection)
        finally:
            process.terminate()
            process.communicate(timeout=30)
