// ---------------- what is shown

const MOST_BUTTONS = 24;

/** An element with a class, a text and children. */
function element(tag, name, text = "", ...children) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const named = (player) => (player === human ? "you" : `player ${player + 1}`);

/** A value in words, as people read them. */
function inWords(value, type) {
  if (type === "card" && !known(value)) return `${UNSEEN} ${placeOf(value)}`;
  if (type === "player" && value !== null) return named(value);
  return PAGE.words[type]?.[value] ?? told(value, type);
}

const UNSEEN = "face-down card";

/** No place of an unseen card tells which it is: such cards are told in an order of this page's own. */
const SALT = Math.floor(Math.random() * 2 ** 30) * 2 + 1;
const scrambled = (card) => Math.imul(card + 1, SALT) >>> 0;

/** A move as a phrase: "play 7S 7H onto pile 2". */
function worded(move) {
  const phrase = PAGE.moves[move.action] ?? move.action;
  const values = parametersOf(move).map(([name, type]) => inWords(move[name], type));
  return phrase.replace(/\{(\d+)\}/g, (_, at) => values[at]);
}

/** Moves by their phrases; of two that sound alike the second tells its shape. The order tells no unseen card. */
function phrased(moves) {
  const found = new Map();
  for (const move of moves) {
    const words = worded(move);
    found.set(found.has(words) && PAGE.shapes[move.action] ? `${words} (${PAGE.shapes[move.action]})` : words, move);
  }
  if (![...found.keys()].some((words) => words.includes(UNSEEN))) return found;
  return new Map([...found].sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true })));
}

/** A kind of move by itself, without what is chosen for it. */
const kindName = (action) => (PAGE.moves[action] ?? action).replace(/(,| onto| on| with| to| and)? \{\d+\}/g, "").trim();

/** May the person see which card a card of a move is? */
function known(card) {
  const name = CARDS[card];
  return Object.values(observation(state, viewer())).some((view) => view.cards?.includes(name) || view.top === name);
}

/** The place of a card in its zone, from 1. */
function placeOf(card) {
  for (const zone of ZONES) {
    const cards = zone.at(state);
    if (!cards.includes(card)) continue;
    return zone.ordered ? cards.indexOf(card) + 1 : cards.filter((other) => scrambled(other) <= scrambled(card)).length;
  }
  return 0;
}

/** Shows everything; `said` is to be read at once: why something cannot be done. */
function show(said = notice) {
  clearTimeout(waiting);
  const over = isOver(state);
  page("status").textContent = over ? outcome() : decides() ? `${capital(turnOf(currentPlayer(state)))}${stepNow()}.` : `${capital(named(currentPlayer(state)))} is to move.`;
  page("why").textContent = said;
  page("undo").disabled = !history.some(({ mine }) => mine);
  const focused = document.activeElement?.dataset?.key;
  showTable();
  showMoves();
  showStory();
  rove(focused);
  if (!over && !decides()) waiting = setTimeout(() => make(bot()), still() ? 0 : 350);
}

/** The step that play is at, where there are several at which somebody decides. */
function stepNow() {
  const asking = Object.values(STEPS).filter(({ asks }) => asks);
  return asking.length > 1 ? `: ${PAGE.steps[STEPS[state.step].label]}` : "";
}

const turnOf = (player) => (player === human ? "your turn" : `turn of player ${player + 1}`);

/** How the game ended, in a sentence. */
function outcome() {
  const { ending, returns: scores, fault } = state.result;
  if (fault) return `The rules do not say how play goes on (${fault.kind}): ${fault.sentence}. Clauses: ${fault.clauses.join(", ")}.`;
  const best = Math.max(...scores);
  const least = Math.min(...(PLAYERS === 1 ? [0] : scores));
  const winners = [...scores.keys()].filter((p) => scores[p] === best && best > least);
  const who = PLAYERS === 1 && best < 0 ? "You lose" : winners.length === 0 ? "Nobody wins" : capital(winners.map(named).join(" and ")) + (winners.length > 1 || winners[0] === human ? " win" : " wins");
  return `${who} (${PAGE.endings[ending] ?? ending}). Result: ${scores.map((one, p) => `${named(p)} ${one}`).join(", ")}.`;
}

