/** Which legal moves there are at a step, in order. */
function listedMoves(state) {
  const asked = STEPS[state.step];
  const found = asked.asks.flatMap((action) => {
    try {
      return [...MOVES[action].all(state)];
    } catch (problem) {
      if (problem instanceof Fault && problem.clauses.length === 0) problem.clauses.push(action);
      throw problem;
    }
  });
  return asked.may && found.length > 0 ? [...found, { action: "pass" }] : found;
}

/** Ends the game where one of these endings holds. */
function ended(state, labels) {
  const applicable = [...ENDINGS.keys()].filter((i) => labels.includes(ENDINGS[i].label) && ENDINGS[i].holds(state));
  if (applicable.length === 0) return false;
  const deciding = unoutranked(ENDINGS, applicable);
  const told = deciding.map((i) => ENDINGS[i].returns(state));
  if (deciding.length === 0 || told.some((one) => JSON.stringify(one) !== JSON.stringify(told[0]))) {
    const clash = (deciding.length > 0 ? deciding : applicable).map((i) => ENDINGS[i].label);
    const listed = clash.join(" and ");
    throw new Fault("clash", `${listed} end the game at once, unranked, with different results`, clash);
  }
  state.result = { ending: ENDINGS[deciding[0]].label, returns: told[0] };
  return true;
}

/** Goes from step to step until somebody decides or the game is over. */
function playOn(state) {
  for (let steps = 0; steps < 10_000; steps++) {
    const step = STEPS[state.step];
    if (withinStep(step, () => arrived(state, step))) return;
  }
  throw new Fault("endless", "play goes on for 10000 steps without a decision");
}

/** Names the step in which a fault arises. */
function withinStep(step, doing) {
  return step.label ? clause(step.label, doing)() : doing();
}

/** Does one step; answers whether play waits or is over. */
function arrived(state, step) {
  if (ended(state, step.arriving)) return true;
  if (step.asks) {
    state.moves = listedMoves(state);
    if (state.moves.length > 0) return true;
    if (step.may) {
      state.step = step.next;
      return false;
    }
    if (!step.otherwise) throw new Fault("stuck", `player ${state.MOVER + 1} has no legal move and may not pass`);
  }
  const onward = (step.run ?? step.otherwise)(state);
  if (step.reads && ended(state, OPEN_ENDINGS)) return true;
  state.step = onward;
  return false;
}

/**
 * A new game up to its first decision. `deck` (names of cards) is what the first shuffle makes, its last card on top;
 * `outcomes` are shuffles (arrays of numbers of cards) and picks (numbers), used up in order before the seed.
 * With a seed of null, LuckNeeded is thrown where they run out.
 */
export function newGame({ deck = null, seed = 0, outcomes = [] } = {}) {
  const first = deck === null ? [] : [deck.map((card) => (typeof card === "number" ? card : CARDS.indexOf(card)))];
  const state = new State(new Luck(seed, [...first, ...outcomes]));
  playOn(state);
  return state;
}

/** The legal moves, always in the same order; none where the game is over. */
export function legalMoves(state) {
  return isOver(state) ? [] : state.moves;
}

/** A new state, after a move. Throws IllegalMove, which says by which clauses, or Fault. */
export function apply(state, move) {
  const verdict = judged(state, move);
  if (!verdict.legal) throw new IllegalMove(`${describe(move)}: ${verdict.why}`);
  const after = state.copy();
  after.luck.used = [];
  const asked = STEPS[state.step];
  let onward = null;
  if (MOVES[move.action]) {
    const made = clause(move.action, () => {
      onward = MOVES[move.action].make(after, move) ?? null;
      return ended(after, OPEN_ENDINGS);
    });
    if (made()) return after;
  }
  after.step = onward ?? asked.next;
  playOn(after);
  return after;
}

/** Is the game over? */
export function isOver(state) {
  return state.result !== null;
}

/** The seat, from 0, that decides; -4 after the end. */
export function currentPlayer(state) {
  return isOver(state) ? -4 : state.MOVER;
}

/** What each player gets; zeros before the end. */
export function returns(state) {
  return state.result === null ? new Array(PLAYERS).fill(0) : state.result.returns;
}

/** Why a move is legal, or is not. */
export function explain(state, move) {
  return judged(state, move).why;
}

/** Whether a move is legal, and why. */
function judged(state, move) {
  const asked = isOver(state) ? null : STEPS[state.step];
  if (asked === null) return { legal: false, why: "no decision is asked for here" };
  if (move.action === "pass" && !MOVES.pass) {
    return { legal: Boolean(asked.may), why: asked.may ? "passing is allowed here" : "passing is not allowed here" };
  }
  if (!asked.asks.includes(move.action)) {
    return { legal: false, why: `${move.action} is not among the moves asked for here: ${asked.asks.join(", ")}` };
  }
  const { parameters, choice, decide, rules } = MOVES[move.action];
  for (const [name, kind] of parameters) {
    const on = choice(state, move)[name]();
    const same = (value) => (Array.isArray(value) ? Array.isArray(move[name]) && sameCards(value, move[name]) : value === move[name]);
    if (!on.some(same)) {
      return { legal: false, why: `${name} of ${move.action} cannot be ${told(move[name], kind)} here` };
    }
  }
  const found = decide(state, move);
  return { legal: found.legal, why: whyLegal(rules, found) };
}

