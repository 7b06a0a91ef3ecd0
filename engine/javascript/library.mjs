/** Play met something that the rules do not settle. `clauses` are the labels concerned, the innermost first. */
export class Fault extends Error {
  constructor(kind, sentence, clauses = []) {
    super(sentence);
    this.name = "Fault";
    this.kind = kind;
    this.sentence = sentence;
    this.clauses = [...clauses];
  }
}

/** The move is not legal; the message says which clauses say so. */
export class IllegalMove extends Error {
  constructor(sentence) {
    super(sentence);
    this.name = "IllegalMove";
  }
}

/** No outcome and no seed is left for a shuffle of `cards`, or for a pick out of `size`. */
export class LuckNeeded extends Error {
  constructor(kind, what) {
    super(`luck is needed for a ${kind}`);
    this.name = "LuckNeeded";
    this.kind = kind;
    this.cards = kind === "shuffle" ? what : null;
    this.size = kind === "pick" ? what : null;
  }
}

/** SplitMix64 from the seed of a domain. */
export class Stream {
  /** What a seed is derived for: a game of a run, a shuffle or a pick in turn, the choices of a seat. */
  static GAME = 1;
  static SHUFFLE = 2;
  static PICK = 3;
  static CHOICE = 4;
  static STRIDE = 0xd1342543de82ef95n;
  static #MASK = (1n << 64n) - 1n;
  static #GOLDEN = 0x9e3779b97f4a7c15n;
  static #TOGETHER = 2 ** 48;

  constructor(seed, domain, number = 0) {
    this.state = Stream.derive(seed, domain, number);
  }

  /** The seed of the numbered part of what a seed is for in a domain, by the finaliser of MurmurHash3. */
  static derive(seed, domain, number = 0) {
    let z = (BigInt(seed) + ((BigInt(domain) << 56n) + BigInt(number)) * Stream.STRIDE) & Stream.#MASK;
    z = ((z ^ (z >> 33n)) * 0xff51afd7ed558ccdn) & Stream.#MASK;
    z = ((z ^ (z >> 33n)) * 0xc4ceb9fe1a85ec53n) & Stream.#MASK;
    return z ^ (z >> 33n);
  }

  #next() {
    this.state = (this.state + Stream.#GOLDEN) & Stream.#MASK;
    let z = ((this.state ^ (this.state >> 30n)) * 0xbf58476d1ce4e5b9n) & Stream.#MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & Stream.#MASK;
    return z ^ (z >> 31n);
  }

  /** A number below each of `most` down to `least` out of one; null where some outcomes would come up more often than others. */
  static #parts(number, most, least) {
    const parts = [];
    let product = 1n;
    for (let size = most; size >= least; size--) {
      const wide = number * BigInt(size);
      parts.push(Number(wide >> 64n));
      number = wide & Stream.#MASK;
      product *= BigInt(size);
    }
    return number >= (Stream.#MASK + 1n) % product ? parts : null;
  }

  /** The same out of the first number that is good for them. */
  #drawn(most, least) {
    for (;;) {
      const parts = Stream.#parts(this.#next(), most, least);
      if (parts !== null) return parts;
    }
  }

  /** The least of the picks of a shuffle that share a number with the one of `most`. */
  static #least(most) {
    let least = 2;
    let product = 1;
    for (let size = 2; size <= most; size++) {
      product *= size;
      if (product > Stream.#TOGETHER) [least, product] = [size, size];
    }
    return least;
  }

  /** A number from 0 to n - 1, each equally likely. */
  pick(n) {
    return n === 1 ? 0 : this.#drawn(n, n)[0];
  }

  /** The cards in a new order, each equally likely; a number tells which of several cards change places. */
  shuffle(cards) {
    const order = [...cards];
    for (let most = order.length, least = 0; most > 1; most = least - 1) {
      least = Stream.#least(most);
      this.#drawn(most, least).forEach((j, at) => {
        const i = most - 1 - at;
        [order[i], order[j]] = [order[j], order[i]];
      });
    }
    return order;
  }
}

