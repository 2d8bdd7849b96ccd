/** The places before a match: waiting for a seat, and the lobby with its seats. */

import { canStayAwake } from "./device.js";
import { icon, sideMark } from "./icons.js";
import { button, choiceButton, markSeat, note, notices, panelButtons, portrait, refusal, saySide } from "./parts.js";
import { h } from "./render.js";
import { say } from "./words.js";

/** Return the page. */
export function viewLobby(context) {
  const { state, actions } = context;
  const { described } = state;
  const buttons = described.choices.filter(({ kind, seat }) => kind === "button" && seat === null);
  return h("main", { class: "page lobby", key: "lobby", tabindex: -1 },
    h("nav", { class: "corner", "aria-label": say("menu") }, panelButtons(context)),
    h("header", {},
      h("h1", { id: "title" }, described.title), described.subtitle && h("p", {}, described.subtitle),
      h("p", { id: "status", role: "status" }, described.status)),
    h("div", { class: "notices", key: "notices" }, notices(context)),
    described.explanation.map((line) => h("p", {}, line)),
    h("ol", { class: "places", "aria-label": say("seats") },
      described.seats.map((seat) => viewPlace(seat, described, actions))),
    described.place === "lobby" && !canStayAwake && note("sun", say("not_awake")),
    h("div", { class: "foot" },
      refusal(state),
      h("div", { class: "row" }, button(say("stand_up"), actions.standUp, { class: "grow" })),
      buttons.map((choice) => choiceButton(choice, actions, { key: choice.label, class: "wide" }))));
}

function viewPlace(seat, described, actions) {
  const sit = described.choices.find((choice) => choice.seat === seat.seat);
  const kinds = [seat.is_free && "free", seat.is_you && "me"].filter(Boolean);
  const name = seat.is_you ? say("you_name", { name: seat.name }) : seat.name;
  const place = say("seat_number", { number: described.seats.indexOf(seat) + 1 });
  return h("li", { class: kinds.join(" "), key: `seat${seat.seat}`, ...markSeat(seat) },
    seat.is_free ? icon("add") : portrait(seat.portrait, 48),
    h("div", { class: "grow" }, h("h3", {}, name), seat.state && h("p", { class: "small muted" }, seat.state)),
    seat.side && sideMark(seat.side, saySide(seat.side), { width: 24, height: 24 }),
    seat.is_you && described.place === "lobby" && button(say("change"), actions.beginChange),
    sit && choiceButton(sit, actions, { "aria-label": `${sit.label}, ${place}` }));
}