/** The table: the others, what is shared, and what is one's own; one's hand has its own place. */
function showTable() {
  const seen = observation(state, viewer());
  const free = new Set(decides() ? fitting().flatMap(cardsOf) : []);
  const at = viewer();
  const zones = [...ZONES.keys()].filter((i) => shownAtAll(i, seen));
  const holds = (i) => ZONES[i].at(state).length > 0;
  const own = zones.filter((i) => ZONES[i].owner === at && ["owner", "others"].includes(ZONES[i].seen));
  const inHand = (i) => own.includes(i) && (holds(i) || i === own[0]);
  const draw = (i, at, among) => showZone(i, seen[ZONES[i].name], free, at > 0 && PAGE.zones[among[at - 1]].label === PAGE.zones[i].label);
  const others = numbers(1, PLAYERS - 1).map((i) => (at + i) % PLAYERS);
  const seats = others.map((player) => showSeat(player, zones.filter((i) => ZONES[i].owner === player && holds(i)).map(draw)));
  const placed = new Set(PAGE.layout.flat(2));
  const shared = zones.filter((i) => ZONES[i].owner === null && !placed.has(i)).map(draw);
  const mine = zones.filter((i) => ZONES[i].owner === at && !inHand(i)).map(draw);
  const fields = FIELDS.flatMap((field, i) => (PAGE.fields[i] && sees(field, at) ? [showField(field, PAGE.fields[i])] : []));
  const around = element("div", "seats", "", ...seats);
  around.tabIndex = 0; // on a phone it scrolls
  around.setAttribute("role", "group");
  around.setAttribute("aria-label", "The other players");
  const scrolled = page("table").querySelector(".seats")?.scrollLeft ?? 0;
  page("table").replaceChildren(
    ...[around, showLayout(draw), element("div", "shared", "", ...shared), element("div", "mine", "", ...mine), element("p", "fields", "", ...fields)].filter((part) => part.childElementCount > 0),
  );
  around.scrollLeft = scrolled;
  page("hand").replaceChildren(...zones.filter(inHand).map(draw));
}

/** A field that its author has named: "your stake: 3". */
function showField({ kind: type, at }, { name, player }) {
  const whose = player === null ? "" : player === human ? "your " : `player ${player + 1}’s `;
  return element("span", "", `${whose}${name}: ${inWords(at(state), type)}`);
}

/** The zones that the rule file lays out, row by row. */
function showLayout(draw) {
  const grid = element("div", "layout");
  grid.style.gridTemplateColumns = `repeat(${Math.max(1, ...PAGE.layout.map((row) => row.length))}, auto)`;
  for (const [y, row] of PAGE.layout.entries()) {
    for (const [x, cell] of row.entries()) {
      const place = element("div", "place", "", ...cell.map(draw));
      place.style.gridArea = `${y + 1} / ${x + 1}`;
      if (cell.length > 0) grid.append(place);
    }
  }
  return grid;
}

/** Is there anything to be seen of a zone, and is it not the place of a pile that is not there, after another such place? */
function shownAtAll(i, seen) {
  const zone = ZONES[i];
  const view = seen[zone.name];
  if (!view.cards && view.count === undefined) return false;
  if (!zone.row || zone.at(state).length > 0) return true;
  const before = ZONES.slice(0, i).findLast((other) => other.family === zone.family);
  return before === undefined || before.at(state).length > 0;
}

/** Another player, with what is theirs. */
function showSeat(player, zones) {
  const turn = !isOver(state) && player === currentPlayer(state);
  const seat = element("div", turn ? "seat turn" : "seat");
  seat.append(pressable("seat-name", `${capital(named(player))}${turn ? ", to move" : ""}`, `seat-${player}`), element("div", "seat-zones", "", ...zones));
  seat.dataset.player = player;
  seat.classList.toggle("pointed", pointed.some((one) => sameTarget(one, targetOfPlayer(player))));
  return seat;
}

/** Something that can be pressed while the person decides, and only be read otherwise. */
function pressable(name, text, key) {
  const made = element(decides() ? "button" : "span", name, text);
  if (decides()) made.type = "button";
  made.dataset.key = key;
  return made;
}

/** A zone's name as the person at the table says it. */
const zoneName = (i) => (ZONES[i].owner === human ? `your ${PAGE.zones[i].name}` : PAGE.zones[i].name);