/** Where shuffles and picks come from: outcomes laid down in advance, then a stream for each from a seed (null: nothing). */
export class Luck {
  constructor(seed = 0, outcomes = []) {
    this.seed = seed === null ? null : BigInt.asUintN(64, BigInt(seed));
    this.outcomes = outcomes.map((outcome) => (Array.isArray(outcome) ? [...outcome] : outcome));
    this.used = [];
  }

  /** The same luck ahead. */
  copy() {
    const twin = new Luck(this.seed, this.outcomes);
    twin.used = [...this.used];
    return twin;
  }

  /** The stream of what is asked now; the seed moves on. */
  #next(domain) {
    const stream = new Stream(this.seed, domain);
    this.seed = BigInt.asUintN(64, this.seed + Stream.STRIDE);
    return stream;
  }

  /** A number from 0 to n - 1. */
  pick(n) {
    let value;
    if (this.outcomes.length > 0) {
      value = this.outcomes.shift();
      if (!Number.isInteger(value) || value < 0 || value >= n) throw new RangeError(`the next outcome is no pick out of ${n}`);
    } else if (this.seed === null) throw new LuckNeeded("pick", n);
    else value = this.#next(Stream.PICK).pick(n);
    this.used.push(value);
    return value;
  }

  /** The cards in a new order, the last on top. */
  shuffle(cards) {
    let order;
    if (this.outcomes.length > 0) {
      order = this.outcomes.shift();
      const same = Array.isArray(order) && sameCards(inDeckOrder(order), inDeckOrder(cards));
      if (!same) throw new RangeError("the next outcome is no order of the cards to be shuffled");
    } else if (this.seed === null) throw new LuckNeeded("shuffle", [...cards]);
    else order = this.#next(Stream.SHUFFLE).shuffle(cards);
    this.used.push([...order]);
    return order;
  }
}

/** Runs what a clause states; a fault that arises in it names the clause. */
function clause(label, stated) {
  return (...args) => {
    try {
      return stated(...args);
    } catch (problem) {
      if (problem instanceof Fault && !problem.clauses.includes(label)) problem.clauses.push(label);
      throw problem;
    }
  };
}

/** An operation has no meaning here. */
function undefinedHere(sentence) {
  throw new Fault("undefined", sentence);
}

/** Stops play where a value is asked for that is never there. */
function fails(fault, sentence, ...clauses) {
  throw new Fault(fault, sentence, clauses);
}

/** Which of the clauses that apply no other one outranks. */
function unoutranked(rules, applicable) {
  return applicable.filter((i) => !rules[i].above.some((better) => applicable.includes(better)));
}

/** What permits and forbids say: whether a move is legal, and the clauses that decide. */
function ruling(name, rules, tests) {
  const applicable = [...tests.keys()].filter((i) => tests[i]());
  const deciding = unoutranked(rules, applicable);
  const forbids = deciding.filter((i) => rules[i].kind === "forbid").length;
  if (applicable.length > 0 && (deciding.length === 0 || (forbids > 0 && forbids < deciding.length))) {
    const labels = (deciding.length > 0 ? deciding : applicable).map((i) => rules[i].label);
    const listed = labels.join(" and ");
    throw new Fault("clash", `${listed} apply to ${name}, unranked, and disagree whether it is legal`, labels);
  }
  return { legal: deciding.length > 0 && forbids === 0, deciding, applicable };
}

/** A ruling as a sentence. */
function whyLegal(rules, found) {
  const listed = found.deciding.map((i) => rules[i].label).join(" and ");
  if (found.legal) return `permitted by ${listed}`;
  if (listed) return `forbidden by ${listed}`;
  const failing = rules.filter((rule, i) => rule.kind === "permit" && !found.applicable.includes(i));
  return "no clause permits it" + (failing.length > 0 ? `: not ${failing.map((rule) => rule.label).join(" nor ")}` : "");
}

