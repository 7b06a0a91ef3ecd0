// The panel that shows a position on a table and steps through a game. Knows nothing of VS Code.
"use strict";

const crypto = require("crypto");
const fs = require("fs");
const path = require("path");

const STYLES = ["base.css", "film.css", "table.css"];
const SCRIPTS = ["cards.js", "film.js", "table.js"];

/**
 * The page. What a rule file says reaches it as data alone, which the scripts put in as texts; and only these scripts run.
 *
 * @param {unknown} film what `hoyle replay --json` prints
 * @param {string} media the folder of its styles and scripts
 */
function tablePage(film, media) {
  if (!isFilm(film)) throw new Error("Hoyle's answer is no game to draw; it may be of another version than this extension.");
  const nonce = crypto.randomBytes(16).toString("base64");
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  const text = (/** @type {string} */ name) => fs.readFileSync(path.join(media, name), "utf8");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hoyle: table</title>
<style nonce="${nonce}">${STYLES.map(text).join("\n")}</style>
</head>
<body>
<div id="cards"></div>
<main>
<h1><span id="game"></span>: <span id="title"></span></h1>
<p id="problem" role="alert"></p>
<div class="film" id="play" tabindex="0" role="group" aria-label="the game, step by step"></div>
<p class="quiet">The arrow keys step back and forth. All hands are open here.</p>
</main>
<script id="film" type="application/json">${asData(film)}</script>
<script nonce="${nonce}">${SCRIPTS.map(text).join("\n")}</script>
</body>
</html>
`;
}

/**
 * Data within an element, which nothing in it can end.
 *
 * @param {unknown} value
 */
function asData(value) {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * @param {any} value
 * @returns {boolean}
 */
function isFilm(value) {
  const texts = ["game", "title", "problem"];
  return (
    value !== null && typeof value === "object" && value.version === 1 && texts.every((name) => typeof value[name] === "string") &&
    typeof value.first === "number" && Array.isArray(value.pictures) && Array.isArray(value.sides) &&
    typeof value.cards?.drawn === "string" && typeof value.cards?.ids === "object"
  );
}

module.exports = { tablePage, STYLES, SCRIPTS };
