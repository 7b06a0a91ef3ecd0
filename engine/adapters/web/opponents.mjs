// ---------------- the other players

const GUESSES = 24;
const MOST_TRIED = 16;
const MOST_STEPS = 2400;
/** So many moves are made in thought before a player chooses: a number, not a time, so that a link gives the same game everywhere. */

/** Another player's move, from what that player sees; it follows from the seed, the seat and how many moves were made. */
function bot() {
  const moves = legalMoves(state);
  const player = currentPlayer(state);
  const luck = new Stream(Stream.derive(seed, Stream.CHOICE, player), Stream.CHOICE, history.length);
  if (moves.length === 1 || page("others").value === "random") return moves[luck.pick(moves.length)];
  const tried = luck.shuffle(moves).slice(0, MOST_TRIED);
  const sums = tried.map(() => ({ total: 0, games: 0 }));
  const thought = { steps: 0 };
  for (let guess = 0; guess < GUESSES && thought.steps < MOST_STEPS; guess++) {
    const imagined = imaginedBy(player, luck);
    for (const [i, move] of tried.entries()) {
      const worth = playedOut(imagined, move, player, luck, thought);
      if (worth === null) continue;
      sums[i].total += worth;
      sums[i].games += 1;
    }
  }
  const mean = ({ total, games }) => (games > 0 ? total / games : -Infinity);
  return tried[sums.reduce((best, sum, i) => (mean(sum) > mean(sums[best]) ? i : best), 0)];
}

/** A state that looks the same to a player, with what the player does not see drawn anew. */
function imaginedBy(player, luck) {
  const guess = state.copy();
  guess.moves = state.moves;
  guess.luck = new Luck(luck.pick(2 ** 48));
  const seen = observation(state, player);
  const hidden = ZONES.map((zone) => ({ cards: zone.at(guess), view: seen[zone.name] })).filter(({ view }) => !view.cards);
  const pool = luck.shuffle(hidden.flatMap(({ cards, view }) => cards.slice(0, cards.length - (view.top ? 1 : 0))));
  for (const { cards, view } of hidden) {
    const top = view.top ? [cards.at(-1)] : [];
    const dealt = pool.splice(0, cards.length - top.length);
    cards.splice(0, cards.length, ...dealt, ...top);
  }
  for (const zone of ZONES) if (!zone.ordered) zone.at(guess).sort((a, b) => a - b);
  for (const field of FIELDS) {
    if (sees(field, player) || field.at(guess) === null) continue;
    const value = field.least + luck.pick(field.values);
    field.put(guess, field.kind === "truth" ? value === 1 : value);
  }
  return guess;
}

/** What a player gets where a move is followed by random play; null where it cannot be told. */
function playedOut(from, move, player, luck, thought) {
  try {
    let on = apply(from, move);
    thought.steps += 1;
    for (let made = 0; made < 60 && !isOver(on); made++, thought.steps++) {
      const moves = legalMoves(on);
      on = apply(on, moves[luck.pick(moves.length)]);
    }
    return returns(on)[player];
  } catch {
    return null; // the guess does not allow the move, or play met a fault
  }
}
