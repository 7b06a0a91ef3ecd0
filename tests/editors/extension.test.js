// What the extension does in an editor that only notes what it is asked. Run by test_extension.py.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");

const { STYLES, SCRIPTS } = require("../../editors/vscode/src/table");
const SOURCE = path.resolve(__dirname, "../../editors/vscode/src/extension.js");

/** A fresh extension, the editor around it, and what it asked of that. */
function begun({ trusted = true, fails = false, document, film = null } = {}) {
  const asked = { started: [], stopped: 0, told: [], ran: [], panels: [], commands: {}, answer: undefined, sent: [], closed: undefined };
  const status = { text: "", tooltip: "", show() {}, hide() {}, dispose() {} };
  const told = (text, ...buttons) => {
    asked.told.push({ text, buttons });
    return Promise.resolve(asked.answer);
  };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "hoyle-"));
  const program = path.join(folder, "hoyle it's");
  fs.writeFileSync(program, '#!/bin/sh\n[ "$1 $3" = "rulebook --html" ] && echo "<html><head></head><script>x</script>of $2"\n', { mode: 0o755 });
  const settings = { path: program };
  fs.mkdirSync(path.join(folder, "media"));
  for (const name of [...STYLES, ...SCRIPTS]) fs.writeFileSync(path.join(folder, "media", name), `/* ${name} */`);
  let trust;
  const vscode = {
    SymbolKind: { Event: 23 }, StatusBarAlignment: {}, TaskScope: {}, TaskRevealKind: {}, TaskPanelKind: {}, ViewColumn: {},
    Task: class { constructor(...parts) { this.parts = parts; } },
    ProcessExecution: class { constructor(command, args, options) { Object.assign(this, { command, args, options }); } },
    window: {
      createOutputChannel: () => ({ info() {}, error() {}, show() {}, dispose() {} }),
      createStatusBarItem: () => status,
      createWebviewPanel: (...parts) => {
        asked.panels.push({ parts, webview: { html: "" }, reveal() {}, onDidDispose: (does) => (asked.closed = does) });
        return asked.panels.at(-1);
      },
      showQuickPick: async (names) => names[1],
      showErrorMessage: told,
      showWarningMessage: told,
      activeTextEditor: document && { document },
    },
    commands: {
      registerCommand: (name, does) => ((asked.commands[name] = does), { dispose() {} }),
      executeCommand: (...words) => (asked.ran.push(words), [{ kind: 23, name: "one" }, { kind: 5, name: "two" }, { kind: 23, name: "three" }]),
    },
    tasks: { executeTask: (task) => asked.ran.push(task) },
    workspace: {
      isTrusted: trusted,
      workspaceFolders: [],
      getConfiguration: () => ({ get: (name) => settings[name] }),
      getWorkspaceFolder: () => undefined,
      onDidGrantWorkspaceTrust: (does) => ((trust = does), { dispose() {} }),
      onDidChangeConfiguration: () => ({ dispose() {} }),
    },
  };
  class LanguageClient {
    constructor(_id, _name, server, options) {
      asked.started.push(server);
      asked.options = options;
      this.initializeResult = { serverInfo: { version: "1.2.3" } };
    }
    async sendRequest(method, params) { return (asked.sent.push([method, params]), film); }
    async start() { if (fails) throw new Error("no"); }
    async dispose() { asked.stopped += 1; }
  }
  const modules = { vscode, "vscode-languageclient/node": { LanguageClient, TransportKind: { stdio: 0 } } };
  const load = Module._load;
  Module._load = (name, ...rest) => modules[name] ?? load(name, ...rest);
  delete require.cache[SOURCE];
  const extension = require(SOURCE);
  Module._load = load;
  const trustIt = () => ((vscode.workspace.isTrusted = true), trust());
  return { extension, asked, status, settings, program, trustIt, activate: () => extension.activate({ subscriptions: [], extensionPath: folder }) };
}

const rules = (name, saves = true) => ({ languageId: "hoyle", uri: { scheme: "file", fsPath: name }, save: async () => saves });

test("the server is started over standard input and output, and its version is shown", async () => {
  const { activate, asked, status, program } = begun();
  await activate();
  assert.deepEqual(asked.started, [{ command: program, args: ["lsp"], transport: 0 }]);
  assert.equal(status.text, "Hoyle 1.2.3");
  assert.deepEqual(asked.told, []);
});

test("nothing is started before the folder is trusted, and then it is", async () => {
  const { activate, asked, trustIt } = begun({ trusted: false, document: rules("/a.hoyle") });
  await activate();
  await asked.commands["hoyle.verifyFile"]();
  await asked.commands["hoyle.openRulebook"]();
  assert.deepEqual([asked.started, asked.ran, asked.panels], [[], [], []]);
  await trustIt();
  assert.equal(asked.started.length, 1);
});

test("without a hoyle there is a message, and a button opens the settings", async () => {
  const { activate, asked, settings, status } = begun();
  settings.path = "/no/such/hoyle";
  asked.answer = "Open the settings";
  await activate();
  assert.equal(asked.started.length, 0);
  assert.match(asked.told[0].text, /no such program/);
  assert.ok(asked.told[0].buttons.includes("Open the settings"));
  assert.deepEqual(asked.ran, [["workbench.action.openSettings", "hoyle.path"]]);
  assert.match(status.text, /warning/);
});

