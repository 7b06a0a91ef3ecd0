// The page: puts its parts together, and begins with a link, a file, a draft or the gallery.

import { Editor } from "./editor";
import type { Home } from "./home";
import { QuestionsView } from "./questions";
import { ClauseCard, RulesView } from "./rules";
import type { Part } from "./messages";
import { ServerHome } from "./server";
import { Start } from "./start";
import { Studio } from "./studio";
import { TableView } from "./table";
import { at, capital, choice, dialog, fill, h, labelled, many, say, within } from "./ui";
import { VerdictsView } from "./verdicts";

const VIEWS: readonly (readonly [string, string])[] = [["text", "Text"], ["table", "Play"], ["questions", "Ask"], ["verdicts", "Verdicts"], ["rules", "Read"], ["figures", "Figures"]];

async function home(): Promise<Home> {
  if (document.documentElement.dataset["home"] === "browser") return new (await import("./browser")).BrowserHome();
  return new ServerHome();
}

async function begin(): Promise<void> {
  const studio = new Studio(await home());
  let going: { ended(): void; going: boolean }[] = [];
  const before = (): void => {
    for (const one of going) if (one.going) one.ended();
  };

  // ---------------------------------------------------------------- views

  const narrow = window.matchMedia("(max-width: 58rem)");
  let view = "table";
  const tabs = at("tabs");
  const badges = new Map<string, HTMLElement>();
  fill(tabs, ...VIEWS.map(([name, title]) => {
    const badge = h("span", { class: "badge" });
    badges.set(name, badge);
    return h("button", { type: "button", role: "tab", id: `tab-${name}`, "data-view": name, "aria-controls": `view-${name}`, onclick: () => see(name) }, h("span", {}, title), badge);
  }));
  const see = (name: string): void => {
    view = name;
    if (name === "figures") void figures();
    for (const [one] of VIEWS) {
      const shown = one === name || (one === "text" && !narrow.matches) || (one === "table" && name === "text" && !narrow.matches);
      at(`view-${one}`).hidden = !shown;
      const tab = at(`tab-${one}`);
      tab.setAttribute("aria-selected", String(one === name || (one === "table" && name === "text" && !narrow.matches)));
      tab.tabIndex = one === name ? 0 : -1;
    }
    document.body.dataset["view"] = name;
    if (name === "rules") rules.seen();
  };
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const shown = VIEWS.filter(([name]) => name !== "text" || narrow.matches);
    const next = shown[(shown.findIndex(([name]) => name === view) + step + shown.length) % shown.length];
    if (next === undefined) return;
    event.preventDefault();
    see(next[0]);
    at(`tab-${next[0]}`).focus();
  });
  narrow.addEventListener("change", () => see(view === "text" && !narrow.matches ? "table" : view));
  const badge = (name: string) => (text: string, tone: string): void => {
    const box = badges.get(name);
    if (box === undefined) return;
    box.textContent = text;
    box.className = `badge ${tone}`;
  };
  const watch = async (log: string): Promise<void> => {
    if (await table.watch(log, -1)) see("table");
  };

  // ---------------------------------------------------------------- parts

  const start = new Start(studio, { before });
  const editor = new Editor(studio, at("editor"), { save: () => void start.save(), verify: () => { see("verdicts"); void verdicts.start(); }, verdict: (key) => verdicts.show(key) });
  studio.paper = editor;
  const table = new TableView(studio, { bar: at("bar"), felt: at("felt"), dock: at("dock"), log: at("log"), drawings: at("drawings") });
  const rules = new RulesView(studio, at("view-rules"));
  new ClauseCard(studio, at("clause"), see);
  const verdicts: VerdictsView = new VerdictsView(studio, at("view-verdicts"), { watch: (log) => void watch(log), badge: badge("verdicts"), see: () => see("verdicts"), before });
  const questions = new QuestionsView(studio, at("view-questions"), { watch: (log) => void watch(log), badge: badge("questions"), before });
  going = [verdicts, questions];
  let shown = false;
  const figures = async (): Promise<void> => {
    if (shown) return;
    shown = true;
    const { FiguresView } = await import("./figures");
    going.push(new FiguresView(studio, at("view-figures"), { before }));
  };

  // ---------------------------------------------------------------- the head and the foot

  const buttons: Record<string, () => void> = {
    new: () => void start.welcome(), open: () => void start.openDialog(), save: () => void start.save(), share: () => void start.share(),
    export: () => start.exports(), format: () => void editor.format(), settings: () => settings(studio), outline: () => outline(studio, editor),
  };
  for (const [id, act] of Object.entries(buttons)) at(id).addEventListener("click", act);
  const menu = at("menu");
  const fold = (open: boolean): void => {
    menu.setAttribute("aria-expanded", String(open));
    at("file-menu").classList.toggle("open", open);
  };
  menu.addEventListener("click", () => fold(menu.getAttribute("aria-expanded") !== "true"));
  document.addEventListener("click", (event) => { if (event.target !== menu) fold(false); });
  const draft = within(600, () => start.keepDraft());
  const name = (): void => {
    const { file } = studio;
    fill(at("file-name"), studio.checked?.title || file.name.replace(/\.hoyle$/, ""), h("span", { class: "quiet" }, ` ${file.name}${start.unsaved ? " •" : ""}`));
    document.title = `${start.unsaved ? "• " : ""}${studio.checked?.title || file.name} – Hoyle`;
    draft();
  };
  studio.on("file", name);
  studio.on("table", draft);
  studio.on("checked", (checked) => {
    name();
    if (!editor.text().trim()) return fill(at("faults"), h("span", { class: "quiet" }, "Nothing is written yet. New has games to begin with."));
    const errors = checked.faults.filter((one) => one.severity === "error");
    const others = checked.faults.length - errors.length;
    const first = errors[0] ?? checked.faults[0];
    const words = checked.faults.length === 0 ? "Nothing wrong" : [errors.length ? many(errors.length, "error") : "", others ? many(others, "remark") : ""].filter(Boolean).join(", ");
    fill(at("faults"), h("span", { class: errors.length ? "bad" : others ? "maybe" : "good" }, words), first === undefined ? null : h("button", { type: "button", class: "link", "data-key": "fault", onclick: () => editor.show(first.start) }, first.message),
      ...(first?.actions ?? []).map((action) => h("button", { type: "button", class: "fixing", "data-key": "fix", onclick: () => studio.apply(action.changes) }, capital(action.title))));
  });
  studio.home.onState = (words) => {
    document.body.classList.toggle("away", words !== "");
    if (words) fill(at("faults"), h("span", { class: "maybe" }, words));
  };
  window.addEventListener("beforeunload", () => start.keepDraft());

  // ---------------------------------------------------------------- what to begin with

  see(narrow.matches ? "table" : "table");
  const linked = await start.fromLink();
  const files = studio.home.kind === "server" ? await studio.home.files({ kind: "listing" }) : null;
  const kept = start.draft();
  let begun = linked !== null && (await start.take(linked));
  if (!begun && files?.kind === "files" && files.first && (await start.openPath(files.first))) {
    // The one file that was opened is what the person came for.
    begun = true;
    if (kept !== null && kept.name === files.first && kept.text !== undefined && kept.text !== editor.text()) offerDraft(kept.text, editor);
  }
  if (!begun && kept !== null && (kept.text || kept.game)) begun = await start.take(kept);
  if (!begun) {
    editor.set("");
    void start.welcome();
  }
  window.addEventListener("hashchange", () => void start.fromLink().then((state) => (state === null ? undefined : start.take(state))));
  document.body.classList.add("ready");
}

