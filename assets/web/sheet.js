/** The sheet with a question of the host: a row of numbers, buttons, and what they mean. */

import { choiceButton, iconButton, markChoice, suitPicture } from "./parts.js";
import { h } from "./render.js";
import { say } from "./words.js";

const MAX_COLUMNS = 7;
const MAX_SHOWN_NUMBERS = 14;
const MAX_WITH_USUAL = 3;
const FEW_ANSWERS = 2;

/** Return whether a question may be left alone: a card can be played instead, and the sheet would take its place. */
export function isOptional({ question, choices }) {
  const answers = choices.filter(({ kind }) => kind === "button" || kind === "number");
  return question !== "" && answers.length > FEW_ANSWERS && choices.some(({ kind }) => kind === "card");
}

/** Return the sheet for the host's question. */
export function viewSheet({ state, actions }) {
  const { described, chosen, raised } = state;
  const numbers = described.choices.filter(({ kind }) => kind === "number");
  const canClose = isOptional(described);
  const offered = described.choices.filter(({ kind }) => kind === "button");
  const isPlain = offered.length > MAX_WITH_USUAL;
  const buttons = offered.map((choice) => isPlain ? { ...choice, is_primary: false } : choice);
  const number = numbers.find(({ request }) => JSON.stringify(request) === chosen);
  const held = described.hand.find(({ card }) => card === raised);
  const play = described.choices[held?.choice ?? -1];
  const gold = play ?? number;
  const lines = gold?.meaning.length > 0 ? gold.meaning : described.explanation;
  return h("section", { class: "sheet", "aria-labelledby": "question", key: "sheet" },
    canClose && iconButton("close", say("back"), actions.closeSheet, { id: "close-sheet", class: "quiet close" }),
    h("h2", { id: "question", "aria-live": "polite" }, described.question),
    numbers.length > 0 && viewNumbers(numbers, number, described, actions),
    h("div", { class: "meaning", "aria-live": "polite" },
      lines.map((line, index) => h("p", { class: index > 0 ? "small muted" : gold ? "strong" : "small" }, line))),
    numbers.length > 0 || gold
      ? viewPair(buttons, gold, numbers, actions)
      : viewButtons(buttons, described.deck, actions));
}

function viewNumbers(numbers, chosen, { question }, actions) {
  const move = (event) => {
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    if (event.key in steps) {
      event.preventDefault();
      const place = chosen ? numbers.indexOf(chosen) + steps[event.key] : 0;
      actions.choose(numbers.at(place % numbers.length), true);
    }
  };
  const columns = Math.min(MAX_COLUMNS, numbers.length < MAX_COLUMNS ? numbers.length : Math.ceil(numbers.length / 2));
  const kind = numbers.length > MAX_SHOWN_NUMBERS ? "numbers many" : "numbers";
  const attributes = { role: "radiogroup", "aria-label": question, variables: { "--columns": columns } };
  return h("div", { class: kind, ...attributes, onkeydown: move },
    numbers.map((number) => viewNumber(number, number === chosen, (chosen ?? numbers[0]) === number, actions)));
}

function viewNumber(number, isChosen, isFocusable, actions) {
  const { figure, small, index, is_enabled: isEnabled } = number;
  return h("button", {
    type: "button", class: "button", role: "radio", key: String(index), "aria-checked": isChosen ? "true" : "false",
    "aria-disabled": isEnabled ? null : "true", tabindex: isFocusable ? 0 : -1, ...markChoice(number),
    onclick: () => actions.choose(number),
  }, figure, small && h("small", {}, small));
}

/** Return the gold button of the chosen number or card, with the other buttons beside it. */
function viewPair(buttons, gold, numbers, actions) {
  const hint = say(numbers.every(({ small }) => small) ? "choose_card" : "choose_number");
  const choice = gold ?? { ...numbers[0], label: hint, is_enabled: false, refusal: "" };
  const main = choiceButton({ ...choice, is_primary: true }, actions, { id: "action", key: "gold", class: "wide" });
  const others = buttons.map((other) => choiceButton({ ...other, is_primary: false }, actions, { key: other.label }));
  return others.length > 1
    ? [h("div", { class: "choices" }, others), main]
    : h("div", { class: others.length > 0 ? "pair" : "single" }, others, main);
}

/** Return buttons in rows of three (of two, if there are four); what is left over is a row of its own. */
function viewButtons(buttons, deck, actions) {
  const explained = buttons.filter(({ meaning }) => meaning.length > 0);
  if (explained.length > 0 || buttons.length < 3) {
    return h("div", { class: explained.length > 0 ? "list" : "row" },
      buttons.map((choice) => viewButton(choice, deck, actions, "grow")));
  }
  const rowLength = buttons.length === 4 ? 2 : 3;
  const inRows = buttons.length - buttons.length % rowLength;
  const [rows, rest] = [buttons.slice(0, inRows), buttons.slice(inRows)];
  return [
    h("div", { class: rowLength === 2 ? "choices by-two" : "choices" },
      rows.map((choice) => viewButton(choice, deck, actions, ""))),
    rest.length > 0 && h("div", { class: "row", key: "rest" },
      rest.map((choice) => viewButton(choice, deck, actions, "grow"))),
  ];
}

function viewButton(choice, deck, actions, kind) {
  const parts = [
    choice.suit && suitPicture(deck, choice.suit),
    choice.meaning.length > 0 ? h("span", {}, choice.label, h("small", {}, choice.meaning.join(" "))) : choice.label,
  ];
  return choiceButton({ ...choice, label: parts }, actions, { key: choice.label, class: kind });
}
