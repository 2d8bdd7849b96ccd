/** The page's few pictures of lines, as nodes. */

import { h } from "./render.js";

const PATHS = {
  add: "M12 5v14M5 12h14",
  back: "M15 5l-7 7 7 7",
  chat: "M4 5h16v11h-8l-5 4v-4H4z",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.500 10 17.500 19 7.500",
  menu: "M4 7h16M4 12h16M4 17h16",
  lock: "M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3",
  question: "M8.500 9.500a3.500 3.500 0 1 1 5 3.200c-1 .5-1.500 1.100-1.500 2.300M12 18.500v.1",
  refused: "M12 3a9 9 0 1 0 .01 0M6 6l12 12",
  sun: "M12 8a4 4 0 1 0 .01 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4",
  away: "M3 3l18 18M5 12.500a10 10 0 0 1 4-2.500M14 9.800a10 10 0 0 1 5 2.700M8.500 16a5 5 0 0 1 5-1.300M12 19.500v.1",
  warning: "M12 3.500 22 20H2zM12 10v4.500M12 17v.1",
};

/** Return an icon, `size` pixels wide; it says nothing to a screen reader. */
export function icon(name, size = 24) {
  return h(
    "svg",
    {
      width: size, height: size, viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": 2,
      "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true",
    },
    h("path", { d: PATHS[name] }),
  );
}

/** Return the sign of a side: a triangle for "us", a diamond for "them". */
export function sideMark(side, label, attributes = {}) {
  const path = side === "us" ? "M12 4.500 20.500 19h-17z" : "M12 2.500 21.500 12 12 21.500 2.500 12z";
  const mark = { viewBox: "0 0 24 24", role: "img", "aria-label": label, ...attributes };
  return h("svg", { ...mark, class: `side-mark ${side} ${attributes.class ?? ""}` }, h("path", { d: path }));
}

/** Return the crown above the winning card. */
export function crown() {
  const path = "M2 18V4l6 6 5-9 5 9 6-6v14z";
  return h("svg", { class: "crown", viewBox: "0 0 26 20", "aria-hidden": "true" }, h("path", { d: path }));
}
