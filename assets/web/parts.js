/** The parts that several pages have: buttons, portraits, pictures of cards, rows of choices. */

import { icon } from "./icons.js";
import { h } from "./render.js";
import { LANGUAGES, say } from "./words.js";

const LATE_S = 10;

/** Return a button; `attributes` may add classes. */
export function button(text, onclick, { class: kind = "", ...attributes } = {}) {
  return h("button", { type: "button", class: `button ${kind}`, onclick, ...attributes }, text);
}

/** Return a button with a picture, whose `label` only screen readers get. */
export function iconButton(name, label, onclick, attributes = {}) {
  const { class: kind = "", count = 0, ...others } = attributes;
  const badge = count > 0 && h("span", { class: "count", "aria-hidden": "true" }, String(count));
  return h("button", { type: "button", class: `button icon ${kind}`, "aria-label": label, onclick, ...others },
    icon(name), badge);
}

/** Return the button of a choice of the host. */
export function choiceButton(choice, actions, attributes = {}) {
  const kind = choice.is_primary ? "primary" : "";
  const isDisabled = choice.is_enabled ? null : "true";
  return button(choice.label, () => actions.press(choice), {
    "aria-disabled": isDisabled, ...markChoice(choice), ...attributes, class: `${kind} ${attributes.class ?? ""}`,
  });
}

/** Return the attributes by which tests and style sheets find the element of a choice. */
export function markChoice(choice) {
  const { index, kind, request } = choice ?? {};
  return choice && { "data-choice": index, "data-kind": kind, "data-request": JSON.stringify(request) };
}

/** Return whose side it is, "us" or "them". */
export function saySide(side) {
  return say(side === "us" ? "your_side" : "other_side");
}

/** Return the attributes by which tests find a seat. */
export function markSeat(seat) {
  return {
    "data-seat": seat.seat, "data-you": Boolean(seat.is_you), "data-turn": Boolean(seat.is_turn),
    "data-free": Boolean(seat.is_free), "data-away": Boolean(seat.is_away),
  };
}

/** Return why something was refused, where it is not in the place of the status. */
export function refusal({ refused }) {
  return refused && h("p", { id: "refusal", key: "refusal", class: "refused", role: "alert" },
    icon("refused", 28), h("span", {}, refused.text));
}

export function portrait(number, size) {
  const source = `portraits/${number}.svg`;
  return number ? h("img", { class: "portrait", src: source, alt: "", width: size, height: size }) : null;
}

export function cardPicture(deck, card, name) {
  const source = card === "??" ? "cards/backs/classic.svg" : `cards/${deck}/${card}.svg`;
  return h("img", { "data-card": card, src: source, alt: name, width: 220, height: 360, draggable: "false" });
}

export function suitPicture(deck, suit) {
  const source = `icons/${deck.startsWith("french") ? "french" : "italian"}_${suit}.svg`;
  return h("img", { class: "suit", src: source, alt: "", width: 26, height: 26 });
}

/** Return a row of radio buttons: `options` are pairs of a value and its text. */
export function segments(name, label, options, chosen, onChoose, languages = false) {
  const inputs = options.map(([value, text]) =>
    h("label", { key: value, lang: languages ? value : null },
      h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onChoose(value) }), text));
  return h("fieldset", { key: name, class: "plain" },
    h("legend", { class: "hidden" }, label), h("div", { class: "segments" }, inputs));
}

export function languageSegments(chosen, actions) {
  return segments("language", say("language"), Object.entries(LANGUAGES), chosen, actions.setLanguage, true);
}

/** Return a line with an icon about how things are. */
export function note(iconName, text) {
  return h("p", { class: "note" }, icon(iconName, 22), h("span", {}, text));
}

/** Return the buttons that open the log and the menu. */
export function panelButtons({ state, actions }) {
  const { newLines } = state;
  const logLabel = newLines > 0 ? say("log_and_chat_new", { count: newLines }) : say("log_and_chat");
  return [
    iconButton("chat", logLabel, () => actions.open("log"),
      { id: "open-log", key: "log", class: "quiet", count: newLines }),
    iconButton("menu", say("menu"), () => actions.open("menu"), { id: "open-menu", key: "menu", class: "quiet" }),
  ];
}

/** Return the seconds left, as minutes and seconds; null without a turn timer. */
export function countdown({ described, heardAt }) {
  if (described.seconds_left === null) {
    return null;
  }
  const seconds = Math.max(0, Math.round(described.seconds_left - (Date.now() - heardAt) / 1000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const kind = seconds <= LATE_S ? "timer late" : "timer";
  return h("span", { key: "timer", class: kind, role: "timer", "aria-label": say("time_left", { time: text }) }, text);
}

/** Return what stands above everything: a lie of the host, and a line of the host's. */
export function notices({ state, guard }) {
  return [
    lieNotice(guard),
    state.described.notice && h("p", { id: "notice", key: "notice", class: "notice", role: "status" },
      state.described.notice),
  ];
}

/** Return the first lie of the host that this phone has found, or null. */
export function lieNotice({ faults: [fault] }) {
  return fault ? h("p", { id: "host-lied", key: "fault", class: "notice fault", role: "alert" },
    icon("warning"), h("span", {}, say(`fault_${fault.code}`, { deal: fault.deal }))) : null;
}
