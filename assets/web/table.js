/** The table in the hand: what counts, the players with their cards, whose turn it is, the hand, and what to press. */

import { crown, sideMark } from "./icons.js";
import {
  button, cardPicture, choiceButton, countdown, markChoice, markSeat, notices, panelButtons, portrait, refusal,
  saySide, suitPicture,
} from "./parts.js";
import { h } from "./render.js";
import { isOptional, viewSheet } from "./sheet.js";
import { say } from "./words.js";

const STRIP_PX = 44;
const LEAST_STRIP_PX = 34;
const MAX_TIERS = 4;
const HAND_MARGIN_PX = 16;
const LOW_WINDOW = matchMedia("(orientation: landscape) and (max-height: 520px)");
const SPOKEN_LINES = 8;

/** Return the page of a deal. */
export function viewTable(context) {
  const { state } = context;
  const { described } = state;
  const isOpen = described.question !== "" && (state.isSheetOpen || !isOptional(described));
  const playerCount = Math.min(6, Math.max(3, described.seats.length));
  const hasTrick = described.seats.some(({ card }) => card);
  const kind = `${isOpen ? "open" : ""} ${isOpen && hasTrick ? "brief" : ""}`;
  return h("main", { class: `table p${playerCount} ${kind}`, key: "table", tabindex: -1 },
    h("header", { class: "bar" },
      h("div", { class: "grow" }, h("h1", { id: "title" }, described.title), h("p", {}, described.subtitle)),
      countdown(state), panelButtons(context)),
    viewFacts(described),
    h("div", { class: "notices", key: "notices" }, notices(context)),
    h("ol", { class: "seats", "aria-label": say("players") },
      described.seats.map((seat) => viewSeat(seat, described.deck, isOpen && !hasTrick))),
    viewStatus(state, isOpen),
    viewHand(context),
    isOpen ? viewSheet(context) : viewActions(context),
    h("ol", { class: "hidden", role: "log", key: "spoken", "aria-label": say("log") },
      described.log.slice(-SPOKEN_LINES).map(({ name, text }) =>
        h("li", { key: `${name} ${text}` }, name ? `${name}: ${text}` : text))));
}

function viewFacts({ facts, deck }) {
  const scores = ["us", "them"].flatMap((side) => facts.filter((fact) => fact.side === side));
  const items = facts.filter(({ side }) => !side).map(({ text, label, card, suit }) =>
    h("li", {},
      card && cardPicture(deck, card, ""), !card && suit && suitPicture(deck, suit),
      h("span", {}, label ? [h("span", { class: "muted small" }, label), h("br"), h("b", {}, text)] : text)));
  const sides = h("li", { class: "sides" }, scores.map(viewScore));
  return h("ul", { class: "facts", "aria-label": say("what_counts") }, items, scores.length > 0 && sides);
}

/** Return the score of a side as a large figure, and what follows a point in small letters. */
function viewScore({ text, label, side }) {
  const [score, ...others] = text.split(" · ");
  return h("span", { class: `row ${side}`, key: side },
    sideMark(side, label || saySide(side), { width: 20, height: 20 }),
    h("b", { class: "serif score" }, score),
    others.length > 0 && h("span", { class: "small" }, others.join(" · ")));
}

function viewSeat(seat, deck, isAuction) {
  const kinds = ["seat", seat.side, seat.is_turn && "turn", seat.is_away && "away"].filter(Boolean);
  const cardName = seat.is_winning ? say("card_winning", { card: seat.card_name }) : seat.card_name;
  const call = `${seat.is_call ? "call" : ""} ${seat.is_leading ? "leads" : ""}`;
  return h("li", { class: kinds.join(" "), key: `seat${seat.seat}`, ...markSeat(seat) },
    portrait(seat.portrait, 48),
    seat.side && sideMark(seat.side, saySide(seat.side), { class: "mark" }),
    h("span", { class: "name" }, seat.is_you ? say("you") : seat.name),
    seat.is_away && h("span", { class: "hidden" }, say("away")),
    h("span", { class: `state ${call}` },
      seat.role && h("span", { class: "gold" }, `${seat.role} `), viewState(seat.state ?? "")),
    !isAuction && h("span", { class: seat.is_winning ? "slot wins" : "slot" },
      seat.card && cardPicture(deck, seat.card, cardName),
      seat.is_winning && seat.card && crown()));
}

