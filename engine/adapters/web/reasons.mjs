// ---------------- why a move is not legal

/** Why no move with these cards and targets is legal, in sentences: each kind of move that could have them, with its reason. */
function whyNot(cards, targets, action) {
  const asked = STEPS[state.step].asks.filter((one) => action === null || one === action);
  const reasons = asked.flatMap((one) => candidates(one, cards, targets).slice(0, 60).map(whyNotMove).filter(Boolean).slice(0, 1));
  const names = [...cards.map((card) => CARDS[card]), ...targets.map(({ words }) => words)].join(", ");
  if (reasons.length === 0) return names ? `No move here is made with ${names}.` : "No such move is made here.";
  return [...new Set(reasons)].slice(0, 2).join(" ");
}

/** Why a move is not legal, in sentences; nothing where it is. */
function whyNotMove(move) {
  const does = worded(move);
  const { rules, choice, decide } = MOVES[move.action] ?? {};
  if (!rules || !STEPS[state.step].asks.includes(move.action)) return `Not now: ${judged(state, move).why}.`;
  try {
    for (const [name, type] of parametersOf(move)) {
      const on = choice(state, move)[name]();
      const same = (value) => (Array.isArray(value) ? sameCards(value, move[name]) : value === move[name]);
      if (!on.some(same)) return `You may not ${does}: ${inWords(move[name], type)} cannot be chosen for that.`;
    }
    const found = decide(state, move);
    if (found.legal) return "";
    const said = (i) => sayClause(move.action, rules[i].label);
    if (found.deciding.length > 0) return `You may not ${does}. ${found.deciding.map(said).join(" ")}`;
    const permits = [...rules.keys()].filter((i) => rules[i].kind === "permit");
    return `You may not ${does}: no rule permits it here. ${permits.slice(0, 2).map(said).join(" ")}`.trim();
  } catch (problem) {
    if (problem instanceof Fault) return `You cannot ${does}: ${problem.sentence}.`;
    throw problem;
  }
}

/** What a clause says, or its name where nobody has told it. */
function sayClause(action, label) {
  return PAGE.clauses[action]?.[label] ?? `(${label.replaceAll("_", " ")})`;
}

/** Moves of one kind with these cards in the first parameter that takes them and these targets, whatever the others. */
function candidates(action, cards, targets) {
  const { parameters } = MOVES[action];
  const wanted = targets.flatMap(({ pairs }) => pairs.slice(-1));
  let made = [{ action }];
  let used = cards.length === 0;
  for (const [name, type] of parameters) {
    let values;
    if (type === "cards" && !used) {
      values = [[...cards].sort((a, b) => a - b), cards];
      used = true;
    } else if (type === "card" && !used) {
      values = cards.length === 1 ? cards : [];
      used = true;
    } else if (wanted.some(([domain]) => domain === type)) {
      values = [wanted.splice(wanted.findIndex(([domain]) => domain === type), 1)[0][1]];
    } else if (WORDS[type]) values = [...WORDS[type].keys()];
    else return [];
    made = made.flatMap((move) => values.map((value) => ({ ...move, [name]: value }))).slice(0, 200);
  }
  return used ? made : [];
}