/** What each player gets where some win: 1 and -1, or 0 where all of several do or nobody does. */
function winners(wins) {
  const won = numbers(0, PLAYERS - 1).map(wins);
  const drawn = PLAYERS > 1 && won.every((one) => one === won[0]);
  return won.map((mine) => (drawn ? 0 : mine ? 1 : -1));
}

/** Has the one clause its way that applies and that no other one outranks; answers the step it leads to, if any. */
function settle(state, name, rules, tests, effects) {
  const applicable = [...tests.keys()].filter((i) => tests[i]());
  if (applicable.length === 0) throw new Fault("gap", `no clause of ${name} applies here`, [name]);
  const deciding = unoutranked(rules, applicable);
  if (deciding.length === 1) return effects[deciding[0]](state);
  const labels = (deciding.length > 0 ? deciding : applicable).map((i) => rules[i].label);
  const clash = () =>
    new Fault("clash", `${labels.join(" and ")} of ${name} apply, unranked, and do different things`, labels);
  if (deciding.length === 0) throw clash();
  const first = state.copy();
  const from = first.luck.used.length;
  const step = effects[deciding[0]](first);
  const met = first.luck.used.slice(from);
  for (const i of deciding.slice(1)) {
    const twin = state.copy();
    twin.luck = new Luck(null, met);
    let same;
    try {
      same = (effects[i](twin) ?? null) === (step ?? null) && twin.luck.outcomes.length === 0;
    } catch (problem) {
      if (!(problem instanceof LuckNeeded || problem instanceof RangeError)) throw problem;
      same = false;
    }
    if (!same || !sameTable(first, twin)) throw clash();
  }
  state.become(first);
  return step;
}

/** Do two states hold the same cards in the same places, and the same in their fields? */
function sameTable(one, other) {
  const told = ({ step, result, luck, ...table }) => JSON.stringify(table);
  return told(one) === told(other);
}

/** A symbol that is not nobody. */
function somebody(symbol) {
  return symbol === null ? undefinedHere("nobody is meant where somebody has to be") : symbol;
}

/** A number that must lie within a field's range. */
function within(low, high, number, field) {
  if (number >= low && number <= high) return number;
  throw new Fault("overflow", `${field} would become ${number}, and goes from ${low} to ${high}`, [field]);
}

/** What is divided by: a number above 0. */
function aboveZero(number) {
  return number > 0 ? number : undefinedHere(`a number is to be divided by ${number}, and only a number above 0 divides`);
}

/** A number that must be one of the places there are. */
function placeIn(low, high, number, what) {
  return number >= low && number <= high ? number : undefinedHere(`there is no ${what} ${number}`);
}

/** The last of some cards. */
function top(cards) {
  return cards.length > 0 ? cards[cards.length - 1] : undefinedHere("no card is the top one of none");
}

/** The first of some cards. */
function bottom(cards) {
  return cards.length > 0 ? cards[0] : undefinedHere("no card is the bottom one of none");
}

/** So many cards from the top, as they lie. */
function topCards(count, cards) {
  return cards.slice(cards.length - count);
}

/** So many cards from the bottom, as they lie. */
function bottomCards(count, cards) {
  return cards.slice(0, count);
}

/** The same cards in deck order. */
function inDeckOrder(cards) {
  return [...cards].sort((a, b) => a - b);
}

/** Cards of one or the other. */
function plus(one, other) {
  return inDeckOrder(new Set([...one, ...other]));
}

/** Cards of one that are not of the other. */
function without(one, other) {
  return inDeckOrder(one.filter((card) => !other.includes(card)));
}

/** Cards of both. */
function common(one, other) {
  return inDeckOrder(one.filter((card) => other.includes(card)));
}

/** Are these the same cards in the same order? */
function sameCards(one, other) {
  return one.length === other.length && one.every((card, i) => card === other[i]);
}

/** The values that a card may have. */
function valuesOf(table, card) {
  return table[card].length > 0 ? table[card] : undefinedHere("a card has no value to be counted by");
}

/** The sum of each card's least value. */
function leastTotal(table, cards) {
  return cards.reduce((sum, card) => sum + valuesOf(table, card)[0], 0);
}

