// ---------------- the page

const MOST_BUTTONS = 60;
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const page = (id) => document.getElementById(id);

let seed;
let human = 0;
let state;
let past = [];
let history = [];
let held = [];
let waiting = 0;
let notice = "";

/** Starts a game; everything in it follows from the seed and the moves. What is to be said stands until a move. */
function begin(from, said) {
  clearTimeout(waiting);
  notice = said;
  seed = from;
  human = Number(page("seat").value);
  past = [];
  history = [];
  held = [];
  state = fresh();
  show();
}

/** A new game, or the fault that it meets. */
function fresh() {
  try {
    return newGame({ seed });
  } catch (problem) {
    return failed(null, problem);
  }
}

/** A game that a fault stops stays where it was, over, with the fault. */
function failed(from, problem) {
  if (!(problem instanceof Fault)) throw problem;
  const stopped = from ? from.copy() : new State(new Luck(seed));
  stopped.result = { ending: "", returns: new Array(PLAYERS).fill(0), fault: problem };
  return stopped;
}

/** Makes a move for whoever is to move. */
function make(move) {
  if (currentPlayer(state) === human) notice = "";
  past.push(state);
  history.push({ player: currentPlayer(state), words: describe(move) });
  try {
    state = apply(state, move);
  } catch (problem) {
    state = failed(state, problem);
  }
  held = [];
  show();
}

/** Takes back up to the person's last decision. */
function undo() {
  clearTimeout(waiting);
  while (past.length > 0) {
    state = past.pop();
    const { player } = history.pop();
    if (player === human) break;
  }
  held = [];
  show();
}

/** The game as a log that `hoyle replay` reads. */
function logged() {
  const fault = state.result?.fault?.kind ?? "";
  const moves = history.map(({ words }) => words);
  const ending = state.result?.ending ?? "";
  const log = { version: 1, title: TITLE, settings: SETTINGS, moves, ending, fault, luck: 2 };
  const told = JSON.stringify(log, null, 2);
  return `${told.slice(0, -2)},\n  "seed": ${seed}\n}\n`; // a seed may have more digits than a number of JavaScript's
}

// ---------------- the other players

/** Another player's move, from what that player sees. */
function bot() {
  const moves = legalMoves(state);
  if (moves.length === 1 || page("bot").value === "random") return moves[Math.floor(Math.random() * moves.length)];
  const player = currentPlayer(state);
  const tried = shuffled(moves).slice(0, 24);
  const until = performance.now() + 400;
  const sums = tried.map(() => ({ total: 0, games: 0 }));
  for (let round = 0; performance.now() < until && round < 60; round++) {
    const guess = imagined(state, player);
    for (const [i, move] of tried.entries()) {
      if (performance.now() >= until && round > 0) break;
      const worth = playedOut(guess, move, player);
      if (worth !== null) {
        sums[i].total += worth;
        sums[i].games += 1;
      }
    }
  }
  const mean = ({ total, games }) => (games > 0 ? total / games : -Infinity);
  return tried[sums.reduce((best, sum, i) => (mean(sum) > mean(sums[best]) ? i : best), 0)];
}

/** A state that looks the same to a player, with the cards that the player does not see dealt anew. */
function imagined(from, player) {
  const guess = from.copy();
  guess.moves = from.moves;
  guess.luck = new Luck(Math.floor(Math.random() * 2 ** 50));
  const seen = observation(from, player);
  const hidden = ZONES.map((zone) => ({ cards: zone.at(guess), view: seen[zone.name] })).filter(({ view }) => !view.cards);
  const pool = shuffled(hidden.flatMap(({ cards, view }) => cards.slice(0, cards.length - (view.top ? 1 : 0))));
  for (const { cards, view } of hidden) {
    const top = view.top ? [cards.at(-1)] : [];
    const dealt = pool.splice(0, cards.length - top.length);
    cards.splice(0, cards.length, ...dealt, ...top);
  }
  for (const zone of ZONES) if (!zone.ordered) zone.at(guess).sort((a, b) => a - b);
  return guess;
}

