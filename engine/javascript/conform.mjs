// Answers `hoyle conform --vectors FILE -- node conform.mjs`: a line of JSON for each line of JSON.
import { createInterface } from "node:readline";
import * as game from "./GAME.mjs";

let state = null;

/** Luck as the suite tells it, as outcomes of this engine. */
function outcomes(luck) {
  return luck.map((met) => ("shuffled" in met ? met.shuffled.map((card) => game.CARDS.indexOf(card)) : met.picked));
}

function answer(request) {
  switch (request.do) {
    case "hello": {
      const tells = ["over", "to_move", "step", "legal", "zones", "fields", "observations", "ending", "returns"];
      // Fields that no rule reads under these settings are not kept.
      const all = request.fields.every((name) => game.FIELD_NAMES.includes(name));
      return { tells: all ? tells : tells.filter((aspect) => aspect !== "fields"), in_order: true };
    }
    case "start":
      state = game.newGame({ seed: null, outcomes: outcomes(request.luck) });
      return game.tell(state);
    case "move":
      state.luck.outcomes.push(...outcomes(request.luck));
      state = game.apply(state, game.parseMove(state, request.move));
      return game.tell(state);
    default:
      return { error: `there is no request ${request.do}` };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  let told;
  try {
    told = answer(JSON.parse(line));
  } catch (problem) {
    told = { error: `${problem.name}: ${problem.message}` };
    if (problem instanceof game.Fault) told.fault = problem.kind;
  }
  console.log(JSON.stringify(told));
}
