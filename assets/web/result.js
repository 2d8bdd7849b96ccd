/** The page of a result: the outcome, the trick that decided it, and the scores. */

import { crown, sideMark } from "./icons.js";
import { cardPicture, choiceButton, lieNotice, notices, panelButtons, portrait, refusal, saySide } from "./parts.js";
import { h } from "./render.js";
import { say, sayRefusal } from "./words.js";

const MAX_FIGURE_CHARACTERS = 4;

/** Return the page. */
export function viewResult(context) {
  const { state, actions } = context;
  const { described } = state;
  const { result } = described;
  const [first = "", ...others] = result?.lines ?? [];
  const isFigure = first.length <= MAX_FIGURE_CHARACTERS;
  const lines = isFigure ? others : [first, ...others];
  const buttons = described.choices.filter(({ kind }) => kind === "button");
  return h("main", { class: "page result", key: "result", tabindex: -1 },
    h("nav", { class: "corner", "aria-label": say("menu") }, panelButtons(context)),
    h("section", { id: "result", class: "outcome", role: "status" },
      h("h1", { id: "title" }, result?.title ?? described.title),
      isFigure && first && h("p", { class: "serif figure" }, first),
      lines.map((line) => h("p", {}, line))),
    h("div", { class: "notices", key: "notices" }, notices(context)),
    result?.trick?.length > 0 && viewTrick(result, described.deck),
    result?.rows?.length > 0 && viewScores(result),
    h("div", { class: "foot" },
      refusal(state),
      buttons.map((choice) => choiceButton(choice, actions, { key: choice.label, class: "wide" })),
      h("p", { id: "status", class: "small center", role: "status" }, described.status)));
}

/** Return the page of a table that has ended: what happened, what to do, and the last result that was seen. */
export function viewEnded({ state, guard }) {
  const { lastResult } = state;
  return h("main", { class: "page result", key: "ended", tabindex: -1 },
    h("section", { class: "outcome", role: "status" },
      h("h1", { id: "title" }, sayRefusal("ended")), h("p", {}, say("scan_next"))),
    h("div", { class: "notices", key: "notices" }, lieNotice(guard)),
    lastResult && h("section", { id: "last-result", class: "outcome" },
      h("h2", {}, lastResult.title), (lastResult.lines ?? []).map((line) => h("p", {}, line))),
    lastResult?.rows?.length > 0 && viewScores(lastResult));
}

function viewTrick({ trick, trick_title: title }, deck) {
  return h("section", { class: "panel", "aria-label": title },
    h("p", { class: "center" }, h("b", {}, title)),
    h("div", { class: "trick", variables: { "--cards": trick.length } },
      trick.map(({ card, name, player, is_winning: isWinning }) =>
      h("figure", { key: card },
        h("span", { class: isWinning ? "slot wins" : "slot" },
          cardPicture(deck, card, isWinning ? say("card_winning", { card: name }) : name), isWinning && crown()),
        h("figcaption", {}, player)))));
}

function viewScores({ rows, figure_heading: figureHeading = "", total_heading: totalHeading = "" }) {
  const hasTotal = rows.some(({ total }) => total);
  return h("table", { class: "scores panel" },
    h("caption", { class: "hidden" }, say("scores")),
    h("thead", {}, h("tr", {},
      h("th", { scope: "col" }, h("span", { class: "hidden" }, say("your_portrait"))),
      h("th", { scope: "col" }, h("span", { class: "hidden" }, say("players"))),
      h("th", { scope: "col" }, figureHeading), hasTotal && h("th", { scope: "col" }, totalHeading))),
    h("tbody", {}, rows.map((row) => viewRow(row, hasTotal))));
}

function viewRow(row, hasTotal) {
  const { name, figure, total = "", portraits = [], side = "", note = "", is_you: isYou, is_winner: isWinner } = row;
  return h("tr", { key: name, class: `${isYou ? "me" : ""} ${isWinner ? "winner" : ""}` },
    h("td", {}, h("span", { class: "faces" }, portraits.map((number) => portrait(number, 40))),
      side && sideMark(side, saySide(side), { width: 20, height: 20 })),
    h("td", {}, h("b", {}, isYou && portraits.length <= 1 ? say("you") : name),
      note && [h("br"), h("span", { class: "small muted" }, note)]),
    h("td", {}, figure), hasTotal && h("td", { class: "total" }, total));
}
