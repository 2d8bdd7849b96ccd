/** What the browser does beyond showing the page: the tab's title, vibration, and a screen that stays awake. */

const APP = document.title;
const VIBRATION_MS = [60, 60, 60];
let hadTurn = false;
let wakeLock = null;

/** Whether the screen can be kept awake here: browsers allow it on secure pages only. */
export const canStayAwake = window.isSecureContext && "wakeLock" in navigator;

/** Mark the tab at the person's turn, and vibrate when it begins. */
export function markTurn(isTurn, text) {
  document.title = isTurn ? `● ${text} · ${APP}` : `${text} · ${APP}`;
  if (isTurn && !hadTurn) {
    navigator.vibrate?.(VIBRATION_MS);
  }
  hadTurn = isTurn;
}

/** Keep the screen awake while the page is visible, where it is possible. */
export async function stayAwake() {
  if (!canStayAwake || document.hidden || (wakeLock && !wakeLock.released)) {
    return;
  }
  try {
    wakeLock = await navigator.wakeLock.request("screen");
  } catch {
    wakeLock = null;
  }
}

document.addEventListener("visibilitychange", () => wakeLock && stayAwake());