/** The sum of each card's greatest value. */
function greatestTotal(table, cards) {
  return cards.reduce((sum, card) => sum + valuesOf(table, card).at(-1), 0);
}

/** Can the cards, each counted by one of its values, add up to an amount? */
function canTotal(table, cards, amount) {
  let sums = new Set([0]);
  for (const card of cards) {
    const values = valuesOf(table, card);
    sums = new Set([...sums].flatMap((sum) => values.map((value) => sum + value)));
  }
  return sums.has(amount);
}

/** Have these cards one rank? */
function sameRank(cards) {
  return new Set(cards.map(rankOf)).size <= 1;
}

/** Have these cards one suit? */
function sameSuit(cards) {
  return new Set(cards.map(suitOf)).size <= 1;
}

/** Have these cards one colour? */
function sameColour(cards) {
  return new Set(cards.map(colourOf)).size <= 1;
}

/** The place that lies a step from another one, on a line or a circle. */
function placeBeside(line, place, step) {
  return line.circle > 0 ? (place + step + line.circle) % line.circle : place + step;
}

/** The places at which a card may stand in a line: a wild card at every one. */
function placesOf(line, card) {
  return line.wild.has(card) ? line.everywhere : line.places[rankOf(card)];
}

/** Can each card stand one of these steps from the card before, as they lie? */
function follows(line, cards, steps) {
  let reached = null;
  for (const card of cards) {
    let here = placesOf(line, card);
    if (reached !== null) {
      const near = reached.flatMap((place) => steps.map((step) => placeBeside(line, place, step)));
      here = here.filter((place) => near.includes(place));
    }
    if (here.length === 0) return false;
    reached = here;
  }
  return true;
}

/** Does no rank come twice? Wild cards are taken for others, and there are no more cards than ranks. */
function eachRankOnce(line, cards) {
  const natural = cards.filter((card) => !line.wild.has(card));
  return new Set(natural.map(rankOf)).size === natural.length;
}

/** Is each card one step above the card before it, all ranks different? */
function isRisingRun(line, cards) {
  return eachRankOnce(line, cards) && follows(line, cards, [1]);
}

/** Is each card one step from the card before it? */
function isWalk(line, cards) {
  return follows(line, cards, [1, -1]);
}

/** Do these cards have neighbouring ranks, all different, in some order? */
function isRun(line, cards) {
  if (!eachRankOnce(line, cards)) return false;
  if (line.wild.size > 0) return fillsAStretch(line, cards);
  const stretches = (places) => {
    const taken = new Set(places);
    if (taken.size < places.length) return false;
    if (line.circle === 0) return Math.max(...places) - Math.min(...places) === places.length - 1;
    return places.filter((place) => !taken.has((place + 1) % line.circle)).length <= 1;
  };
  const grow = (at, places) =>
    at === cards.length ? stretches(places) : line.places[rankOf(cards[at])].some((p) => grow(at + 1, [...places, p]));
  return cards.length === 0 || grow(0, []);
}

/** Are there as many places that follow one another, with one for each natural card? Wild cards fill the others. */
function fillsAStretch(line, cards) {
  const natural = cards.filter((card) => !line.wild.has(card));
  return cards.length === 0 || line.everywhere.some((first) => {
    const stretch = cards.map((_, i) => placeBeside(line, first, i));
    if (!stretch.every((place) => line.everywhere.includes(place))) return false;
    return natural.every((card) => placesOf(line, card).some((place) => stretch.includes(place)));
  });
}

/** Is there an order of these cards in which each is one step from the one before? */
function isWalkInSomeOrder(line, cards) {
  const seen = new Set();
  const onward = (left, place) => {
    if (left.length === 0) return true;
    const told = `${left.map((card) => placesOf(line, card).join("/")).sort().join(" ")} at ${place}`;
    if (seen.has(told)) return false;
    seen.add(told);
    const near = place === null ? null : [placeBeside(line, place, 1), placeBeside(line, place, -1)];
    return left.some((card) =>
      placesOf(line, card).some(
        (at) => (near === null || near.includes(at)) && onward(left.filter((other) => other !== card), at),
      ),
    );
  };
  return onward(cards, null);
}

