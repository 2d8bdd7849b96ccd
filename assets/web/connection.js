/** The connection to the host: sealed, and made again by itself until the host or the person ends it. */

import { SealedChannel } from "./sealing.js";

const PROTOCOL = 3;
const RETRY_MS = [250, 500, 1000, 2000, 4000, 8000, 15000];
const CONNECT_MS = 8000;
const SILENCE_MS = 15000;
const POLICY_VIOLATION = 1008;
const COUNTED = ["act", "chat"];

/** A connection for a person at one table.
 *
 * `table`: the store with `run`, `seatKey` and `number`, the last one of a counted command. `onMessage` gets the
 * host's messages, `onState` "connecting", "open", "lost", or "closed" with the code of the reason. */
export class Connection {
  constructor(secret, table, { onMessage, onState }) {
    this.secret = secret;
    this.table = table;
    this.onMessage = onMessage;
    this.onState = onState;
    this.unanswered = null;
    window.addEventListener("online", () => this.retry());
    window.addEventListener("offline", () => this.socket && this.lose());
    document.addEventListener("visibilitychange", () => !document.hidden && this.isSilent() && this.retry());
  }

  /** Come in as `person` (name, portrait, language), or come back with other values; the newest connection counts. */
  enter(person) {
    this.person = person;
    this.tries = 0;
    this.connect();
  }

  /** Try again at once. */
  retry() {
    if (this.person) {
      this.tries = 0;
      this.connect();
    }
  }

  /** End the connection; nothing is tried again. */
  leave() {
    this.person = null;
    this.unanswered = null;
    this.drop();
  }

  connect() {
    this.drop();
    const address = new URL("table", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const channel = new SealedChannel(this.secret);
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket.send(channel.publicKey);
    socket.onmessage = (event) => this.receive(new Uint8Array(event.data));
    socket.onclose = ({ code }) => socket === this.socket && this.lose(code);
    Object.assign(this, { socket, channel, hasHeard: false, hasSigns: false, timer: this.waitForHost() });
    this.onState("connecting");
  }

  drop() {
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  lose(code = 0) {
    this.drop();
    if (code === POLICY_VIOLATION && !this.hasHeard) {
      this.table.keep({ seatKey: "" });
      this.refuse({ code: "wrong_token" });
      return;
    }
    this.timer = setTimeout(() => this.connect(), RETRY_MS[Math.min(this.tries, RETRY_MS.length - 1)]);
    this.tries += 1;
    this.onState("lost");
  }

  waitForHost() {
    return setTimeout(() => this.lose(), this.hasHeard ? SILENCE_MS : CONNECT_MS);
  }

  isSilent() {
    return !this.socket || Date.now() - (this.heardAt ?? 0) > SILENCE_MS;
  }

  receive(bytes) {
    this.heardAt = Date.now();
    if (!this.channel.incoming) {
      this.channel.begin(bytes);
      this.introduce();
      return;
    }
    let text = "";
    try {
      text = this.channel.open(bytes);
    } catch {
      this.lose();
      return;
    }
    this.hasHeard = true;
    this.hasSigns ||= !text;
    clearTimeout(this.timer);
    this.timer = this.hasSigns ? this.waitForHost() : 0;
    if (text) {
      this.handle(JSON.parse(text));
    }
  }

  introduce() {
    const { name, portrait, language } = this.person;
    const { run, seatKey, secret } = this.table.values;
    const token = seatKey || secret;
    this.send({ type: "hello", program: "tavoloverde phone", protocol: PROTOCOL, rules: {}, token });
    this.send({ type: "enter", name, run, avatar_number: portrait, language });
  }

  handle(message) {
    if (message.type === "refused") {
      this.refuse(message);
      return;
    }
    if (message.type === "welcome") {
      this.tries = 0;
      this.onState("open");
    } else if (message.type === "seat_key") {
      this.table.keep({ seatKey: message.key, seat: message.seat });
    } else if (message.type === "answer" && message.number === this.unanswered?.command.number) {
      this.unanswered = null;
    } else if (message.type === "described") {
      this.repeat(message.turn);
    }
    this.onMessage(message);
  }

  refuse({ code, minutes = 0 }) {
    if (code === "wrong_token" && this.table.values.seatKey) {
      this.table.keep({ seatKey: "" });
      this.connect();
      return;
    }
    this.leave();
    this.onState("closed", code, minutes);
  }

  /** Ask the host for something; an action is asked for again after a lost connection if it is still the same turn. */
  ask(request, turn) {
    const isCounted = COUNTED.includes(request.type);
    const number = isCounted ? (this.table.values.number ?? 0) + 1 : 0;
    const command = { type: "command", number, turn, request };
    if (isCounted) {
      this.table.keep({ number });
    }
    if (request.type === "act") {
      this.unanswered = { command, socket: this.socket };
    }
    this.send(command);
  }

  /** Whether an action for this turn has no answer yet. */
  isAwaited(turn) {
    return this.unanswered !== null && String(this.unanswered.command.turn) === String(turn);
  }

  repeat(turn) {
    if (!this.unanswered || this.unanswered.socket === this.socket) {
      return;
    }
    const { command } = this.unanswered;
    this.unanswered = this.isAwaited(turn) ? { command, socket: this.socket } : null;
    if (this.unanswered) {
      this.send(command);
    }
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(this.channel.seal(message));
    }
  }
}
