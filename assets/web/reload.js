/** Load the page again if one of its parts was missed: the host was out of reach, and a browser may not ask twice. */

"use strict";

const PAUSE_MS = 1000;

addEventListener(
  "error",
  (event) => {
    if (event.target instanceof Element && event.target.matches("script, [rel=stylesheet]")) {
      setTimeout(() => location.reload(), PAUSE_MS);
    }
  },
  true,
);