/** Compares two choices of cards, card by card; a choice comes before its own extensions. */
function compareChoices(one, other) {
  const at = one.findIndex((card, i) => card !== other[i]);
  return at < 0 ? one.length - other.length : at >= other.length ? 1 : one[at] - other[at];
}

/** Some cards can be chosen in more ways than are listed. */
class TooManyChoices extends Error {
  /** So many are listed at most, each of them found so often at most. */
  static MOST = 1_000_000;
  static TIMES = 8;
  constructor() {
    super(`cards can be chosen here in more than ${TooManyChoices.MOST} ways`);
    this.name = "TooManyChoices";
  }
}

/** Natural cards that share what a shape asks to be the same, group by group: each in deck order. */
function groupsOf(shape, natural) {
  const groups = new Map();
  for (const card of natural) {
    const key = shape.same.map((attribute) => attribute(card)).join();
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(card);
  }
  if (groups.size === 0) groups.set("", []);
  return [...groups.values()];
}

/** Are there so many cards of each rank, and so many wild ones, as the table of a shape's parts has? */
function isMix(mix, cards) {
  const natural = cards.filter((card) => !mix.wild.has(card));
  let reached = mix.starts;
  for (const rank of mix.order) {
    const held = natural.filter((card) => rankOf(card) === rank).length;
    reached = [...new Set(reached.map((row) => mix.rows[row][held] ?? -1))].filter((row) => row >= 0);
  }
  return reached.some((row) => mix.complete[row].includes(cards.length - natural.length));
}

/** Every way to take so many of some cards, in their order. */
function* combinations(cards, count, from = 0) {
  if (count === 0) return yield [];
  for (let i = from; i <= cards.length - count; i++) {
    for (const more of combinations(cards, count - 1, i + 1)) yield [cards[i], ...more];
  }
}

/** All choices of a shape with parts from some cards, in order. Throws TooManyChoices. */
function mixedChoices({ same, mix }, cards) {
  const all = inDeckOrder(cards);
  const wild = all.filter((card) => mix.wild.has(card));
  const found = new Map();
  for (const natural of groupsOf({ same }, all.filter((card) => !mix.wild.has(card)))) {
    const held = mix.order.map((rank) => natural.filter((card) => rankOf(card) === rank));
    const may = [];
    const onward = (row) => (mix.rows[row] ?? []).slice(0, held[mix.read[row]].length + 1);
    for (let row = mix.rows.length - 1; row >= 0; row--) {
      may[row] = mix.read[row] === mix.order.length
        ? mix.complete[row].some((count) => count <= wild.length)
        : onward(row).some((after) => after >= 0 && may[after]);
    }
    const keep = (chosen) => {
      const kept = inDeckOrder(chosen);
      found.set(kept.join(), kept);
      if (found.size > TooManyChoices.MOST) throw new TooManyChoices();
    };
    const grow = (chosen, row) => {
      if (mix.read[row] === mix.order.length) {
        for (const count of mix.complete[row]) {
          for (const joined of combinations(wild, count)) keep([...chosen, ...joined]);
        }
        return;
      }
      for (const [count, after] of onward(row).entries()) {
        if (after < 0 || !may[after]) continue;
        for (const some of combinations(held[mix.read[row]], count)) grow([...chosen, ...some], after);
      }
    };
    for (const start of mix.starts) if (may[start]) grow([], start);
  }
  return [...found.values()].sort(compareChoices);
}

