/** The state of the page, what changes it, and the drawing of it. */

import { canStayAwake, markTurn, stayAwake } from "./device.js";
import { PORTRAITS, viewJoin, viewReturn } from "./join.js";
import { viewLobby } from "./lobby.js";
import { viewDialog, viewLog, viewMenu } from "./panels.js";
import { h, render } from "./render.js";
import { viewEnded, viewResult } from "./result.js";
import { Store, isStorageAllowed, randomHex, toHex, watchTabs } from "./store.js";
import { chooseTiers, viewTable } from "./table.js";
import { guessLanguage, loadWords, say } from "./words.js";

const KEY_BYTES = 16;
const TYPING_MS = 900;
const LOST_MS = 1000;
const NEAR_END_PX = 40;
const CHOSEN = "[role=radio][aria-checked=true]";
const FIRST_VIEW_MS = 500;
const RELOAD_PAUSE_MS = 1000;

/** All that the page shows follows from this and the stores. `described` is the host's last message in words. */
const state = {
  place: "join", connection: "none", code: "", minutes: 0, described: null, lastResult: null, heardAt: 0, panel: "", asked: null,
  raised: "", chosen: "", refused: null, newLines: 0, show: "all", draft: "", isChanging: false, isNameMissing: false, focus: "",
  tiers: 1, isLost: false, isLoading: true, isSheetOpen: false,
};
const person = new Store("person");
let table = null;
let connection = null;
let guard = null;
let preparation = null;
let takeTable = null;
let lostTimer = 0;
let typed = { text: "", at: 0 };

// -- what people do --------------------------------------------------------------------------------

const actions = {
  change,
  async setLanguage(language) {
    person.keep({ language });
    await loadWords(language);
    change({});
    if (connection?.person) {
      connection.enter(getPerson());
    }
  },
  async join(name, portrait) {
    change({ isNameMissing: !name, focus: name ? "" : "#name" });
    if (!name) {
      return;
    }
    person.keep({ name, portrait });
    table.keep({ run: table.values.run ?? randomHex(16) });
    change({ isChanging: false, code: "", described: null });
    await enter();
  },
  standUp() {
    connection.leave();
    table.forget("secret");
    change({ place: "join", connection: "none", described: null, panel: "", asked: null });
  },
  retry: () => connection.retry(),
  comeBack: () => enter(),
  setOneTap: (isOneTap) => (person.keep({ isOneTap }), change({})),
  open: (panel) => change({ panel, newLines: 0, focus: `#close-${panel}` }),
  close: () => change({ panel: "", asked: null, focus: state.panel ? `#open-${state.panel}` : "" }),
  /** Make a choice of the host's; it may have a question to ask before. */
  press(choice, isConfirmed = false) {
    if (!choice.is_enabled) {
      change({ refused: choice.refusal ? { text: choice.refusal, card: "" } : null });
    } else if (choice.confirmation && !isConfirmed) {
      change({ asked: choice, focus: "#confirm-no" });
    } else if (!connection.isAwaited(state.described.turn)) {
      connection.ask(choice.request, state.described.turn);
      change({ asked: null, refused: null, panel: choice.kind === "menu" ? "" : state.panel });
    }
  },
  say(text) {
    connection.ask({ type: "chat", text }, state.described.turn);
    change({ draft: "" });
  },
  ask: (request) => connection.ask(request, state.described.turn),
  setShow: (show) => change({ show }),
  beginChange: () => change({ isChanging: true, panel: "", focus: "#name" }),
  cancelChange: () => change({ isChanging: false, isNameMissing: false }),
  rejoin: () => change({ place: "join", connection: "none", code: "", described: null }),
  choose: (number, isFocused = false) =>
    change({ chosen: JSON.stringify(number.request), refused: null, focus: isFocused ? CHOSEN : "" }),
  openSheet: () => change({ isSheetOpen: true, raised: "", focus: "#close-sheet" }),
  closeSheet: () => change({ isSheetOpen: false, focus: "#open-sheet" }),
  /** Raise a card of the hand, or play it if it is raised; say why it may not be played. */
  tap(held) {
    const choice = state.described.choices[held.choice ?? -1];
    if (!choice) {
      const refused = held.refusal ? { text: held.refusal, card: held.card } : null;
      change({ raised: "", refused });
    } else if (state.raised === held.card || person.values.isOneTap) {
      actions.press(choice);
    } else {
      change({ raised: held.card, refused: null });
    }
  },
};

// -- what the host says ----------------------------------------------------------------------------

function receive(message) {
  if (message.type === "described") {
    describe(message);
  } else if (message.type === "shuffle") {
    guard.answer(message).forEach((answer) => connection.send(answer));
  } else if (message.type === "proof") {
    guard.checkProof(message.proof);
  } else if (message.type === "deal") {
    guard.checkDeal(message);
  }
  change({});
}

