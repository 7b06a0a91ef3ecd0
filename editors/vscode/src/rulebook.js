// The rulebook's page, as it is shown in the editor: nothing in it can run, and nothing can be loaded.
"use strict";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * The page without scripts, under a policy that allows none. The policy stands first, so that all else is under it.
 *
 * @param {string} page
 */
function stilled(page) {
  const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  const quiet = page
    .replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/gi, "")
    .replace(/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, "");
  const head = /<head\b[^>]*>/i.exec(quiet);
  if (head === null) return `<!doctype html><html><head>${policy}</head><body>${quiet}</body></html>`;
  const end = head.index + head[0].length;
  return quiet.slice(0, end) + policy + quiet.slice(end);
}

module.exports = { stilled, POLICY };
