// ---------------- the game that is played

const page = (id) => document.getElementById(id);
const PAGE = JSON.parse(page("page-data").textContent);

let seed;
let human = 0;
let state;
let past = [];
let history = [];
let waiting = 0;
let notice = "";

/** Starts a game; everything in it follows from the seed, the seat and the person's moves. What is to be said stands until a move. */
function begin(from, said = "") {
  clearTimeout(waiting);
  notice = said;
  seed = from;
  past = [];
  history = [];
  letGo();
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

/** Does the person at the page decide now? */
function decides() {
  return !isOver(state) && (currentPlayer(state) === human || page("others").value === "you");
}

/** Whose cards are open: the seat that is asked for, or the one that the person plays. */
function viewer() {
  if (page("see").value !== "") return Number(page("see").value);
  return page("others").value === "you" && !isOver(state) ? currentPlayer(state) : human;
}

/** Makes a move for whoever is to move. */
function make(move) {
  if (decides()) notice = "";
  const before = positions();
  past.push(state);
  history.push({ player: currentPlayer(state), words: describe(move), mine: decides() });
  try {
    state = apply(state, move);
  } catch (problem) {
    state = failed(state, problem);
  }
  letGo();
  show();
  moveOn(before);
}

/** Takes back up to the person's last decision. */
function undo() {
  clearTimeout(waiting);
  while (past.length > 0) {
    state = past.pop();
    if (history.pop().mine) break;
  }
  notice = "";
  letGo();
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

/** What follows the address of a page on which this game begins. */
function linked() {
  return `#seed=${seed}&seat=${human}&others=${page("others").value}`;
}

const anySeed = () => BigInt(Math.floor(Math.random() * 2 ** 48));
const short = (words) => [...words.replace(/[^\x20-\x7e]/g, "·")].slice(0, 24).join("") + (words.length > 24 ? "…" : "");

/** What stands after the address: a seed, a seat, how the others play, and what is to be said of what is none of these. */
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
  const others = ["careful", "random", "you"].includes(asked.get("others")) ? asked.get("others") : null;
  return { seat: seated ? Number(seat) : 0, seed: seeded ? BigInt(words) : anySeed(), others, said: said.join(" ") };
}