function describe(message) {
  const described = fillDescribed(message);
  const before = state.described;
  const isSameTurn = before !== null && String(before.turn) === String(described.turn);
  const isHeld = described.hand.some(({ card }) => card === state.raised);
  if (described.hand.length > 0) {
    guard.checkBegin(described.turn);
  }
  const newLines = before && state.panel !== "log" ? state.newLines + countNew(before.log, described.log) : 0;
  const refused = described.refusal ? { text: described.refusal, card: state.raised } : null;
  change({
    described, newLines, place: "table", heardAt: Date.now(), lastResult: described.result ?? state.lastResult,
    tiers: before?.hand.length === described.hand.length ? state.tiers : 1,
    raised: isHeld && !refused ? state.raised : "",
    isSheetOpen: isSameTurn && state.isSheetOpen,
    chosen: isSameTurn && described.question === before.question ? state.chosen : "",
    refused: refused ?? (isSameTurn ? state.refused : null),
  });
}

/** Return the message with the empty values that it leaves out. */
function fillDescribed(message) {
  const empty = {
    subtitle: "", deck: "", facts: [], seats: [], status: "", is_your_turn: false, hand: [], question: "", log: [],
    explanation: [], choices: [], result: null, phrases: [], may_write: false, seconds_left: null, notice: "",
    refusal: "", checks: [],
  };
  const described = { ...empty, ...message };
  const emptyChoice = { is_enabled: true, meaning: [], seat: null };
  described.choices = described.choices.map((choice, index) => ({ ...emptyChoice, ...choice, index }));
  described.log = described.log.map((line) => ({ kind: "event", name: "", ...line }));
  return described;
}

/** Return how many lines of others have been said since: the older list begins or continues the newer one. */
function countNew(before, after) {
  const texts = after.map(({ kind, name, text }) => `${kind} ${name} ${text}`);
  const known = before.map(({ kind, name, text }) => `${kind} ${name} ${text}`);
  let shift = 0;
  while (shift < known.length && known.slice(shift).some((text, index) => text !== texts[index])) {
    shift += 1;
  }
  return after.slice(known.length - shift).filter(({ kind }) => kind === "chat").length;
}

function changeConnection(name, code = "", minutes = 0) {
  if (name === "lost") {
    lostTimer ||= setTimeout(() => change({ isLost: true }), LOST_MS);
  } else if (name !== "connecting") {
    clearTimeout(lostTimer);
    lostTimer = 0;
    state.isLost = false;
  }
  if (name === "open") {
    table.keep({ isSeated: true });
    stayAwake();
    reloadPictures();
  } else if (name === "closed") {
    table.keep({ isSeated: false });
    const isName = code.startsWith("name_");
    const described = state.described && { ...state.described, choices: [], is_your_turn: false };
    change({ described, place: isName ? "join" : state.place, isChanging: false, panel: "", asked: null });
  }
  change({ connection: name, code, minutes });
}

/** Return whether each picture has come, or will not. */
function arePicturesThere() {
  return [...document.images].every((image) => image.complete);
}

/** Ask again for the pictures that did not come while the host was out of reach. */
function reloadPictures() {
  const broken = [...document.images].filter((image) => image.complete && image.naturalWidth === 0);
  broken.forEach((image) => image.setAttribute("src", image.getAttribute("src")));
}

// -- drawing ---------------------------------------------------------------------------------------

let isDrawing = false;

function change(changes) {
  Object.assign(state, changes);
  if (!isDrawing) {
    isDrawing = true;
    queueMicrotask(draw);
  }
}

function draw() {
  isDrawing = false;
  const focused = document.activeElement;
  const held = [...document.querySelectorAll(".hand .card")].indexOf(focused);
  const log = document.querySelector(".log");
  const isAtEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END_PX;
  const dialog = viewDialog(state, actions);
  const view = viewPage();
  const page = h("div", { key: "page", class: "whole", inert: Boolean(dialog) }, view);
  const isLoading = state.described !== null && state.isLoading;
  const loading = isLoading && h("p", { key: "loading", class: "loading", role: "status" }, say("loading"));
  render(document.body, [page, loading, dialog].filter(Boolean));
  state.isLoading = state.described === null || (state.isLoading && !arePicturesThere());
  if (isLoading && !state.isLoading) {
    change({});
  }
  if (isAtEnd) {
    document.querySelector(".log")?.scrollTo(0, Number.MAX_SAFE_INTEGER);
  }
  const tiers = chooseTiers(state);
  if (tiers !== state.tiers) {
    change({ tiers });
  }
  keepFocus(focused, held);
  const { described } = state;
  Object.assign(document.body.dataset, {
    place: namePlace(),
    connection: { open: "open", none: "none" }[state.connection] ?? "lost",
    number: described?.number ?? "",
  });
  const isTurn = Boolean(described?.is_your_turn);
  markTurn(isTurn, isTurn ? say("your_turn") : described?.title ?? say("join_title"));
}

function namePlace() {
  if (!table) {
    return "code-missing";
  }
  if (state.connection === "displaced" || state.code === "displaced") {
    return "displaced";
  }
  if (state.connection === "closed" && state.code === "ended") {
    return "ended";
  }
  if (state.place === "join" || state.isChanging || !state.described) {
    return "join";
  }
  return state.connection === "closed" ? "refused" : state.described.place;
}