/** Return a state, its first figure in bold if words are around it, and what follows a point on its own lines. */
function viewState(text) {
  const [first, ...others] = text.split(" · ");
  const [, before, figure, after] = /^(.*?)(\d+)(.*)$/s.exec(first) ?? [];
  const words = figure && /\p{L}/u.test(first) ? [before, h("b", {}, figure), after] : first || "\u00a0";
  return [words, others.map((part) => h("span", { class: "more" }, part))];
}

function viewStatus({ described, raised, refused }, isOpen) {
  if (refused) {
    return refusal({ refused });
  }
  const isMine = described.is_your_turn && !raised;
  const kind = isMine ? "status mine" : "status";
  return h("p", { id: "status", key: "status", class: kind, role: "status", hidden: isOpen }, described.status);
}

// -- the hand --------------------------------------------------------------------------------------

function viewHand({ state, actions }) {
  const { described, tiers } = state;
  const { hand } = described;
  const perTier = Math.max(1, Math.ceil(hand.length / tiers));
  const kind = `hand of${perTier} ${tiers > 1 ? "two" : ""} ${tiers > 2 ? "tall" : ""}`;
  const label = say("your_hand", { count: hand.length });
  const attributes = { "aria-label": label, variables: { "--n": perTier - 1 }, onkeydown: moveInHand };
  return h("ol", { id: "hand", key: "hand", class: kind, ...attributes },
    hand.map((held) => viewHeld(held, state, actions)));
}

function viewHeld(held, { described, raised, refused }, actions) {
  const choice = described.choices[held.choice ?? -1];
  const isForbidden = choice === undefined && described.choices.some(({ kind }) => kind === "card");
  const isRefused = refused?.card === held.card;
  return h("li", { key: held.card },
    h("button", {
      type: "button", class: isRefused ? "card no" : "card", "aria-label": held.name, "data-card": held.card,
      "aria-pressed": raised === held.card ? "true" : null, "aria-disabled": isForbidden ? "true" : null,
      ...markChoice(choice), onclick: () => actions.tap(held),
    }, cardPicture(described.deck, held.card, "")));
}

function moveInHand(event) {
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -100, End: 100 };
  const cards = [...event.currentTarget.querySelectorAll(".card")];
  const index = cards.indexOf(document.activeElement);
  if (event.key in steps && index >= 0) {
    event.preventDefault();
    cards[Math.min(cards.length - 1, Math.max(0, index + steps[event.key]))].focus();
  }
}

/** Return in how many tiers the hand must be drawn, so that each card keeps a strip that a finger meets. */
export function chooseTiers({ described, tiers }) {
  const hand = document.querySelector(".hand");
  const card = hand?.querySelector(".card");
  const isFixed = document.querySelector(".open") && LOW_WINDOW.matches;
  if (!card || isFixed || tiers === MAX_TIERS) {
    return tiers;
  }
  const perTier = Math.ceil(described.hand.length / tiers);
  const strip = (hand.clientWidth - HAND_MARGIN_PX - card.offsetWidth) / (perTier - 1);
  return perTier > 1 && strip < (tiers > 1 ? LEAST_STRIP_PX : STRIP_PX) ? tiers + 1 : tiers;
}

// -- what to press ---------------------------------------------------------------------------------

function viewActions({ state, actions, person }) {
  const { described, raised, refused } = state;
  const held = described.hand.find(({ card }) => card === raised);
  const play = described.choices[held?.choice ?? -1];
  const others = described.choices.filter(({ kind }) => kind === "button" || kind === "number");
  const buttons = isOptional(described)
    ? [button(described.question, actions.openSheet, { id: "open-sheet", key: "open-sheet", class: "grow" })]
    : others.map((choice) => choiceButton(choice, actions, { key: choice.label, class: "grow" }));
  if (play) {
    return h("div", { class: "act", key: "act" },
      choiceButton({ ...play, is_primary: true }, actions, { id: "action", key: "play", class: "wide" }));
  }
  const turn = described.seats.find((seat) => seat.is_turn);
  const canPlay = described.choices.some(({ kind }) => kind === "card");
  const hint = say(person.isOneTap ? "tap_once" : "tap_twice");
  const waiting = turn && !turn.is_you ? say("waiting_for", { name: turn.name }) : described.status;
  const line = canPlay && !refused ? hint : !refused && waiting === described.status ? "" : waiting;
  return h("div", { class: "act", key: "act" },
    (buttons.length === 0 || canPlay) && h("p", { key: "line" }, line),
    buttons.length > 0 && h("div", { class: "row", key: "row" }, buttons));
}