/** What a player gets where a move is followed by random play; null where it cannot be told. */
function playedOut(from, move, player) {
  try {
    let on = apply(from, move);
    for (let made = 0; made < 120 && !isOver(on); made++) {
      const moves = legalMoves(on);
      on = apply(on, moves[Math.floor(Math.random() * moves.length)]);
    }
    return returns(on)[player];
  } catch {
    return null; // the guess does not allow the move, or play met a fault
  }
}

function shuffled(things) {
  const order = [...things];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// ---------------- what is shown

/** An element with a class, a text and children. */
function element(tag, name, text = "", ...children) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

const plain = (words) => words.replaceAll("_", " ");
const named = (player) => (player === human ? "You" : `Player ${player + 1}`);

function show() {
  const over = isOver(state);
  const mine = !over && currentPlayer(state) === human;
  page("status").textContent = over ? outcome() : mine ? `Your turn: ${plain(STEPS[state.step].label)}.` : `Player ${currentPlayer(state) + 1} is to move.`;
  page("why").textContent = notice;
  page("undo").disabled = !history.some(({ player }) => player === human);
  showTable(mine);
  showMoves(mine);
  showStory();
  if (!over && !mine) waiting = setTimeout(() => make(bot()), 60);
}

/** How the game ended, in a sentence. */
function outcome() {
  const { ending, returns: told, fault } = state.result;
  if (fault) return `The rules do not say how play goes on (${fault.kind}): ${fault.sentence}. Clauses: ${fault.clauses.join(", ")}.`;
  const best = Math.max(...told);
  const least = Math.min(...(PLAYERS === 1 ? [0] : told));
  const winners = [...told.keys()].filter((p) => told[p] === best && best > least);
  const who = PLAYERS === 1 && best < 0 ? "You lose" : winners.length === 0 ? "Nobody wins" : winners.map(named).join(" and ") + (winners.length > 1 || winners[0] === human ? " win" : " wins");
  return `${who} (${plain(ending)}). Returns: ${told.map((one, p) => `${named(p)} ${one}`).join(", ")}.`;
}

/** Who may take part in a move that fits the cards held. */
function matching() {
  return legalMoves(state).filter((move) => held.every((card) => cardsOf(move).includes(card)));
}

function cardsOf(move) {
  return (MOVES[move.action]?.parameters ?? []).flatMap(([name, kind]) => (kind === "card" || kind === "cards" ? move[name] : []));
}

/** May the person see which card a card of a move is? */
function known(card) {
  const name = CARDS[card];
  return Object.values(observation(state, human)).some((view) => view.cards?.includes(name) || view.top === name);
}

function showTable(mine) {
  const seen = observation(state, human);
  const free = new Set(mine ? matching().flatMap(cardsOf) : []);
  const order = [null, ...numbers(1, PLAYERS - 1).map((i) => (human + i) % PLAYERS), human];
  const groups = order.map((player) => {
    const shown = ZONES.filter((zone) => zone.owner === player && !spare(zone)).map((zone) => showZone(zone, seen[zone.name], mine, free));
    const group = element("div", player === human ? "group mine" : player === null ? "group shared" : "group", "", ...shown.filter(Boolean));
    if (!isOver(state) && player === currentPlayer(state)) group.classList.add("turn");
    return group;
  });
  const told_ = FIELDS.filter(({ name }) => name !== "mover" && !name.startsWith("("));
  const fields = element("div", "", "", ...told_.map(({ name, kind, at }) => element("span", "", `${plain(name)}: ${plain(told(at(state), kind))}`)));
  fields.id = "fields";
  page("table").replaceChildren(...groups.filter((group) => group.childElementCount > 0), fields);
}

/** Is a zone the place of a pile that is not there, after another such place? */
function spare(zone) {
  if (!zone.row || zone.at(state).length > 0) return false;
  const before = ZONES.slice(0, ZONES.indexOf(zone)).findLast((other) => other.family === zone.family);
  return before !== undefined && before.at(state).length === 0;
}

/** A name without a word that comes twice: a kind of pile and its number's kind may be called the same. */
function twice(name) {
  const [first, second] = name.split(" ");
  return first === second ? name.slice(first.length + 1) : name;
}

/** A zone's name as the person at the table says it. */
function zoneName({ name, owner }) {
  if (owner === null) return plain(name);
  const rest = twice(name.replace(`player ${owner + 1}`, "").replace(/ of (, )?$/, "").replace(" of , ", " "));
  return owner === human ? `your ${plain(rest)}` : `player ${owner + 1}: ${plain(rest)}`;
}

function showZone(zone_, view, mine, free) {
  if (!view.cards && view.count === undefined) return null;
  const cards = view.cards ?? [];
  const zone = element("div", "zone");
  if (cards.length > 12) zone.classList.add("wide");
  zone.append(element("h3", "", zoneName(zone_)));
  const row = element("div", cards.length > 16 ? "cards many" : "cards");
  for (const card of cards) row.append(showCard(card, mine, free));
  if (!view.cards && view.count > 0) {
    row.append(view.top ? showCard(view.top, mine, free) : element("span", "card back", "?"));
    row.append(element("span", "count", `× ${view.count}`));
  }
  if ((view.count ?? cards.length) === 0) row.append(element("span", "card empty"));
  zone.append(row);
  return zone;
}

function showCard(name, mine, free) {
  const card = CARDS.indexOf(name);
  const face = /^(.*?)([A-Za-z])(#\d+)?$/.exec(name);
  const suit = SUITS[WORDS.suit[suitOf(card)][0]] ?? WORDS.suit[suitOf(card)];
  const rank = WORDS.rank[rankOf(card)];
  const red = WORDS.colour[colourOf(card)] === "red" ? " red" : "";
  const shown = element(mine ? "button" : "span", `card${red}${free.has(card) ? " free" : ""}${held.includes(card) ? " held" : ""}`);
  shown.append(element("span", "", rank), element("span", "", face ? suit : name));
  shown.title = name;
  if (mine) {
    shown.type = "button";
    shown.setAttribute("aria-label", name);
    shown.setAttribute("aria-pressed", String(held.includes(card)));
    shown.addEventListener("click", () => hold(card));
  }
  return shown;
}

/** Takes a card up, or lays it back; says why where no legal move has the cards held. */
function hold(card) {
  held = held.includes(card) ? held.filter((one) => one !== card) : [...held, card];
  if (held.length > 0 && matching().length === 0) {
    const reasons = whyNot(held);
    held = held.length > 1 ? [card] : [];
    if (matching().length === 0) held = [];
    show();
    page("why").textContent = reasons;
  } else show();
}

/** Why no move with these cards is legal: each kind of move that could have them, with its reason. */
function whyNot(cards) {
  const names = cards.map((card) => CARDS[card]).join(" ");
  const reasons = new Set();
  for (const action of STEPS[state.step].asks) {
    for (const move of candidates(action, cards).slice(0, 40)) {
      const why = explain(state, move);
      if (!why.startsWith("permitted")) reasons.add(`${describe(move)}: ${why}`);
    }
  }
  return reasons.size > 0 ? `Not ${names} now. ${[...reasons].slice(0, 3).join("; ")}.` : `No move here is made with ${names}.`;
}

/** Moves of one kind with these cards in the first parameter that takes them, whatever the other parameters. */
function candidates(action, cards) {
  const { parameters } = MOVES[action];
  let made = [{ action }];
  let used = false;
  for (const [name, kind] of parameters) {
    let values;
    if (kind === "cards" && !used) {
      values = [[...cards].sort((a, b) => a - b)];
      used = true;
    } else if (kind === "card" && !used) {
      values = cards.length === 1 ? cards : [];
      used = true;
    } else if (WORDS[kind]) values = [...WORDS[kind].keys()];
    else return [];
    made = made.flatMap((move) => values.map((value) => ({ ...move, [name]: value })));
  }
  return used ? made : [];
}

function showMoves(mine) {
  const moves = mine ? matching() : [];
  const shown = new Map();
  for (const move of moves) {
    const words = worded(move);
    if (!shown.has(words)) shown.set(words, move);
  }
  const buttons = [...shown].slice(0, MOST_BUTTONS).map(([words, move]) => {
    const button = element("button", "move", words);
    button.type = "button";
    button.addEventListener("click", () => make(move));
    return button;
  });
  page("moves").replaceChildren(...buttons);
  const more = shown.size > MOST_BUTTONS ? ` ${MOST_BUTTONS} of ${shown.size} are shown; pick cards to narrow them down.` : "";
  page("hint").textContent = mine ? `${moves.length === 1 ? "One move is" : `${moves.length} moves are`} legal${held.length > 0 ? " with these cards" : ""}.${more}` : "";
  page("try").hidden = !mine;
}

/** A move in words; of a card that the person cannot see only that it is one. */
function worded(move) {
  const parameters = MOVES[move.action]?.parameters ?? [];
  const values = parameters.map(([name, kind]) => (kind === "card" && !known(move[name]) ? `face-down card ${placeOf(move[name])}` : told(move[name], kind)));
  return plain(move.action) + (values.length > 0 ? ` ${values.join(", ")}` : "");
}

/** The place of a card in its zone, from 1. */
function placeOf(card) {
  for (const zone of ZONES) {
    const at = zone.at(state).indexOf(card);
    if (at >= 0) return at + 1;
  }
  return 0;
}

function showStory() {
  const lines = history.map(({ player, words }, i) => {
    const blind = i >= 0 && player !== human && hiddenMove(past[i], words);
    return element("li", player === human ? "mine" : "", `${named(player)}: ${plain(blind ? words.replace(/\(.*$/, "") : words)}`);
  });
  page("log").replaceChildren(...lines);
  page("story").scrollTop = page("story").scrollHeight;
}

/** Does a move of another player's name a card that the person does not see once it is made? */
function hiddenMove(before, words) {
  const move = parseMove(before, words);
  const after = past[past.indexOf(before) + 1] ?? state;
  const names = cardsOf(move).map((card) => CARDS[card]);
  const sees = (at) => Object.values(observation(at, human)).flatMap((view) => view.cards ?? (view.top ? [view.top] : []));
  const seen = new Set([...sees(before), ...sees(after)]);
  return names.some((name) => !seen.has(name));
}

page("seat").replaceChildren(...Array.from({ length: PLAYERS }, (_, i) => {
  const option = element("option", "", `player ${i + 1}`);
  option.value = String(i);
  return option;
}));
const anySeed = () => Math.floor(Math.random() * 2 ** 48);
page("new").addEventListener("click", () => begin(anySeed(), ""));
if (PLAYERS === 1) for (const id of ["seat", "bot"]) page(id).parentElement.style.display = "none";
page("seat").addEventListener("change", () => begin(anySeed(), ""));
page("undo").addEventListener("click", undo);
page("save").addEventListener("click", () => {
  page("text").value = logged();
  page("dialog").showModal();
});
page("close").addEventListener("click", () => page("dialog").close());
page("copy").addEventListener("click", async () => {
  page("text").select();
  await navigator.clipboard?.writeText(page("text").value);
});
page("try").addEventListener("submit", (event) => {
  event.preventDefault();
  try {
    const move = parseMove(state, page("words").value);
    const verdict = judged(state, move);
    if (verdict.legal) {
      page("words").value = "";
      make(move);
    } else page("why").textContent = `${describe(move)}: ${verdict.why}.`;
  } catch (problem) {
    page("why").textContent = problem.message;
  }
});

/** What stands after the address, `#seed=5&seat=1`: a seed, a seat, and what is to be said of one that is none. */
function askedFor(hash) {
  const asked = new URLSearchParams(hash.slice(1));
  const said = [];
  const seat = asked.get("seat") ?? "0";
  const seated = /^\d{1,3}$/.test(seat) && Number(seat) < PLAYERS;
  if (!seated) said.push(`There is no seat “${short(seat)}”: seats are numbered from 0 to ${PLAYERS - 1}. You sit on the first.`);
  const words = asked.get("seed");
  const seeded = words !== null && /^\d{1,20}$/.test(words) && BigInt(words) < 2n ** 64n;
  if (words !== null && !seeded) {
    said.push(`“${short(words)}” is no seed: a seed is a whole number from 0 to ${2n ** 64n - 1n}. Another was drawn.`);
  }
  return { seat: seated ? Number(seat) : 0, seed: seeded ? BigInt(words) : BigInt(anySeed()), said: said.join(" ") };
}

const short = (words) => [...words.replace(/[^\x20-\x7e]/g, "·")].slice(0, 24).join("") + (words.length > 24 ? "…" : "");
const asked = askedFor(location.hash);
page("seat").value = String(asked.seat);
begin(asked.seed, asked.said);
