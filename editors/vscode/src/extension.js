// Hoyle in VS Code: starts `hoyle lsp` in folders that are trusted, and runs commands on the file that is open.
"use strict";

const fs = require("fs");
const path = require("path");
const { execFile } = require("child_process");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { findCommand } = require("./command");
const { stilled } = require("./rulebook");
const { tablePage } = require("./table");

const SETTINGS = "Open the settings";
const LOG = "Show the log";
const TRUST = "Manage trust";
const RULEBOOK_SECONDS = 60;
const RULEBOOK_BYTES = 32 * 1024 * 1024;
const TOLD_LINES = 4;

/** @type {import("vscode-languageclient/node").LanguageClient | undefined} */
let client;
/** @type {import("vscode").LogOutputChannel} */
let log;
/** @type {import("vscode").StatusBarItem} */
let status;
/** Where the styles and scripts of the table are. */
let media = "";
/** @type {import("vscode").WebviewPanel | undefined} */
let table;
/** Starts and stops come one after the other. @type {Promise<void>} */
let last = Promise.resolve();

/** @param {import("vscode").ExtensionContext} context */
function activate(context) {
  media = path.join(context.extensionPath, "media");
  log = vscode.window.createOutputChannel("Hoyle", { log: true });
  status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right, 100);
  status.name = "Hoyle";
  status.command = "hoyle.restartServer";
  context.subscriptions.push(
    log,
    status,
    command("hoyle.checkFile", () => inTerminal("check")),
    command("hoyle.verifyFile", () => inTerminal("verify")),
    command("hoyle.findAmbiguities", () => inTerminal("ambiguities")),
    command("hoyle.openRulebook", openRulebook),
    command("hoyle.showTable", showTable),
    command("hoyle.restartServer", restart),
    vscode.workspace.onDidGrantWorkspaceTrust(() => restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("hoyle.path")) restart();
    }),
  );
  return restart();
}

function deactivate() {
  last = last.then(stop);
  return last;
}

/**
 * @param {string} name
 * @param {(...args: any[]) => unknown} does
 */
function command(name, does) {
  return vscode.commands.registerCommand(name, does);
}

/** Ends the server, if there is one, and starts another. */
function restart() {
  last = last.then(stop).then(start);
  return last;
}

async function stop() {
  const old = client;
  client = undefined;
  status.hide();
  if (old !== undefined) await old.dispose().catch((/** @type {unknown} */ error) => log.error(String(error)));
}

async function start() {
  if (!vscode.workspace.isTrusted) {
    show("$(shield) Hoyle", "Hoyle is not started before this folder is trusted.");
    return;
  }
  const found = hoyle();
  if ("problem" in found) {
    show("$(warning) Hoyle", found.problem);
    tell(found.problem);
    return;
  }
  log.info(`Starting ${found.command} lsp, from ${found.from}`);
  show("$(sync~spin) Hoyle", `Starting ${found.command}`);
  const made = new LanguageClient(
    "hoyle",
    "Hoyle",
    { command: found.command, args: ["lsp"], transport: TransportKind.stdio },
    {
      documentSelector: [{ language: "hoyle" }],
      outputChannel: log,
      initializationFailedHandler: () => false,
      initializationOptions: { table: true },
      connectionOptions: { maxRestartCount: 2 },
    },
  );
  try {
    await made.start();
  } catch (error) {
    const problem = `Hoyle's language server did not start; pip install 'hoyle[lsp]' brings all that it needs. (${found.command})`;
    log.error(String(error));
    show("$(warning) Hoyle", problem);
    tell(problem);
    await made.dispose().catch(() => undefined);
    return;
  }
  client = made;
  const version = made.initializeResult?.serverInfo?.version ?? "of unknown version";
  show(`Hoyle ${version}`, `${found.command}, from ${found.from}. Click to restart.`);
}

/** The command of the open folders, or what is wrong. */
function hoyle() {
  return findCommand({
    setting: vscode.workspace.getConfiguration("hoyle").get("path", ""),
    folders: (vscode.workspace.workspaceFolders ?? []).filter((f) => f.uri.scheme === "file").map((f) => f.uri.fsPath),
    env: process.env,
    platform: process.platform,
    runs,
  });
}