/** All choices of a shape from some cards, in order. Throws TooManyChoices. */
function choices(shape, cards) {
  const all = inDeckOrder(cards);
  const wild = all.filter((card) => shape.wild.has(card));
  const found = new Map();
  let times = 0;
  const keep = (chosen) => {
    const joined = chosen.filter((card) => shape.wild.has(card)).length;
    if (joined > shape.mostWild || chosen.length - joined < shape.natural) return;
    const kept = shape.ordered ? chosen : inDeckOrder(chosen);
    found.set(kept.join(), kept);
    times += 1;
    const most = TooManyChoices.MOST;
    if (found.size > most || times > TooManyChoices.TIMES * most) throw new TooManyChoices();
  };
  if (shape.least <= 0) keep([]);
  for (const natural of groupsOf(shape, all.filter((card) => !shape.wild.has(card)))) {
    const group = inDeckOrder([...natural, ...wild]);
    if (group.length >= shape.least) grow(shape, group, Math.max(shape.least, 1), Math.min(shape.most, group.length), keep);
  }
  return [...found.values()].sort(compareChoices);
}

/** Hands every choice among cards that share what the shape asks to be the same to `keep`. */
function grow(shape, group, least, most, keep) {
  if (shape.line === "none") return growAny(shape, group, least, most, keep);
  const at = new Map();
  for (const card of group) {
    for (const place of placesOf(shape, card)) at.set(place, [...(at.get(place) ?? []), card]);
  }
  return shape.line === "run" ? growRuns(shape, at, least, most, keep) : growWalks(shape, at, least, most, keep);
}

/** Any cards: combinations, or every order of them. */
function growAny(shape, group, least, most, keep) {
  const onward = (chosen, from) => {
    if (chosen.length >= least) keep(chosen);
    if (chosen.length === most) return;
    for (let i = from; i < group.length; i++) {
      if (!chosen.includes(group[i])) onward([...chosen, group[i]], shape.ordered ? 0 : i + 1);
    }
  };
  onward([], 0);
}

/** Runs: from each first place, one card of each place that follows. In no order wild cards come as in the deck. */
function growRuns(shape, at, least, most, keep) {
  const onward = (chosen, place, last) => {
    if (chosen.length >= least) keep(chosen);
    if (chosen.length === Math.min(most, shape.ranks)) return;
    for (const card of at.get(place) ?? []) {
      const wild = shape.wild.has(card);
      if (wild && (shape.ordered ? chosen.includes(card) : card <= last)) continue;
      onward([...chosen, card], placeBeside(shape, place, 1), wild ? card : last);
    }
  };
  for (const place of at.keys()) onward([], place, -1);
}

/** Walks: each card one step from the one before. */
function growWalks(shape, at, least, most, keep) {
  const onward = (chosen, place) => {
    if (chosen.length >= least) keep(chosen);
    if (chosen.length === most) return;
    for (const near of new Set([placeBeside(shape, place, 1), placeBeside(shape, place, -1)])) {
      for (const card of at.get(near) ?? []) if (!chosen.includes(card)) onward([...chosen, card], near);
    }
  };
  for (const [place, cards] of at) for (const card of cards) onward([card], place);
}

/** Is one rank right above, right below or beside another; on a circle of `wrap` ranks, or (0) on a line? */
function adjacent(way, left, right, wrap) {
  const steps = { above: [1], below: [-1], beside: [1, -1] }[way];
  return steps.some((step) => (wrap > 0 ? (left - right - step) % wrap === 0 : left - right === step));
}

/** Takes cards out of a zone. */
function take(cards, source) {
  if (new Set(cards).size < cards.length) undefinedHere("a card is to leave a zone twice");
  if (cards.some((card) => !source.includes(card))) undefinedHere("a card is to leave a zone in which it does not lie");
  const left = source.filter((card) => !cards.includes(card));
  source.splice(0, source.length, ...left);
}

/** Moves cards into a zone without an order. */
function moveInto(cards, source, target) {
  const moved = [...cards];
  take(moved, source);
  target.push(...moved);
  target.sort((a, b) => a - b);
}

/** Moves cards on top of others, the first one first. */
function moveOnto(cards, source, target) {
  const moved = [...cards];
  take(moved, source);
  target.push(...moved);
}

/** Moves cards under others, the first one first. */
function moveUnder(cards, source, target) {
  const moved = [...cards].reverse();
  take(moved, source);
  target.unshift(...moved);
}

