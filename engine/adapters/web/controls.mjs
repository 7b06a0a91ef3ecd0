// ---------------- mouse, finger, keys and words

const ABOUT = ["table", "hand"];
let lastKey = {};
let typed = { words: "", at: 0 };
let drag = null;
let pressed = { card: null, at: 0 };

/** One place of the table and one of the hand is reached by Tab; the arrow keys lead on from it. */
function rove(focused) {
  for (const id of ABOUT) {
    const items = [...page(id).querySelectorAll("button[data-key]")];
    const kept = items.find(({ dataset }) => dataset.key === lastKey[id]) ?? items.find((item) => item.classList.contains("free")) ?? items[0];
    for (const item of items) item.tabIndex = item === kept ? 0 : -1;
  }
  if (!focused) return;
  const again = [...document.querySelectorAll("button[data-key]")].find(({ dataset }) => dataset.key === focused);
  (again ?? page("hand").querySelector("[tabindex='0']") ?? page("moves").querySelector("button"))?.focus();
}

document.addEventListener("focusin", ({ target }) => {
  const id = ABOUT.find((one) => page(one).contains(target));
  if (!id || !target.dataset.key) return;
  lastKey[id] = target.dataset.key;
  for (const item of page(id).querySelectorAll("button[data-key]")) item.tabIndex = item === target ? 0 : -1;
});

/** What lies nearest in a direction. */
function beside(from, way) {
  const { x, y, width, height } = from.getBoundingClientRect();
  const here = { x: x + width / 2, y: y + height / 2 };
  let best = null;
  let least = Infinity;
  for (const item of document.querySelectorAll("#table button[data-key], #hand button[data-key], #moves button")) {
    if (item === from) continue;
    const box = item.getBoundingClientRect();
    const dx = box.x + box.width / 2 - here.x;
    const dy = box.y + box.height / 2 - here.y;
    const [along, across] = { ArrowLeft: [-dx, dy], ArrowRight: [dx, dy], ArrowUp: [-dy, dx], ArrowDown: [dy, dx] }[way];
    const far = along + 3 * Math.abs(across);
    if (along > 2 && far < least) [best, least] = [item, far];
  }
  return best;
}

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (event.ctrlKey && key === "z" && target.tagName !== "INPUT") {
    event.preventDefault();
    return undo();
  }
  if (target.closest?.("input, select, textarea, dialog, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key.startsWith("Arrow")) {
    const from = target.closest?.("#table, #hand, #moves") ? target : null;
    const to = from ? beside(from, key) : page("hand").querySelector("[tabindex='0']") ?? page("table").querySelector("[tabindex='0']");
    if (to) {
      event.preventDefault();
      to.focus();
    }
  } else if (key === "Escape") {
    letGo();
    show("");
  } else if (key === "Enter" && target.dataset?.card !== undefined && held.includes(Number(target.dataset.card))) {
    event.preventDefault();
    if (!settleHeld()) page("moves").querySelector("button")?.focus();
  } else if (key.length === 1 && key !== " ") find(key);
});

/** Letters lead to the card of that name: `q`, then `h`. */
function find(key) {
  const now = performance.now();
  typed = { words: (now - typed.at < 900 ? typed.words : "") + key.toLowerCase(), at: now };
  const cards = [...document.querySelectorAll("#hand button[data-card], #table button[data-card]")];
  const like = (words) => cards.filter(({ dataset }) => CARDS[dataset.card].toLowerCase().startsWith(words));
  const found = like(typed.words).length > 0 ? like(typed.words) : like(key.toLowerCase());
  if (like(typed.words).length === 0) typed.words = key.toLowerCase();
  const next = found[(found.indexOf(document.activeElement) + (typed.words.length === 1 ? 1 : 0)) % found.length] ?? found[0];
  next?.focus();
}

/** What was pressed on the table: a card, a pile or a player. */
function pressedOn(target) {
  if (!decides()) return;
  const card = target.closest("[data-card]");
  const zone = target.closest("[data-zone]");
  const seat = target.closest("[data-player]");
  if (card) {
    const number = Number(card.dataset.card);
    const twice = pressed.card === number && performance.now() - pressed.at < 400;
    pressed = { card: number, at: performance.now() };
    if (twice && !held.includes(number) && fitting([number]).length > 0) {
      held = [number];
      if (settleHeld()) return;
    }
    press(number, Number(zone.dataset.zone));
  } else if (zone) point(targetOfZone(Number(zone.dataset.zone)));
  else if (seat) point(targetOfPlayer(Number(seat.dataset.player)));
}

for (const id of ABOUT) {
  page(id).addEventListener("click", ({ target }) => {
    if (drag?.done) drag = null;
    else pressedOn(target);
  });
  page(id).addEventListener("pointerdown", (event) => {
    const card = event.target.closest("button[data-card]");
    if (event.button === 0 && card) drag = { card: Number(card.dataset.card), zone: Number(card.closest("[data-zone]").dataset.zone), x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null, done: false };
  });
}

