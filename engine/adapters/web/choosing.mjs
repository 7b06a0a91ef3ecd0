// ---------------- choosing a move: cards held, piles and players pointed at, a kind of move

let held = [];
let pointed = [];
let kind = null;

/** Forgets what was chosen so far. */
function letGo() {
  held = [];
  pointed = [];
  kind = null;
}

const parametersOf = (move) => MOVES[move.action]?.parameters ?? [];

/** The cards that a move names. */
function cardsOf(move) {
  return parametersOf(move).flatMap(([name, type]) => (type === "card" || type === "cards" ? move[name] : []));
}

/** What a move names of a kind of thing, in turn. */
function namedOf(move, type) {
  return parametersOf(move).filter(([, other]) => other === type).map(([name]) => move[name]);
}

/** Does a move name what was pointed at, in that order? A pile that it cannot name counts where the move has to do with it. */
function aims(move, targets) {
  const used = {};
  return targets.every(({ pairs, zone }) => {
    const named = pairs.some(([type, value]) => {
      const at = used[type] ?? 0;
      if (namedOf(move, type)[at] !== value) return false;
      used[type] = at + 1;
      return true;
    });
    return named || (zone !== undefined && handles(move, zone));
  });
}

/** Does a move lay cards into a zone, or draw some from it, without naming it? */
function handles(move, zone) {
  const { index, label } = PAGE.zones[zone];
  const owner = ZONES[zone].owner;
  const nameable = index.some(([type]) => type !== "player" && namedOf(move, type).length > 0);
  const source = ZONES[zone].at(state).some((card) => cardsOf(move).includes(card));
  return !nameable && !source && (owner === null || owner === currentPlayer(state)) && (PAGE.touches[move.action] ?? []).includes(label);
}

/** The legal moves with these cards, targets and kind. */
function fitting(cards = held, targets = pointed, action = kind) {
  return legalMoves(state).filter(
    (move) => (action === null || move.action === action) && cards.every((card) => cardsOf(move).includes(card)) && aims(move, targets),
  );
}

/** Those of some moves that take just these cards; where some take them in this very order, only those. */
function exactly(moves, cards = held) {
  const same = moves.filter((move) => cardsOf(move).length === cards.length);
  const inOrder = same.filter((move) => sameCards(cardsOf(move), cards));
  return alike(inOrder.length > 0 ? inOrder : same);
}

/** One of some moves where they all come to the same. */
function alike(moves) {
  if (moves.length < 2 || moves.length > 4) return moves;
  try {
    const [first, ...others] = moves.map((move) => apply(state, move));
    return others.every((other) => sameTable(first, other)) ? moves.slice(0, 1) : moves;
  } catch {
    return moves; // one of them meets a fault, and the person has to choose
  }
}

const targetOfZone = (zone) => ({ pairs: PAGE.zones[zone].index, zone, words: zoneName(zone) });
const targetOfPlayer = (player) => ({ pairs: [["player", player]], words: named(player) });
const sameTarget = (one, other) => one.zone === other.zone && one.pairs.join() === other.pairs.join();

/** Takes a card up, or lays it back. With a pile or a kind chosen already, a card that settles the move makes it. */
function pick(card) {
  if (held.includes(card)) {
    held = held.filter((one) => one !== card);
    return show();
  }
  const chosen = [[...held, card], [card]].find((cards) => fitting(cards).length > 0);
  if (chosen === undefined) {
    const loose = fitting([card], [], null).length > 0;
    const told = whyNot([...held, card], pointed, kind);
    if (loose) {
      letGo();
      held = [card];
    }
    return show(loose ? "" : told);
  }
  held = chosen;
  const moves = fitting();
  const settled = moves.every((move) => cardsOf(move).length === held.length) && (pointed.length > 0 || kind !== null);
  if (settled && exactly(moves).length === 1) return make(exactly(moves)[0]);
  return show();
}

/** Points at a pile or a player: makes the move that is meant, or keeps it as a part of one. */
function point(target) {
  if (pointed.some((one) => sameTarget(one, target))) {
    pointed = pointed.filter((one) => !sameTarget(one, target));
    return show();
  }
  const targets = [[...pointed, target], [target]].find((some) => fitting(held, some).length > 0);
  if (targets === undefined) return show(whyNot(held, [...pointed, target], kind));
  const moves = fitting(held, targets);
  const meant = held.length > 0 ? exactly(moves) : moves;
  if (meant.length === 1) return make(meant[0]);
  pointed = targets;
  return show(held.length > 0 && meant.length === 0 ? "That move takes more cards: pick them too." : "");
}

/** A click on a card: the card itself where it can be part of a move, else the pile in which it lies. */
function press(card, zone) {
  const target = targetOfZone(zone);
  const more = !held.includes(card) && fitting([...held, card]).length > 0;
  const aimed = fitting(held, [...pointed, target]).length > 0;
  if (held.includes(card) || more) return pick(card);
  if (aimed || (held.length > 0 && !holds(zone) && ZONES[zone].owner !== viewer())) return point(target);
  if (fitting([card], [], null).length > 0 || ZONES[zone].owner === viewer()) return pick(card);
  return point(target);
}

/** Does a zone hold a card that is held? */
const holds = (zone) => ZONES[zone].at(state).some((card) => held.includes(card));

/** Makes the one move that takes just the cards held; says whether there was one. */
function settleHeld() {
  const meant = exactly(fitting());
  if (meant.length !== 1) return false;
  make(meant[0]);
  return true;
}

/** The move that words tell: those of a button, or a move as a log has it. */
function spokenMove(words) {
  const bare = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}#-]+/gu, " ").trim();
  const meant = [...phrased(legalMoves(state))].find(([phrase]) => bare(phrase) === bare(words));
  if (meant) return meant[1];
  const kinds = [...new Set(legalMoves(state).map(({ action }) => action))].filter((action) => bare(kindName(action)) === bare(words));
  if (kinds.length > 0) {
    const moves = legalMoves(state).filter(({ action }) => action === kinds[0]);
    if (moves.length === 1) return moves[0];
    choose(kinds[0]);
    return null;
  }
  const cards = words.trim().split(/[\s,]+/).map((word) => CARDS.findIndex((name) => name.toLowerCase() === word.toLowerCase()));
  if (!cards.includes(-1)) {
    const moves = exactly(fitting(cards, [], null), cards);
    if (moves.length === 1) return moves[0];
    if (fitting(cards, [], null).length > 0) {
      letGo();
      held = cards;
      show();
      return null;
    }
    throw new IllegalMove(whyNot(cards, [], null));
  }
  const move = parseMove(state, words);
  const { legal } = judged(state, move);
  if (!legal) throw new IllegalMove(whyNotMove(move));
  return move;
}

/** Keeps to one kind of move. */
function choose(action) {
  kind = kind === action ? null : action;
  if (fitting().length === 0) {
    held = [];
    pointed = [];
  }
  show();
}
