/** The form in which a person gives name, portrait and language. */

import { icon } from "./icons.js";
import { button, languageSegments, note } from "./parts.js";
import { h } from "./render.js";
import { say, sayRefusal } from "./words.js";

export const PORTRAITS = 14;
const MAX_NAME_CHARACTERS = 24;

/** Return the page of somebody who comes back to their seat. */
export function viewReturn({ state, actions }) {
  return h("main", { class: "page return", key: "return", tabindex: -1 },
    h("div", { class: "spin", "aria-hidden": "true" }),
    h("h1", { class: "center" }, say(state.isLost ? "lost_title" : "connecting")),
    state.isLost && h("p", { class: "center", role: "status" }, say("lost_hint")),
    state.isLost && button(say("try_now"), actions.retry, { id: "try-now", class: "primary wide" }));
}

/** Return the page; in the lobby it changes name and portrait of somebody who has a seat. */
export function viewJoin({ state, actions, person, isStorageAllowed }) {
  const { isChanging, isNameMissing, connection, code, described } = state;
  const isWaiting = ["connecting", "lost"].includes(connection) && !isChanging;
  const others = (described?.seats ?? []).filter((seat) => seat.portrait && !seat.is_you);
  const taken = others.map((seat) => Number(seat.portrait));
  const chosen = person.portrait;
  const submit = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    actions.join(form.get("name").trim(), Number(form.get("portrait")));
  };
  const problem = isNameMissing ? say("name_missing") : connection === "closed" ? sayRefusal(code) : "";
  return h("main", { class: "page", key: "join", tabindex: -1 },
    h("header", {},
      h("h1", {}, say(isChanging ? "change_title" : "join_title")), !isChanging && h("p", {}, say("join_hint"))),
    h("form", { id: "join", class: "join", novalidate: true, onsubmit: submit },
      h("div", { class: "panel" },
        h("label", { for: "name" }, h("b", {}, say("your_name"))),
        h("input", {
          class: "field", id: "name", name: "name", value: person.name ?? "", required: true,
          autocomplete: "nickname", maxlength: MAX_NAME_CHARACTERS, enterkeyhint: "done",
          "aria-invalid": problem ? "true" : null, "aria-describedby": "refusal",
        }),
        h("p", { id: "refusal", class: "problem", role: "alert" }, problem)),
      h("fieldset", { class: "panel" },
        h("legend", { class: "hidden" }, say("your_portrait")),
        h("p", { class: "label", "aria-hidden": "true" }, h("b", {}, say("your_portrait"))),
        h("div", { class: "portraits" }, Array.from({ length: PORTRAITS }, (_, index) =>
          portraitOption(index + 1, index + 1 === chosen, taken.includes(index + 1)))))),
    languageSegments(person.language, actions),
    h("div", { class: "foot" },
      isWaiting
        ? h("p", { class: "center", role: "status" }, say("connecting"))
        : h("button", { id: "sit-down", type: "submit", form: "join", class: "button primary wide" },
          say(isChanging ? "keep_changes" : "sit_down")),
      isChanging && button(say("cancel"), actions.cancelChange, { class: "wide" }),
      note("lock", say("host_knows")),
      !isStorageAllowed && note("warning", say("storage_refused"))));
}

function portraitOption(number, isChosen, isTaken) {
  const file = String(number).padStart(2, "0");
  const label = say(isTaken ? "portrait_taken" : "portrait_number", { number });
  return h("label", { key: file },
    h("input", { type: "radio", name: "portrait", value: file, checked: isChosen, disabled: isTaken }),
    h("img", { src: `portraits/${file}.svg`, alt: label, width: 60, height: 60 }),
    h("span", { class: "tick" }, icon("check", 16)));
}