/** Cards of which at most one may be moved, as they have no order. */
function atMostOne(cards) {
  return cards.length > 1 ? undefinedHere(`${cards.length} cards in no order go where order counts`) : cards;
}

/** Draws cards from the top, one by one; there must be that many. */
function draw(count, source, target) {
  if (count < 0 || count > source.length) {
    undefinedHere(`${count} cards are to be drawn from a zone that holds ${source.length}`);
  }
  drawUpTo(count, source, target);
}

/** Draws cards from the top, one by one, as many as there are, and puts them down in that order. */
function drawUpTo(count, source, target) {
  const drawn = source.splice(source.length - Math.max(0, Math.min(count, source.length))).reverse();
  target.push(...drawn);
}

/** Brings a zone without an order back into deck order. */
function sortCards(zone) {
  zone.sort((a, b) => a - b);
}

/** Shuffles a zone. */
function shuffle(state, zone) {
  zone.splice(0, zone.length, ...state.luck.shuffle(zone));
}

/** The numbers from `low` to `high`. */
function numbers(low, high) {
  return Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => low + i);
}

/** What each way leaves to take choices that share no card out of some cards. */
function restsOf(cards, ...listings) {
  const firstIn = new Map();
  for (const choice of listings.flatMap((listing) => listing(cards)))
    if (choice.length > 0) firstIn.set(choice[0], [...(firstIn.get(choice[0]) ?? []), choice]);
  const found = [];
  const stack = [[cards, []]];
  while (stack.length > 0) {
    const [undecided, left] = stack.pop();
    if (undecided.length === 0) {
      found.push(left);
      if (found.length > TooManyChoices.MOST) throw new TooManyChoices();
      continue;
    }
    stack.push([undecided.slice(1), [...left, undecided[0]]]);
    for (const choice of [...(firstIn.get(undecided[0]) ?? [])].reverse())
      if (choice.every((card) => undecided.includes(card)))
        stack.push([undecided.filter((card) => !choice.includes(card)), left]);
  }
  return found;
}

/** Every player once, clockwise, or the other way round. */
function seatsFrom(start, against = false) {
  return numbers(0, PLAYERS - 1).map((i) => (against ? start + PLAYERS - i : start + i) % PLAYERS);
}

/** Lies a card in a zone of a family whose index at `depth` is `at`? */
function occupied(family, levels, depth, at) {
  if (levels === 0) return family.length > 0;
  if (depth === 0) return occupied(family[at], levels - 1, -1, at);
  return family.some((inner) => occupied(inner, levels - 1, depth - 1, at));
}

/** The sum of a value over some things. */
function sum(things, value) {
  return things.reduce((total, thing) => total + value(thing), 0);
}

/** The least of some numbers. */
function least(values) {
  return values.length > 0 ? Math.min(...values) : undefinedHere("there is no least one of none");
}

/** The greatest of some numbers. */
function greatest(values) {
  return values.length > 0 ? Math.max(...values) : undefinedHere("there is no greatest one of none");
}

/** The first of some things that there has to be. */
function first(things) {
  return things.length > 0 ? things[0] : undefinedHere("there is no first one of none");
}

/** The one thing whose key is less than that of all others. */
function onlyLeast(things, key) {
  const keys = things.map(key);
  const best = things.filter((_, i) => keys[i] === Math.min(...keys));
  return best.length === 1 ? best[0] : undefinedHere(`${best.length || "none"} of them is the least`);
}

/** The one thing whose key is greater than that of all others. */
function onlyGreatest(things, key) {
  const keys = things.map(key);
  const best = things.filter((_, i) => keys[i] === Math.max(...keys));
  return best.length === 1 ? best[0] : undefinedHere(`${best.length || "none"} of them is the greatest`);
}

/** A copy of cards, or of a family of zones. */
function copied(zone) {
  return zone.map((inner) => (Array.isArray(inner) ? copied(inner) : inner));
}

/** The player so many seats on, clockwise. */
function seatsOn(player, step) {
  return (player + step + PLAYERS * Math.abs(step)) % PLAYERS;
}