/** A zone; one that follows another of its family on a seat is called by what tells it apart. */
function showZone(i, view, free, again) {
  const cards = view.cards ?? [];
  const count = view.count ?? cards.length;
  const zone = element("div", "zone");
  zone.dataset.zone = i;
  zone.classList.toggle("pointed", pointed.some((one) => one.zone === i));
  zone.classList.toggle("target", decides() && (held.length > 0 || pointed.length > 0) && !holds(i) && fitting(held, [...pointed, targetOfZone(i)]).length > 0);
  const name = zoneName(i);
  const owner = ZONES[i].owner;
  const title = pressable("zone-name", capital((again && owner !== null && PAGE.zones[i].short) || name), `zone-${i}`);
  if (count > 1) title.append(element("span", "count", `${count}`), element("span", "unseen", " cards"));
  if (owner !== null && owner !== human) title.append(element("span", "unseen", `, ${named(owner)}`));
  const row = element("div", ZONES[i].ordered && !view.top ? "fan pile" : cards.length <= 10 ? "fan few" : "fan");
  for (const card of cards) row.append(showCard(CARDS.indexOf(card), i, name, free));
  if (!view.cards && count > 0) row.append(view.top ? showCard(CARDS.indexOf(view.top), i, name, free) : element("span", "card", "", picture("card-back")));
  if (count === 0) row.append(element("span", "card", "", picture("card-slot")));
  zone.append(title, row);
  return zone;
}

function showCard(card, zone, place, free) {
  const shown = element(decides() ? "button" : "span", "card", "", picture(PAGE.pictures[card]));
  shown.dataset.key = `card-${card}`;
  shown.dataset.card = card;
  shown.setAttribute("aria-label", `${PAGE.spoken[card]}, ${place}`);
  if (!decides()) shown.setAttribute("role", "img");
  else {
    shown.type = "button";
    shown.setAttribute("aria-pressed", String(held.includes(card)));
    shown.classList.toggle("free", free.has(card));
    shown.classList.toggle("held", held.includes(card));
  }
  return shown;
}

function showMoves() {
  const moves = decides() ? fitting() : [];
  const shown = phrased(moves);
  const kinds = [...new Set(moves.map(({ action }) => action))];
  const buttons = [];
  if (kind !== null || (shown.size > MOST_BUTTONS && kinds.length > 1)) buttons.push(...(kind !== null ? [kind] : kinds).map(kindButton));
  if (shown.size <= MOST_BUTTONS || kinds.length === 1) buttons.push(...[...shown].slice(0, MOST_BUTTONS).map(([words, move]) => moveButton(words, move)));
  page("moves").replaceChildren(...buttons);
  const chosen = [...held.map((card) => CARDS[card]), ...pointed.map(({ words }) => words)].join(" ");
  const count = moves.length === 1 ? "One move is" : `${moves.length} moves are`;
  const more = shown.size > MOST_BUTTONS ? " Pick cards or piles to narrow them down." : "";
  page("hint").textContent = decides() ? `${count} legal${chosen ? ` with ${chosen}` : ""}.${more}` : "";
  page("try").hidden = !decides();
}

function moveButton(words, move) {
  const button = element("button", "move", capital(words));
  button.type = "button";
  button.dataset.key = `move-${describe(move)}`;
  button.addEventListener("click", () => make(move));
  return button;
}

function kindButton(action) {
  const button = element("button", "kind", `${capital(kindName(action))} …`);
  button.type = "button";
  button.dataset.key = `kind-${action}`;
  button.setAttribute("aria-pressed", String(kind === action));
  button.addEventListener("click", () => choose(action));
  return button;
}

function showStory() {
  const at = viewer();
  const lines = history.map((item, i) => {
    item.told ??= {};
    item.told[at] ??= toldTo(at, i);
    return element("li", item.mine ? "own" : "", `${capital(named(item.player))}: ${item.told[at]}`);
  });
  page("log").replaceChildren(...lines);
  page("story").scrollTop = page("story").scrollHeight;
}

/** A move that was made, as a player may know it: of cards only those that the player saw before it or after, or that are laid where everybody sees them. */
function toldTo(player, i) {
  const before = past[i];
  const after = past[i + 1] ?? state;
  const move = parseMove(before, history[i].words);
  const sees = (at) => Object.values(observation(at, player)).flatMap((view) => view.cards ?? (view.top ? [view.top] : []));
  const seen = new Set([...sees(before), ...sees(after)]);
  const unseen = (card) => !seen.has(CARDS[card]);
  const laidOpen = (cards, at) => cards.length <= (PAGE.laidOpen[move.action]?.[at] ?? 0);
  const hides = ([name, type], at) => {
    const cards = type === "card" ? [move[name]] : type === "cards" ? move[name] : [];
    return cards.some(unseen) && !laidOpen(cards, at);
  };
  const noted = PAGE.secret.includes(move.action) && history[i].player !== player;
  if (noted || parametersOf(move).some(hides)) return kindName(move.action);
  const values = parametersOf(move).map(([name, type]) => (type === "card" || type === "cards" ? told(move[name], type) : inWords(move[name], type)));
  return (PAGE.moves[move.action] ?? move.action).replace(/\{(\d+)\}/g, (_, at) => values[at]);
}
