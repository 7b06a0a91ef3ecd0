// Finds the command `hoyle`. Knows nothing of VS Code, so that it can be tested alone.
"use strict";

const path = require("path");

/**
 * @typedef {object} Surroundings
 * @property {string} setting what the setting hoyle.path says
 * @property {string[]} folders the open folders
 * @property {Record<string, string | undefined>} env the environment
 * @property {string} platform the name of the system, as Node has it
 * @property {(file: string) => boolean} runs is there a program of this name?
 */

/**
 * The command, and where it is from; or why there is none. A setting that names nothing is not passed over in silence.
 *
 * @param {Surroundings} around
 * @returns {{ command: string, from: string } | { problem: string }}
 */
function findCommand(around) {
  const on = around.platform === "win32" ? path.win32 : path.posix;
  const setting = around.setting.trim();
  if (setting !== "") {
    const found = named(setting, around, on);
    if (found !== undefined) return { command: found, from: "the setting hoyle.path" };
    return { problem: `The setting hoyle.path names “${setting}”, and there is no such program.` };
  }
  const inside = around.platform === "win32" ? ["Scripts", "hoyle.exe"] : ["bin", "hoyle"];
  for (const folder of around.folders) {
    const found = on.join(folder, ".venv", ...inside);
    if (around.runs(found)) return { command: found, from: "the folder's .venv" };
  }
  const found = onPath("hoyle", around, on);
  if (found !== undefined) return { command: found, from: "the PATH" };
  return { problem: "There is no hoyle in the folder's .venv, nor on the PATH. Install it by: pip install 'hoyle[lsp]'" };
}

/**
 * @param {string} setting
 * @param {Surroundings} around
 * @param {path.PlatformPath} on
 */
function named(setting, around, on) {
  if (!/[\\/]/.test(setting)) return onPath(setting, around, on);
  const home = around.env.HOME || around.env.USERPROFILE || "";
  const first = around.folders[0] || "";
  const full = setting.replace(/^~(?=[\\/])/, () => home).replace("${workspaceFolder}", () => first);
  const starts = on.isAbsolute(full) ? [full] : around.folders.map((folder) => on.join(folder, full));
  return starts.find(around.runs);
}

/**
 * A program on the PATH. Entries that depend on where one stands are left out: a folder must not be able to put itself there.
 *
 * @param {string} name
 * @param {Surroundings} around
 * @param {path.PlatformPath} on
 */
function onPath(name, around, on) {
  const listed = (around.env.PATH || around.env.Path || "").split(on.delimiter).filter((entry) => on.isAbsolute(entry));
  const names = around.platform === "win32" && !/\.exe$/i.test(name) ? [`${name}.exe`] : [name];
  return listed.flatMap((entry) => names.map((each) => on.join(entry, each))).find(around.runs);
}

module.exports = { findCommand };