function offerDraft(text: string, editor: Editor): void {
  const box = dialog("What you typed last", h("p", {}, "The browser kept a text of this file that was not saved."),
    h("div", { class: "tools" }, h("button", { type: "button", class: "main", onclick: () => { editor.change([{ start: 0, end: editor.text().length, text }]); box.close(); } }, "Take it back"), h("button", { type: "button", onclick: () => box.close() }, "Keep the file")));
}

/** The parts of the text, to go to. */
function outline(studio: Studio, editor: Editor): void {
  const parts = studio.checked?.parts ?? [];
  const list = h("ul", { class: "outline" });
  const go = (at: number): void => {
    box.close();
    editor.show(at);
  };
  const shown = (wanted: string): void => {
    const fits = (part: Part): boolean => `${part.kind} ${part.name} ${part.detail}`.toLowerCase().includes(wanted);
    fill(list, ...parts.flatMap((part) => [part, ...part.children].filter(fits).map((one) => h("li", { class: one === part ? "" : "within" },
      h("button", { type: "button", class: "plain", onclick: () => go(one.name_start) }, h("span", { class: "quiet" }, `${one.kind} `), one.name || one.kind, one.detail ? h("span", { class: "quiet" }, ` ${one.detail}`) : null)))));
  };
  const field = h("input", { placeholder: "a name, or a kind such as move", "aria-label": "Which part", autocomplete: "off", oninput: () => shown(field.value.trim().toLowerCase()) });
  const sent = (event: Event): void => {
    event.preventDefault();
    list.querySelector<HTMLButtonElement>("button")?.click();
  };
  const box = dialog("Go to", h("form", { onsubmit: sent }, field), list);
  shown("");
  field.focus();
}

/** Edition, numbers, options and readings of the page's game. */
function settings(studio: Studio): void {
  const all = (studio.checked?.settings ?? []).filter((one) => (one.kind === "number" ? one.high > one.low : one.words.length > 1));
  if (all.length === 0) return say("this game has no settings");
  const set = (name: string, value: string): void => {
    studio.settings = [...studio.settings.filter((one) => one.name !== name), { name, value }];
    void studio.check();
  };
  dialog("Settings", h("p", { class: "quiet" }, "They are of this page; the file stays as it is."), ...all.map((one) => {
    if (one.kind === "number") {
      const field = h("input", { type: "number", min: one.low, max: one.high, value: one.value, onchange: () => set(one.name, field.value) });
      return labelled(`${capital(one.title)} (${one.low} to ${one.high})`, field);
    }
    return labelled(capital(one.title), choice(one.words.map((word): [string, string] => [word, word.replaceAll("_", " ")]), one.value, (value) => set(one.name, value)));
  }), h("div", { class: "tools" }, h("button", { type: "button", onclick: () => { studio.settings = []; void studio.check(); } }, "As the file has them")));
}

begin().catch((error: unknown) => {
  at("faults").textContent = `The page could not begin: ${String(error)}`;
});
