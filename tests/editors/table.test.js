// The page of the table. What it draws is looked at in a browser, by tests/hoyle/test_pages.py. Run by test_extension.py.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { tablePage, STYLES, SCRIPTS } = require("../../editors/vscode/src/table");

const media = fs.mkdtempSync(path.join(os.tmpdir(), "hoyle-"));
for (const name of [...STYLES, ...SCRIPTS]) fs.writeFileSync(path.join(media, name), `/* ${name} */`);
const FILM = { version: 1, game: "Small", title: "of it", problem: "", first: 0, pictures: [], sides: [], cards: { drawn: "<svg></svg>", ids: {} } };

test("only its own scripts run, each page's under a word of its own", () => {
  const [one, two] = [tablePage(FILM, media), tablePage(FILM, media)];
  const nonce = /script-src 'nonce-([^']{22,})'/.exec(one)[1];
  assert.match(one, /default-src 'none'; style-src 'nonce-[^']+'; script-src 'nonce-[^']+'; base-uri 'none'; form-action 'none'"/);
  assert.doesNotMatch(one, /unsafe|https?:/);
  assert.equal(one.split(`nonce="${nonce}"`).length, 3);
  assert.ok(!two.includes(nonce));
  for (const name of [...STYLES, ...SCRIPTS]) assert.ok(one.includes(`/* ${name} */`));
});

test("nothing that a rule file says leaves the data", () => {
  const words = "</script><script>owned()</script><!--<script>\u2028&amp;$(owned) $& $1";
  const page = tablePage({ ...FILM, game: words, title: words, problem: words, cards: { drawn: words, ids: { [words]: words } } }, media);
  assert.equal(page.match(/<script/g).length, 2);
  assert.equal(page.match(/<\/script/g).length, 2);
  assert.doesNotMatch(page, /<!--|\u2028/);
  const data = /<script id="film" type="application\/json">(.*)<\/script>\n/.exec(page)[1];
  assert.equal(JSON.parse(data).title, words);
});

test("what is no game is refused", () => {
  for (const odd of [null, undefined, 5, "x", [], {}, { ...FILM, version: 2 }, { ...FILM, pictures: {} }, { ...FILM, title: 5 }, { ...FILM, cards: null }])
    assert.throws(() => tablePage(odd, media), /another version/);
});
