// Which `hoyle` the extension starts. Run by test_extension.py.
"use strict";

const assert = require("node:assert");
const test = require("node:test");
const { findCommand } = require("../../editors/vscode/src/command");

const around = (changed) => {
  const { there, ...rest } = { there: [], setting: "", folders: ["/game"], env: { PATH: "/usr/bin:/opt/bin" }, platform: "linux", ...changed };
  return { ...rest, runs: (file) => there.includes(file) };
};
const command = (changed) => findCommand(around(changed)).command;
const problem = (changed) => findCommand(around(changed)).problem;

const VENV = "/game/.venv/bin/hoyle";
const PATH = "/opt/bin/hoyle";

test("the setting comes first, then the .venv, then the PATH", () => {
  const all = ["/mine/hoyle", VENV, PATH];
  assert.equal(command({ there: all, setting: "/mine/hoyle" }), "/mine/hoyle");
  assert.equal(command({ there: all }), VENV);
  assert.equal(command({ there: [PATH] }), PATH);
});

test("the first folder with a .venv is taken", () => {
  assert.equal(command({ folders: ["/other", "/game"], there: [VENV, PATH] }), VENV);
});

test("a setting may stand in the folder, at home, or on the PATH", () => {
  assert.equal(command({ setting: "tools/hoyle", there: ["/game/tools/hoyle"] }), "/game/tools/hoyle");
  assert.equal(command({ setting: "${workspaceFolder}/hoyle", there: ["/game/hoyle"] }), "/game/hoyle");
  assert.equal(command({ setting: "~/bin/hoyle", env: { HOME: "/me" }, there: ["/me/bin/hoyle"] }), "/me/bin/hoyle");
  assert.equal(command({ setting: " hoyle2 ", there: ["/opt/bin/hoyle2"] }), "/opt/bin/hoyle2");
});

test("a setting that names nothing is told, and nothing else is taken", () => {
  assert.match(problem({ setting: "/mine/hoyle", there: [VENV, PATH] }), /hoyle\.path names “\/mine\/hoyle”/);
});

test("without any hoyle it says how to install it", () => {
  assert.match(problem({}), /pip install 'hoyle\[lsp\]'/);
  assert.match(problem({ folders: [], env: {} }), /pip install/);
});

test("what the PATH says of the folder itself is not taken", () => {
  assert.match(problem({ env: { PATH: ":.:bin" }, there: ["hoyle", "bin/hoyle", "./hoyle", "/hoyle"] }), /pip install/);
});

test("Windows has other folders", () => {
  const windows = { platform: "win32", folders: ["C:\\game"], env: { Path: "C:\\bin;relative" } };
  assert.equal(command({ ...windows, there: ["C:\\game\\.venv\\Scripts\\hoyle.exe"] }), "C:\\game\\.venv\\Scripts\\hoyle.exe");
  assert.equal(command({ ...windows, there: ["C:\\bin\\hoyle.exe"] }), "C:\\bin\\hoyle.exe");
});