test("a server that does not start is told", async () => {
  const { activate, asked } = begun({ fails: true });
  await activate();
  assert.match(asked.told[0].text, /did not start; pip install 'hoyle\[lsp\]'/);
});

test("a restart ends the old server first", async () => {
  const { activate, asked, extension } = begun();
  await activate();
  await asked.commands["hoyle.restartServer"]();
  assert.deepEqual([asked.started.length, asked.stopped], [2, 1]);
  await extension.deactivate();
  assert.equal(asked.stopped, 2);
});

test("commands run as programs with arguments, whatever the file is called", async () => {
  const file = "/games/$(touch x); 'a\" b.hoyle";
  const { activate, asked, program } = begun({ document: rules(file) });
  await activate();
  for (const [name, word] of [["checkFile", "check"], ["verifyFile", "verify"], ["findAmbiguities", "ambiguities"]]) {
    await asked.commands[`hoyle.${name}`]();
    const run = asked.ran.at(-1).parts[4];
    assert.deepEqual([run.command, run.args, run.options.cwd], [program, [word, file], "/games"]);
  }
});

test("a file that is not saved is not run", async () => {
  const { activate, asked } = begun({ document: rules("/a.hoyle", false) });
  await activate();
  await asked.commands["hoyle.checkFile"]();
  assert.deepEqual(asked.ran, []);
  assert.match(asked.told[0].text, /save the file/);
});

test("the rulebook is shown without scripts", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "hoyle-"));
  const { activate, asked } = begun({ document: rules(path.join(folder, "a b.hoyle")) });
  await activate();
  await asked.commands["hoyle.openRulebook"]();
  const { parts, webview } = asked.panels[0];
  assert.deepEqual([parts[3].enableScripts, parts[3].enableCommandUris, parts[3].localResourceRoots], [false, false, []]);
  assert.match(webview.html, /default-src 'none'.*a b\.hoyle/s);
  assert.doesNotMatch(webview.html, /<script/);
});

const FILM = { version: 1, game: "Small", title: "of it", problem: "", first: 0, pictures: [], sides: [], cards: { drawn: "", ids: {} } };

test("the lines above a text show their game on one table", async () => {
  const { activate, asked } = begun({ film: FILM });
  await activate();
  assert.deepEqual(asked.options.initializationOptions, { table: true });
  await asked.commands["hoyle.showTable"]("file:///a.hoyle", "claim", "few");
  await asked.commands["hoyle.showTable"]("file:///a.hoyle", "example", "$(x)");
  assert.deepEqual(asked.sent[1], ["workspace/executeCommand", { command: "hoyle.table", arguments: ["file:///a.hoyle", "example", "$(x)"] }]);
  assert.equal(asked.panels.length, 1);
  const { parts, webview } = asked.panels[0];
  assert.deepEqual([parts[3].enableCommandUris, parts[3].localResourceRoots], [false, []]);
  assert.match(webview.html, /default-src 'none'/);
  asked.closed();
  await asked.commands["hoyle.showTable"]("file:///a.hoyle", "claim", "few");
  assert.equal(asked.panels.length, 2);
});

test("from the palette an example is chosen", async () => {
  const document = { ...rules("/a.hoyle"), uri: { scheme: "file", fsPath: "/a.hoyle", toString: () => "file:///a.hoyle" } };
  const { activate, asked } = begun({ document, film: FILM });
  await activate();
  await asked.commands["hoyle.showTable"]();
  assert.deepEqual(asked.sent[0][1].arguments, ["file:///a.hoyle", "example", "three"]);
});

test("without a game to draw there is no table, and what cannot be drawn is told", async () => {
  const nothing = begun({ film: null });
  await nothing.activate();
  await nothing.asked.commands["hoyle.showTable"]("file:///a.hoyle", "claim", "few");
  assert.deepEqual([nothing.asked.panels, nothing.asked.told], [[], []]);
  const odd = begun({ film: { ...FILM, version: 2 } });
  await odd.activate();
  await odd.asked.commands["hoyle.showTable"]("file:///a.hoyle", "claim", "few");
  assert.deepEqual(odd.asked.panels, []);
  assert.match(odd.asked.told[0].text, /another version/);
  const none = begun({ fails: true });
  await none.activate();
  await none.asked.commands["hoyle.showTable"]("file:///a.hoyle", "claim", "few");
  assert.match(none.asked.told.at(-1).text, /language server/);
});

test("no rulebook is told", async () => {
  const { activate, asked, program } = begun({ document: rules(path.join(os.tmpdir(), "a.hoyle")) });
  fs.writeFileSync(program, '#!/bin/sh\necho "error[E0100]: it is wrong" >&2\nexit 1\n', { mode: 0o755 });
  await activate();
  await asked.commands["hoyle.openRulebook"]();
  assert.match(asked.told[0].text, /there is no rulebook: error\[E0100\]: it is wrong/);
  assert.deepEqual(asked.panels, []);
});
