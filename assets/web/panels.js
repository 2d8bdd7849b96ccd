/** What opens above the table: the log with the chat, the menu with the checks of the host, and the questions. */

import { button, choiceButton, iconButton, languageSegments, note, portrait, refusal, segments } from "./parts.js";
import { h } from "./render.js";
import { say, sayRefusal } from "./words.js";

const OWN_CHECKS = ["seal", "word", "rounds", "pack"];

function viewHeader(id, title, actions) {
  const back = iconButton("back", say("back"), actions.close, { id: `close-${id}` });
  return h("header", { class: "row" }, back, h("h1", { class: "grow" }, title));
}

/** Return the log and the chat in one list, with what can be said. */
export function viewLog({ state, actions }) {
  const { described, show } = state;
  const isChat = ({ kind }) => kind === "chat" || kind === "own_chat";
  const lines = described.log.filter((line) => show === "all" || isChat(line) === (show === "chat"));
  const choices = [["all", say("all")], ["log", say("log")], ["chat", say("chat")]];
  const submit = (event) => {
    event.preventDefault();
    const text = new FormData(event.target).get("text").trim();
    if (text) {
      actions.say(text);
      event.target.reset();
    }
  };
  return h("main", { class: "page log-page", key: "log-page", tabindex: -1 },
    viewHeader("log", say("log_and_chat"), actions),
    segments("show", say("show"), choices, show, actions.setShow),
    h("ol", { id: "log", class: "log", role: "log", "aria-label": say("log"), key: "log", tabindex: 0 },
      lines.map(viewLine)),
    h("div", { class: "foot" },
      described.may_write && h("form", { class: "row", onsubmit: submit, key: "write" },
        h("input", { id: "chat-text", class: "field grow", name: "text", maxlength: 200, autocomplete: "off",
          enterkeyhint: "send", "aria-label": say("say_something") }),
        h("button", { id: "send", type: "submit", class: "button" }, say("send"))),
      described.phrases.length > 0 && viewPhrases(described.phrases, actions),
      refusal(state),
      (described.may_write || described.phrases.length > 0) && h("p", { class: "note" }, say("all_see_chat"))));
}

function viewPhrases(phrases, actions) {
  return h("div", { class: "phrases", role: "group", "aria-label": say("say_something"), key: "phrases" },
    phrases.map(({ text, request }, index) =>
      button(text, () => actions.ask(request), { key: text, "data-phrase": index })));
}

function viewLine({ text, kind, name = "", portrait: number = "" }) {
  if (kind === "event" || kind === "note") {
    const isNamed = name && text.startsWith(name);
    const words = isNamed ? [h("b", {}, name), text.slice(name.length)] : text;
    return h("li", { class: "event" }, h("p", {}, words));
  }
  const isOwn = kind === "own_chat";
  return h("li", { class: isOwn ? "mine" : "theirs" }, portrait(number, 36),
    h("div", {}, h("p", { class: "small muted" }, isOwn ? say("you") : name), h("p", { class: "said" }, text)));
}

/** Return the menu: what the person can set, what they can ask for beside their turn, and what is checked. */
export function viewMenu({ state, actions, person, guard, canStayAwake, isStorageAllowed }) {
  const { described } = state;
  const choices = described.choices.filter(({ kind }) => kind === "menu");
  return h("main", { id: "menu", class: "page menu-page", key: "menu-page", tabindex: -1 },
    viewHeader("menu", say("menu"), actions),
    h("section", { class: "panel settings" },
      h("label", { class: "row switch" },
        h("input", { id: "one-tap", type: "checkbox", role: "switch", checked: Boolean(person.isOneTap),
          onchange: (event) => actions.setOneTap(event.target.checked) }),
        h("span", { class: "grow" }, h("b", {}, say("one_tap")),
          h("span", { class: "small muted block" }, say("one_tap_hint"))))),
    languageSegments(person.language, actions),
    described.place === "lobby" && button(say("change_person"), actions.beginChange, { class: "wide" }),
    viewFairness(described, guard),
    !canStayAwake && note("sun", say("not_awake")),
    !isStorageAllowed && note("warning", say("storage_refused")),
    choices.length > 0 && h("div", { class: "foot" },
      choices.map((choice) => choiceButton(choice, actions, { key: choice.label, class: "wide" }))));
}

function viewFairness({ checks }, guard) {
  const isFound = (id) => guard.faults.some(({ code }) => code === id);
  const state = (id) => isFound(id) ? "no" : guard.checkedCount > 0 ? "yes" : "later";
  const word = (id) => checks.find((check) => check.id === id)?.text ?? say(`check_${id}`);
  const own = OWN_CHECKS.map((id) => [id, word(id), state(id)]);
  const others = checks.filter(({ id }) => !OWN_CHECKS.includes(id)).map(({ id, text }) => [id, text, "unknown"]);
  const rest = others.length > 0 ? others : [["rules", say("check_rules"), "unknown"]];
  return h("section", { id: "fairness", class: "panel fairness", "aria-labelledby": "fairness-title" },
    h("h2", { id: "fairness-title" }, say("fairness")),
    h("p", { class: "small muted" }, say("deals_checked", { count: guard.checkedCount })),
    h("ul", {}, [...own, ...rest].map(([id, text, result]) =>
      h("li", { key: id, class: result, "data-check": id, "data-state": result },
        h("span", { class: "grow" }, text), h("b", {}, say(`result_${result}`))))),
    guard.faults.map(({ code, deal }) =>
      h("p", { class: "them", key: `${code}${deal}` }, say(`fault_${code}`, { deal }))));
}

// -- questions that stop everything else -----------------------------------------------------------

/** Return the dialog that is open, or null: a connection that is lost or closed, or a question of the person's own. */
export function viewDialog(state, actions) {
  const { connection, code, minutes, described, asked, place } = state;
  const isAtTable = place === "table" && described !== null;
  if (connection === "displaced" || (connection === "closed" && code === "displaced")) {
    return dialog("displaced", say("displaced_title"), [say("displaced")],
      [button(say("use_here"), actions.comeBack, { id: "use-here", class: "primary wide" })]);
  }
  if (connection === "closed" && isAtTable && code !== "ended") {
    return dialog("closed", sayRefusal(code), minutes > 0 ? [say("minutes_left", { minutes })] : [],
      [button(say("join_again"), actions.rejoin, { id: "join-again", class: "primary wide" })]);
  }
  if (["lost", "connecting"].includes(connection) && isAtTable && state.isLost) {
    return dialog("lost", say("lost_title"), [say("lost"), say("lost_hint")],
      [button(say("try_now"), actions.retry, { id: "try-now", class: "primary wide" })], true);
  }
  if (asked) {
    const choice = choiceButton({ ...asked, confirmation: "" }, { press: () => actions.press(asked, true) },
      { id: "confirm-yes", class: "primary" });
    return dialog("confirm", asked.confirmation, [],
      [h("div", { class: "pair" }, button(say("cancel"), actions.close, { id: "confirm-no" }), choice)]);
  }
  return null;
}

function dialog(id, title, lines, buttons, isBusy = false) {
  return h("div", { class: "scrim", key: "scrim" },
    h("section", {
      id, key: id, class: "sheet", role: "alertdialog", "aria-modal": "true", "aria-labelledby": "dialog",
      "aria-describedby": "why",
    },
      isBusy && h("div", { class: "spin", "aria-hidden": "true" }),
      h("h2", { id: "dialog" }, title),
      h("div", { id: "why", class: "meaning" },
        lines.map((line, index) => h("p", { class: index > 0 ? "small muted" : null }, line))),
      buttons));
}