/** A symbol in words, with its domain where the word is but a number. */
function word(domain, value) {
  if (value === null) return "nobody";
  const found = WORDS[domain][value];
  return /^\d+$/.test(found) && domain !== "rank" ? `${domain} ${found}` : found;
}

/** A value in words. */
function told(value, kind) {
  if (kind === "cards") return value.map((card) => CARDS[card]).join(" ") || "no cards";
  if (kind === "card") return value === null ? "no card" : CARDS[value];
  if (kind === "truth") return value ? "yes" : "no";
  return kind === "number" ? String(value) : word(kind, value);
}

/** A value that words tell; undefined where they tell none. */
function read(words, kind) {
  const card = (name) => CARDS.findIndex((known) => known.toUpperCase() === name.toUpperCase());
  if (kind === "cards") {
    const cards = words === "no cards" ? [] : words.split(/\s+/).map(card);
    return cards.includes(-1) ? undefined : cards;
  }
  if (kind === "card") return card(words) < 0 ? undefined : card(words);
  if (kind === "truth") return { yes: true, no: false }[words];
  if (kind === "number") return /^-?\d+$/.test(words) ? Number(words) : undefined;
  if (words === "nobody") return null;
  const at = WORDS[kind].findIndex((known, value) => words === known || words === word(kind, value));
  return at < 0 ? undefined : at;
}

/** A move in words, such as `play(7S 7H, pile 2)`. */
export function describe(move) {
  const { parameters } = MOVES[move.action] ?? { parameters: [] };
  const values = parameters.map(([name, kind]) => told(move[name], kind));
  return values.length > 0 ? `${move.action}(${values.join(", ")})` : move.action;
}

/** The move that such words tell. Throws IllegalMove where they tell none. */
export function parseMove(state, text) {
  const [, name, inside] = /^\s*(\w+)\s*(?:\((.*)\))?\s*$/.exec(text) ?? [];
  if (name === "pass" && !MOVES.pass) return { action: "pass" };
  if (!name || !MOVES[name]) throw new IllegalMove(`${text}: there are ${Object.keys(MOVES).join(", ")}`);
  const { parameters } = MOVES[name];
  const parts = inside?.trim() ? inside.split(",").map((part) => part.trim()) : [];
  if (parts.length !== parameters.length) {
    throw new IllegalMove(`${name} takes ${parameters.length} arguments, and here are ${parts.length}`);
  }
  const move = { action: name };
  for (const [i, [parameter, kind, sorted]] of parameters.entries()) {
    const value = read(parts[i], kind);
    if (value === undefined) throw new IllegalMove(`${parts[i]} does not tell what ${parameter} is`);
    move[parameter] = sorted ? inDeckOrder(value) : value;
  }
  return move;
}

/** What a player, by the seat from 0, sees of each zone: its cards, or how many, or its top card too, or nothing; and of each field that not everybody sees its value, or nothing. */
export function observation(state, player) {
  const views = ZONES.map(({ name, seen, owner, at, ordered }) => {
    const cards = at(state).map((card) => CARDS[card]);
    if (seen === "all" || (seen === "owner" && owner === player) || (seen === "others" && owner !== player)) return [name, { cards }];
    if (seen === "none") return [name, {}];
    if (seen === "top" && ordered && cards.length > 0) return [name, { count: cards.length, top: cards.at(-1) }];
    return [name, { count: cards.length }];
  });
  const some = FIELDS.filter(({ seen }) => seen).map((field) => [field.name, sees(field, player) ? { value: told(field.at(state), field.kind) } : {}]);
  return Object.fromEntries([...views, ...some]);
}

/** Does a player see a field? */
function sees({ seen, owner }, player) {
  return !seen || (seen === "owner" && owner === player) || (seen === "others" && owner !== player);
}

/** The names in words of the fields that are kept. */
export const FIELD_NAMES = FIELDS.map(({ name }) => name);

/** Everything about a state in words: the form of a conformance suite's states. */
export function tell(state) {
  const over = isOver(state);
  return {
    over,
    to_move: over ? null : state.MOVER + 1,
    step: over ? "" : STEPS[state.step].label,
    legal: legalMoves(state).map(describe),
    zones: Object.fromEntries(ZONES.map(({ name, at }) => [name, at(state).map((card) => CARDS[card])])),
    fields: Object.fromEntries(FIELDS.map(({ name, kind, at }) => [name, told(at(state), kind)])),
    observations: numbers(0, PLAYERS - 1).map((player) => observation(state, player)),
    ending: over ? state.result.ending : "",
    returns: returns(state),
  };
}