document.addEventListener("pointermove", (event) => {
  if (!drag || drag.done || event.pointerId !== drag.id) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.ghost && Math.hypot(dx, dy) > 8) takeUp();
  if (drag?.ghost) {
    event.preventDefault();
    drag.ghost.style.transform = `translate(${event.clientX - 26}px, ${event.clientY - 36}px)`;
    const over = under(event);
    for (const zone of document.querySelectorAll(".over")) zone.classList.toggle("over", zone === over);
    over?.classList.add("over");
  }
});

/** A drag begins: the card is held, with those that were; a card that no move takes drags its pile. */
function takeUp() {
  const { card, zone } = drag;
  if (!held.includes(card)) {
    const more = [[...held, card], [card]].find((cards) => fitting(cards).length > 0);
    if (more) held = more;
    else if (fitting([], [targetOfZone(zone)]).length > 0) {
      held = [];
      pointed = [targetOfZone(zone)];
    } else held = [card];
  }
  drag.ghost = element("div", "ghost", "", ...(held.length > 0 ? held : [card]).map((one) => picture(PAGE.pictures[one])));
  document.body.append(drag.ghost);
  show("");
}

const under = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-zone], [data-player]") ?? null;

document.addEventListener("pointerup", (event) => {
  if (!drag?.ghost || event.pointerId !== drag.id) {
    drag = null;
    return;
  }
  const over = under(event);
  const on = document.elementFromPoint(event.clientX, event.clientY);
  drag.ghost.remove();
  drag = { done: true };
  setTimeout(() => (drag = null), 50);
  const zone = over?.dataset.zone === undefined ? null : Number(over.dataset.zone);
  if (zone !== null && !holds(zone) && !pointed.some((one) => one.zone === zone)) point(targetOfZone(zone));
  else if (over && zone === null && fitting(held, [...pointed, targetOfPlayer(Number(over.dataset.player))]).length > 0) point(targetOfPlayer(Number(over.dataset.player)));
  else if (on?.closest("#table") && settleHeld()) return;
  else show();
});

document.addEventListener("pointercancel", () => {
  drag?.ghost?.remove();
  drag = null;
});

page("try").addEventListener("submit", (event) => {
  event.preventDefault();
  try {
    const move = spokenMove(page("words").value);
    page("words").value = "";
    if (move) make(move);
  } catch (problem) {
    show(problem.message);
  }
});

// ---------------- the bar at the top

page("new").addEventListener("click", () => start(anySeed()));
page("undo").addEventListener("click", undo);
page("seat").addEventListener("change", () => {
  human = Number(page("seat").value);
  start(anySeed());
});
page("others").addEventListener("change", () => {
  address();
  show();
});
page("see").addEventListener("change", () => show());
page("motion").addEventListener("click", () => page("motion").setAttribute("aria-pressed", String(page("motion").getAttribute("aria-pressed") !== "true")));
page("open-rules").addEventListener("click", () => page("rules").showModal());
page("save").addEventListener("click", () => {
  page("text").value = logged();
  page("log-dialog").showModal();
});
page("link").addEventListener("click", () => {
  page("address").value = location.href.split("#")[0] + linked();
  page("link-dialog").showModal();
  page("address").select();
});
page("copy").addEventListener("click", async () => {
  page("text").select();
  await navigator.clipboard?.writeText(page("text").value);
});
for (const close of document.querySelectorAll("[data-close]")) close.addEventListener("click", () => close.closest("dialog").close());

/** Keeps the address one that leads to this game. */
function address() {
  if (location.hash !== linked()) location.hash = linked();
}

function start(from, said) {
  begin(from, said);
  address();
}

/** Starts the game that the address asks for. */
function startAsked() {
  const asked = askedFor(location.hash);
  human = asked.seat;
  page("seat").value = String(asked.seat);
  if (asked.others) page("others").value = asked.others;
  start(asked.seed, asked.said);
}

const seats = (first) => [...first, ...numbers(0, PLAYERS - 1).map((i) => [String(i), `player ${i + 1}`])];
for (const [id, choices_] of [["seat", seats([])], ["see", seats([["", "myself"]])]]) {
  page(id).replaceChildren(...choices_.map(([value, words]) => {
    const option = element("option", "", words);
    option.value = value;
    return option;
  }));
}
if (PLAYERS === 1) for (const id of ["seat", "others", "see"]) page(id).parentElement.style.display = "none";
if (!page("rules").querySelector(".rulebook")) page("open-rules").hidden = true;
window.addEventListener("hashchange", () => {
  if (location.hash !== linked()) startAsked();
});
startAsked();
