"""Measures of a page: what a finger hits, what scrolls sideways, what a screen reader says, and what was loaded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from tests.browsers.pages import ChromiumPage

TARGET_SIZE: Final = 44
"""The least side of what is touched, in pixels of the page."""
STRIP_SIZE: Final = 34
"""The least side of a card that others cover, on the narrowest screens."""
FIND_SMALL_TARGETS: Final = """(([size, stripSize]) => {
    const STEP = 4;
    const fields = "input:not([type=radio], [type=checkbox]), label:has(input), select, textarea";
    const dialog = [...document.querySelectorAll("dialog[open], [aria-modal=true]")].at(-1);
    const measure = element => {
        element.scrollIntoView({block: "center"});
        const box = element.getBoundingClientRect();
        const margin = size / 2 - 1, middle = [box.left + box.width / 2, box.top + box.height / 2];
        const isHit = (x, y) => element.contains(document.elementFromPoint(x, y));
        const sides = [[-margin, 0], [margin, 0], [0, -margin], [0, margin]];
        if (sides.every(([x, y]) => isHit(middle[0] + x, middle[1] + y))) return size;
        const rows = [];
        for (let y = box.top + 0.5; y < box.bottom; y += STEP) {
            rows.push([]);
            for (let x = box.left + 0.5; x < box.right; x += STEP) rows.at(-1).push(isHit(x, y));
        }
        const columns = rows[0].map((_hit, x) => rows.map(row => row[x]));
        const count = (line, place) => {
            let [first, last] = [place, place];
            while (line[first - 1]) first -= 1;
            while (line[last + 1]) last += 1;
            return last - first + 1;
        };
        let best = 0;
        rows.forEach((row, y) => row.forEach((hit, x) => {
            if (hit) best = Math.max(best, Math.min(count(row, x), count(columns[x], y)));
        }));
        return best * STEP;
    };
    return [...(dialog ?? document).querySelectorAll(`button, a[href], summary, ${fields}`)]
        .filter(element => element.checkVisibility({visibilityProperty: true}) && !element.matches(":disabled"))
        .filter(element => !element.querySelector("input:disabled"))
        .map(element => ({element, side: measure(element), least: element.closest("#hand") ? stripSize : size}))
        .filter(({side, least}) => side < least)
        .map(({element, side}) => `${element.outerHTML.slice(0, 120)}: ${side}`);
})"""
"""A function of the least sides: the elements that are smaller where a finger hits them."""
FIND_WIDE_ELEMENTS: Final = """(() => {
    const root = document.scrollingElement;
    const wide = [...document.body.querySelectorAll("*")].filter(element => {
        const style = getComputedStyle(element);
        return element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(style.overflowX);
    });
    const all = root.scrollWidth > root.clientWidth ? [root, ...wide] : wide;
    return all.map(element => element.outerHTML.slice(0, 120));
})()"""
"""The elements that can be scrolled sideways."""
NAMED_ROLES: Final = frozenset({
    "alertdialog", "button", "checkbox", "combobox", "dialog", "heading", "image", "link", "list", "log", "radio",
    "radiogroup", "switch", "table", "textbox",
})  # fmt: skip
"""The roles of which a screen reader must say a name."""


class AccessibleNode(NamedTuple):
    """A thing of which a screen reader speaks."""

    role: str
    name: str
    is_disabled: bool


def find_small_targets(page: ChromiumPage, strip_size: int = TARGET_SIZE) -> list[str]:
    """Return what is touched and too small. ``strip_size``: the least side of a card of the hand."""
    return [str(target) for target in page.page.evaluate(FIND_SMALL_TARGETS, [TARGET_SIZE, strip_size])]


def find_wide_elements(page: ChromiumPage) -> list[str]:
    """Return the elements that scroll sideways."""
    return [str(element) for element in page.evaluate(FIND_WIDE_ELEMENTS)]


def read_accessible_nodes(page: ChromiumPage) -> list[AccessibleNode]:
    """Return what a screen reader finds on the page, in its order."""
    session = page.context.new_cdp_session(page.page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()

    def read(node: dict[str, Any]) -> AccessibleNode:
        properties = {entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])}
        name = str(node.get("name", {}).get("value", ""))
        return AccessibleNode(str(node["role"]["value"]), name, bool(properties.get("disabled")))

    return [read(node) for node in nodes if not node["ignored"]]


def find_nameless(nodes: list[AccessibleNode]) -> list[AccessibleNode]:
    """Return the things that a screen reader could not name."""
    return [node for node in nodes if node.role in NAMED_ROLES and not node.name.strip()]


@contextmanager
def large_text(page: ChromiumPage) -> Iterator[None]:
    """Let the text be twice as large for the block, as a person can set it in the browser."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    yield
    page.evaluate("document.documentElement.style.fontSize = ''")


def read_weights(page: ChromiumPage) -> dict[str, int]:
    """Return the bytes of each file that the page has loaded, as it travelled."""
    sizes = "performance.getEntries().map(entry => [entry.name, entry.encodedBodySize])"
    return {urlsplit(address).path: int(size) for address, size in page.evaluate(sizes) if size is not None}
