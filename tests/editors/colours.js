// Prints how VS Code's own program colours files: node colours.js NODE_MODULES GRAMMAR FILE... Run by test_vscode_tools.py.
"use strict";

const fs = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");

const [modules, written, ...files] = process.argv.slice(2);
const from = createRequire(path.join(modules, "x.js"));
const { INITIAL, Registry, parseRawGrammar } = from("vscode-textmate");
const { loadWASM, OnigScanner, OnigString } = from("vscode-oniguruma");

async function main() {
  await loadWASM(fs.readFileSync(path.join(modules, "vscode-oniguruma/release/onig.wasm")));
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new OnigScanner(patterns),
      createOnigString: (text) => new OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(written, "utf8"), written),
  });
  const grammar = await registry.loadGrammar("source.hoyle");
  let state = INITIAL;
  const line = (text) => {
    const done = grammar.tokenizeLine(text, state);
    state = done.ruleStack;
    return done.tokens
      .filter((token) => token.scopes.length > 1)
      .map((token) => [token.startIndex, Math.min(token.endIndex, text.length), token.scopes.at(-1)]);
  };
  const coloured = files.map((file) => [file, fs.readFileSync(file, "utf8").split("\n").map(line)]);
  process.stdout.write(JSON.stringify(Object.fromEntries(coloured)));
}

main();
