// The rulebook's page in the editor. Run by test_extension.py.
"use strict";

const assert = require("node:assert");
const test = require("node:test");
const { stilled, POLICY } = require("../../editors/vscode/src/rulebook");

test("the policy stands before all else in the head, and no other does", () => {
  const page = `<!doctype html><html><head lang="en"><meta http-equiv="Content-Security-Policy" content="script-src *"><title>t</title></head><body>b</body></html>`;
  const shown = stilled(page);
  assert.ok(shown.includes(`<head lang="en"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>`));
  assert.equal(shown.match(/Content-Security-Policy/g).length, 1);
});

test("scripts are taken out", () => {
  assert.doesNotMatch(stilled("<head></head><script>\nx()</script><SCRIPT src='y'></SCRIPT >b"), /script[^-]/i);
});

test("a page without a head gets one", () => {
  assert.match(stilled("b"), /<head><meta http-equiv="Content-Security-Policy".*<body>b<\/body>/);
});

test("the policy allows no script and no address", () => {
  assert.match(POLICY, /^default-src 'none'; style-src 'unsafe-inline';/);
  assert.doesNotMatch(POLICY, /script-src|\*|https?:/);
});