/** @param {string} file */
function runs(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * @param {string} text
 * @param {string} tooltip
 */
function show(text, tooltip) {
  status.text = text;
  status.tooltip = tooltip;
  status.show();
}

/**
 * Says what is wrong; nobody has to wait for the answer.
 *
 * @param {string} problem
 */
function tell(problem) {
  vscode.window.showErrorMessage(`Hoyle: ${problem}`, SETTINGS, LOG).then((answer) => {
    if (answer === SETTINGS) vscode.commands.executeCommand("workbench.action.openSettings", "hoyle.path");
    if (answer === LOG) log.show();
  });
}

/**
 * The command and the rule file that is open, saved; undefined, and said, where there is none.
 *
 * @returns {Promise<{ command: string, file: string, folder: import("vscode").WorkspaceFolder | undefined } | undefined>}
 */
async function ready() {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || document.languageId !== "hoyle") {
    vscode.window.showWarningMessage("Hoyle: open a rule file first.");
    return undefined;
  }
  if (!vscode.workspace.isTrusted) {
    const answer = await vscode.window.showWarningMessage("Hoyle: trust this folder first.", TRUST);
    if (answer === TRUST) vscode.commands.executeCommand("workbench.trust.manage");
    return undefined;
  }
  const found = hoyle();
  if ("problem" in found) {
    tell(found.problem);
    return undefined;
  }
  if (!(await document.save()) || document.uri.scheme !== "file") {
    vscode.window.showWarningMessage("Hoyle: save the file first.");
    return undefined;
  }
  return { command: found.command, file: document.uri.fsPath, folder: vscode.workspace.getWorkspaceFolder(document.uri) };
}

/**
 * Runs a command on the open file in the terminal, as a program with arguments: no shell reads the file's name.
 *
 * @param {string} name
 */
async function inTerminal(name) {
  const on = await ready();
  if (on === undefined) return;
  const task = new vscode.Task(
    { type: "hoyle", command: name, file: on.file },
    on.folder ?? vscode.TaskScope.Workspace,
    `${name} ${path.basename(on.file)}`,
    "hoyle",
    new vscode.ProcessExecution(on.command, [name, on.file], { cwd: path.dirname(on.file) }),
    [],
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true, panel: vscode.TaskPanelKind.Shared };
  await vscode.tasks.executeTask(task);
}

/** Shows the rulebook beside the file. */
async function openRulebook() {
  const on = await ready();
  if (on === undefined) return;
  const page = await rulebook(on.command, on.file);
  if (page === undefined) return;
  const panel = vscode.window.createWebviewPanel(
    "hoyle.rulebook",
    `Rulebook: ${path.basename(on.file, ".hoyle")}`,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    { enableScripts: false, enableCommandUris: false, enableForms: false, localResourceRoots: [], enableFindWidget: true },
  );
  panel.webview.html = stilled(page);
}

/**
 * Shows a position on the table, or the game behind a verdict, to step through: what the lines above a text ask for. From
 * the command palette somebody chooses one of the examples of the open file.
 *
 * @param {string} [uri] the file
 * @param {string} [kind] an example, a claim, a question, a ruling
 * @param {string} [name]
 */
async function showTable(uri, kind, name) {
  if (client === undefined) {
    tell("The table needs Hoyle's language server, and that does not run.");
    return;
  }
  const asked = uri !== undefined && kind !== undefined && name !== undefined ? [uri, kind, name] : await chosen();
  if (asked === undefined) return;
  const film = await client.sendRequest("workspace/executeCommand", { command: "hoyle.table", arguments: asked });
  if (film === null || film === undefined) return; // the server has said why
  try {
    onTable(tablePage(film, media));
  } catch (error) {
    log.error(String(error));
    tell(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} page */
function onTable(page) {
  if (table === undefined) {
    table = vscode.window.createWebviewPanel(
      "hoyle.table",
      "Hoyle: table",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, enableCommandUris: false, enableForms: false, localResourceRoots: [] },
    );
    table.onDidDispose(() => (table = undefined));
  }
  table.webview.html = page;
  table.reveal(undefined, true);
}

/**
 * An example of the open file that somebody chooses.
 *
 * @returns {Promise<[string, string, string] | undefined>}
 */
async function chosen() {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || document.languageId !== "hoyle") {
    vscode.window.showWarningMessage("Hoyle: open a rule file first.");
    return undefined;
  }
  /** @type {import("vscode").DocumentSymbol[] | undefined} */
  const symbols = await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", document.uri);
  const examples = (symbols ?? []).filter((one) => one.kind === vscode.SymbolKind.Event).map((one) => one.name);
  if (examples.length === 0) {
    vscode.window.showWarningMessage("Hoyle: this file has no example to show.");
    return undefined;
  }
  const name = await vscode.window.showQuickPick(examples, { placeHolder: "Which example?" });
  return name === undefined ? undefined : [document.uri.toString(), "example", name];
}

/**
 * What `hoyle rulebook` writes; undefined, and said, where it writes nothing.
 *
 * @param {string} program
 * @param {string} file
 * @returns {Promise<string | undefined>}
 */
function rulebook(program, file) {
  const limits = { cwd: path.dirname(file), timeout: RULEBOOK_SECONDS * 1000, maxBuffer: RULEBOOK_BYTES };
  return new Promise((resolve) => {
    execFile(program, ["rulebook", file, "--html"], limits, (error, page, said) => {
      if (error === null) return resolve(page);
      log.error(said || String(error));
      tell(`there is no rulebook: ${(said || String(error)).trim().split("\n").slice(0, TOLD_LINES).join(" ")}`);
      return resolve(undefined);
    });
  });
}

module.exports = { activate, deactivate };