function viewPage() {
  if (!table) {
    const lines = [h("h1", {}, say("join_title")), h("p", {}, say("code_missing"))];
    return h("main", { class: "page", key: "code", tabindex: -1 }, lines);
  }
  const context = { state, actions, person: person.values, guard, canStayAwake, isStorageAllowed };
  if (namePlace() === "ended") {
    return viewEnded(context);
  }
  if (table.values.isSeated && !state.described && state.connection !== "closed") {
    return viewReturn(context);
  }
  if (state.place === "join" || state.isChanging || !state.described) {
    return viewJoin(context);
  }
  if (state.panel === "log") {
    return viewLog(context);
  }
  if (state.panel === "menu") {
    return viewMenu(context);
  }
  const views = { table: viewTable, result: viewResult };
  return (views[state.described.place] ?? viewLobby)(context);
}

/** Move the focus to where the drawing asks for it; if what had it is gone, to the next card or the new page. */
function keepFocus(focused, held) {
  if (state.focus) {
    document.querySelector(state.focus)?.focus();
    state.focus = "";
  } else if (!focused.isConnected) {
    const cards = held >= 0 ? document.querySelectorAll(".hand .card") : [];
    (cards[Math.min(held, cards.length - 1)] ?? document.querySelector("main")).focus({ preventScroll: true });
  }
}

// -- keys ------------------------------------------------------------------------------------------

function handleKey(event) {
  const isWriting = event.target.matches("input:not([type=radio]):not([type=checkbox])");
  if (event.key === "Escape") {
    if (state.panel || state.asked) {
      actions.close();
    } else {
      change({ raised: "", chosen: "", refused: null, isChanging: false, isSheetOpen: false });
    }
  } else if (/^[0-9]$/.test(event.key) && !isWriting && !event.ctrlKey && !event.metaKey && !event.altKey) {
    typeDigit(event.key);
  } else if (event.key === "Enter" && event.target.matches("body,[role=radio][aria-checked=true]")) {
    event.preventDefault();
    document.querySelector("#action:not([aria-disabled=true])")?.click();
  }
}

function typeDigit(digit) {
  const text = Date.now() - typed.at < TYPING_MS ? typed.text + digit : digit;
  const numbers = (state.described?.choices ?? []).filter(({ kind }) => kind === "number");
  const number = numbers.find(({ figure }) => figure === text) ?? numbers.find(({ figure }) => figure === digit);
  typed = { text, at: Date.now() };
  if (number && !state.panel) {
    actions.choose(number, true);
  }
}

// -- the beginning ---------------------------------------------------------------------------------

function getPerson() {
  const { name, portrait, language } = person.values;
  return { name, portrait, language };
}

/** Load what only a connection needs; the first view does not wait for it. */
function loadCryptography() {
  return Promise.all([import("./connection.js"), import("./shuffle.js")]).catch(reloadSoon);
}

/** Load the page again: its host was out of reach, and a browser may not ask twice for the same module. */
function reloadSoon() {
  setTimeout(() => location.reload(), RELOAD_PAUSE_MS);
  return new Promise(() => {}); // nothing goes on here
}

function prepare() {
  preparation ??= loadCryptography().then(([{ Connection }, { ShuffleGuard }]) => {
    guard = new ShuffleGuard(table);
    const listener = { onMessage: receive, onState: changeConnection };
    connection = new Connection(decodeKey(location.hash.slice(1)), table, listener);
  });
  return preparation;
}

async function enter() {
  takeTable();
  await prepare();
  connection.enter(getPerson());
}

function displace() {
  connection?.leave();
  if (connection) {
    change({ connection: "displaced" });
  }
}

/** Return the bytes of the key in the link, base64url without "="; null if it is none. */
function decodeKey(text) {
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return bytes.length === KEY_BYTES ? bytes : null;
  } catch {
    return null;
  }
}

/** Return a short name for what the browser keeps of the table with this key. */
function nameTable(text) {
  const sum = [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0, 2166136261);
  return sum.toString(16).padStart(8, "0");
}

async function start() {
  const { language = guessLanguage(), portrait = 1 + parseInt(randomHex(1), 16) % PORTRAITS } = person.values;
  person.keep({ language, portrait });
  await loadWords(language).catch(reloadSoon);
  const secret = decodeKey(location.hash.slice(1));
  if (secret) {
    const name = `table:${nameTable(location.hash)}`;
    table = new Store(name);
    table.keep({ secret: toHex(secret) });
    takeTable = watchTabs(name, displace);
    if (table.values.isSeated) {
      await enter();
    } else {
      setTimeout(prepare, FIRST_VIEW_MS);
    }
  }
  document.addEventListener("keydown", handleKey);
  for (const name of ["load", "error"]) {
    document.addEventListener(name, () => state.isLoading && change({}), true);
  }
  window.addEventListener("resize", () => change({ tiers: 1 }));
  window.addEventListener("hashchange", () => location.reload());
  setInterval(() => state.described?.seconds_left != null && change({}), 1000);
  change({});
}

start();
