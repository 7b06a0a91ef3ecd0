// Beginning and sharing: gallery, kinds of games, a rulebook's text, files, links, exports.

import { Drafts } from "./drafts";
import type { RunEvent } from "./home";
import type { Choice } from "./messages";
import type { Studio } from "./studio";
import { button, capital, dialog, download, h, labelled, many, say } from "./ui";

/** What a link or a draft holds: a text, or the name of a game that comes with Hoyle; settings; the game on the table. */
export interface State {
  name: string;
  text?: string;
  game?: string;
  settings: Choice[];
  table: { seed: number; moves: string[]; seats: string[]; at: number; written: boolean; log?: string } | null;
}

const LONG_LINK = 8000;
const LONGEST_LINK = 60_000;
export const TARGETS: readonly (readonly [string, string])[] = [
  ["rulebook", "Rulebook, as a page"], ["rulebook-markdown", "Rulebook, as Markdown"], ["web", "Page to play on"], ["python", "Python module"],
  ["c", "C11 source"], ["js", "JavaScript module"], ["openspiel", "OpenSpiel game"], ["pettingzoo", "PettingZoo environment"],
];

type Picker = { showOpenFilePicker?: (options: object) => Promise<FileSystemFileHandle[]>; showSaveFilePicker?: (options: object) => Promise<FileSystemFileHandle> };
const FILES = { types: [{ description: "Rule files", accept: { "text/plain": [".hoyle"] } }] };

export class Start {
  private handle: FileSystemFileHandle | null = null;
  private windows = false;
  private shipped = new Map<string, string>();
  private readonly drafts = new Drafts();

  constructor(private readonly studio: Studio, private readonly acts: { before(): void }) {}

  // ------------------------------------------------------------ the state of the page

  state(): State {
    const { studio } = this;
    const table = studio.table;
    const text = studio.paper.text();
    const game = [...this.shipped].find(([, own]) => own === text)?.[0];
    return {
      name: studio.file.name,
      ...(game === undefined ? { text } : { game }),
      settings: studio.settings,
      table: table === null ? null : { seed: table.seed, moves: table.moves, seats: table.seats, at: table.at, written: table.as_written, ...(studio.log ? { log: studio.log } : {}) },
    };
  }

  /** Begins with a state; no where it names a game that nobody has. */
  async take(state: State): Promise<boolean> {
    const { studio } = this;
    let text = state.text ?? "";
    if (state.game !== undefined) {
      const answer = await studio.want({ kind: "take", name: state.game }, "text");
      if (answer === null) return false;
      text = answer.text;
      this.shipped.set(state.game, text);
    }
    this.begin(state.name, text, "", state.settings);
    const { table } = state;
    if (table !== null) {
      studio.log = table.log ?? "";
      studio.resume = { kind: "resume", seed: table.seed, log: studio.log, moves: table.moves, seats: table.seats, as_written: table.written, at: table.at };
      studio.seats = table.seats;
    }
    return true;
  }

  private begin(name: string, text: string, version: string, settings: Choice[] = []): void {
    const { studio } = this;
    this.stash();
    this.windows = text.includes("\r\n");
    studio.file = { name, version, saved: version ? text : "" };
    studio.settings = settings;
    studio.table = null;
    studio.log = "";
    studio.resume = null;
    studio.verdicts.clear();
    studio.points = [];
    studio.heat = new Map();
    studio.select(-1);
    studio.paper.set(text.replaceAll("\r\n", "\n"));
    for (const what of ["file", "verdicts", "points", "heat"] as const) studio.tellAll(what, undefined);
    document.title = `${name.replace(/\.hoyle$/, "")} – Hoyle`;
  }

  /** Keeps a text that was not saved and is about to be replaced. */
  private stash(): void {
    const text = this.studio.paper.text();
    if (!text.trim() || !this.unsaved || [...this.shipped.values()].includes(text)) return;
    if (this.drafts.stash(this.state())) say("What you had was not saved; New leads back to it.");
  }

  keepDraft(): void {
    this.drafts.keep(this.state(), this.unsaved && this.studio.paper.text().trim() !== "");
  }

  draft(): State | null {
    return this.drafts.own();
  }

  // ------------------------------------------------------------ new, open, save

  async welcome(): Promise<void> {
    const before = this.studio.paper.text();
    const games = await this.studio.want({ kind: "gallery" }, "games");
    // Whoever has begun to write meanwhile is not disturbed.
    if (games === null || this.studio.paper.text() !== before) return;
    const title = h("input", { placeholder: "What is it called?", "aria-label": "The name of the game", value: "My game", maxlength: 60 });
    const text = h("textarea", { rows: 6, placeholder: "Paste the text of the rulebook here", "aria-label": "The text of the rulebook" });
    const make = async (game_kind: string, rulebook: string): Promise<void> => {
      const answer = await this.studio.want({ kind: "begin", title: title.value, game_kind, rulebook }, "text");
      if (answer === null) return;
      box.close();
      this.fresh(answer.name, answer.text);
    };
    const open = async (name: string): Promise<void> => {
      const answer = await this.studio.want({ kind: "take", name }, "text");
      if (answer === null) return;
      box.close();
      this.shipped.set(name, answer.text);
      this.fresh(answer.name, answer.text);
    };
    const link = h("input", { placeholder: "Paste the whole link", "aria-label": "The link", autocomplete: "off" });
    const linked = async (): Promise<void> => {
      const state = await this.fromLink(link.value);
      if (state === null) return say("this is no link of a studio", "bad");
      if (await this.take(state)) box.close();
    };
    const back = this.drafts.others(before).map((one) =>
      button(`Back to ${one.name}, which was not saved`, () => { box.close(); void this.take(one.state); }, { "data-key": "back-to" }));
    const box = dialog("Begin", ...back,
      h("section", {}, h("h3", {}, "A new game"), labelled("Name", title),
        h("div", { class: "kinds" }, button("Empty page", () => void make("", ""), { class: "kind-card" }), ...games.kinds.map((one) => h("button", { type: "button", class: "kind-card", onclick: () => void make(one.name, "") }, h("b", {}, capital(one.title)), h("span", { class: "quiet" }, one.detail)))),
        h("details", {}, h("summary", {}, "From a link"), link, button("Open the link", () => void linked(), { "data-key": "open-link" })),
        h("details", {}, h("summary", {}, "From the text of a rulebook"), text, button("Begin with this text", () => void make("", text.value)))),
      h("section", {}, h("h3", {}, "Gallery"), h("div", { class: "gallery" }, ...games.games.map((one) => h("button", { type: "button", class: "game-card", "data-game": one.name, onclick: () => void open(one.name) }, h("b", {}, one.title), h("span", { class: "quiet" }, one.detail))))));
    box.classList.add("wide");
  }

  /** Begins with another text; the one before stays a step back in the browser's drafts. */
  private fresh(name: string, text: string): void {
    this.handle = null;
    history.replaceState(null, "", location.pathname);
    this.begin(name, text, "");
  }

  async openDialog(): Promise<void> {
    if (this.studio.home.kind === "server") {
      const files = await this.studio.home.files({ kind: "listing" });
      if (files.kind !== "files") return say(files.kind === "refused" ? files.why : "no files", "bad");
      const box = dialog("Open", h("p", { class: "quiet" }, files.paths.length ? `Rule files in ${files.folder}` : `The folder ${files.folder} holds no rule file yet; Save writes the first.`),
        h("div", { class: "gallery" }, ...files.paths.map((path) => h("button", { type: "button", class: "game-card", onclick: () => { box.close(); void this.openPath(path); } }, path))),
        h("div", { class: "tools" }, button("A file from elsewhere", () => { box.close(); this.pick(); }, { class: "plain" })));
      return;
    }
    const { showOpenFilePicker } = window as Picker;
    if (showOpenFilePicker === undefined) return this.pick();
    try {
      const [handle] = await showOpenFilePicker(FILES);
      if (handle === undefined) return;
      const file = await handle.getFile();
      this.begin(file.name, await file.text(), "disk");
      this.handle = handle;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) say(String(error), "bad");
    }
  }

  private pick(): void {
    const input = h("input", { type: "file", accept: ".hoyle,.txt" });
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file !== undefined) void file.text().then((text) => this.fresh(file.name, text));
    });
    input.click();
  }

  async openPath(path: string): Promise<boolean> {
    const answer = await this.studio.home.files({ kind: "read", path });
    if (answer.kind !== "opened") {
      say(answer.kind === "refused" ? answer.why : "this file cannot be opened", "bad");
      return false;
    }
    this.begin(path, answer.text, answer.version);
    return true;
  }

  get unsaved(): boolean {
    return this.written() !== this.studio.file.saved;
  }

  private written(): string {
    const text = this.studio.paper.text();
    return this.windows ? text.replaceAll("\n", "\r\n") : text;
  }

  async save(): Promise<void> {
    const { studio } = this;
    const text = this.written();
    if (studio.home.kind === "browser") return this.saveHere(text);
    let path = studio.file.name;
    if (!studio.file.version) {
      const asked = await this.nameFor(path);
      if (asked === null) return;
      path = asked;
    }
    const answer = await studio.home.files({ kind: "write", path, text, was: studio.file.version });
    if (answer.kind !== "opened") return say(answer.kind === "refused" ? answer.why : "not saved", "bad");
    studio.file = { name: path, version: answer.version, saved: text };
    studio.tellAll("file", undefined);
    say(`${path} is saved`);
  }

  private nameFor(name: string): Promise<string | null> {
    return new Promise((done) => {
      const field = h("input", { value: name, "aria-label": "File name" });
      const sent = (event: Event): void => {
        event.preventDefault();
        const path = field.value.trim();
        done(path.endsWith(".hoyle") ? path : `${path}.hoyle`);
        box.close();
      };
      const box = dialog("Save as", h("form", { onsubmit: sent }, labelled("In the opened folder, as", field), h("button", { class: "main" }, "Save")));
      box.addEventListener("close", () => done(null));
    });
  }

  private async saveHere(text: string): Promise<void> {
    const { showSaveFilePicker } = window as Picker;
    try {
      if (this.handle === null && showSaveFilePicker !== undefined) this.handle = await showSaveFilePicker({ ...FILES, suggestedName: this.studio.file.name });
      if (this.handle === null) download(this.studio.file.name, text);
      else {
        const stream = await this.handle.createWritable();
        await stream.write(text);
        await stream.close();
      }
      this.studio.file = { ...this.studio.file, name: this.handle?.name ?? this.studio.file.name, version: "disk", saved: text };
      this.studio.tellAll("file", undefined);
      say(`${this.studio.file.name} is saved`);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) say(String(error), "bad");
    }
  }

  // ------------------------------------------------------------ links

  async share(): Promise<void> {
    const packed = await pack(this.state());
    const address = new URL(location.href);
    address.hash = `g=${packed}`;
    const field = h("input", { value: address.href, readonly: true, "aria-label": "Link", onfocus: () => field.select() });
    const told = packed.length > LONGEST_LINK ? "This link is too long for most programs: save the file and send that instead." : packed.length > LONG_LINK ? `This link has ${packed.length.toLocaleString("en")} signs; some programs cut such links. The file works everywhere.` : this.studio.home.kind === "server" ? "It opens in this studio while it runs. Others put it into a studio of their own: New, From a link." : "Whoever opens it sees these rules, settings and this game.";
    const box = dialog("Share", h("p", {}, told, " The rules stand in the link itself, behind #: they are sent to no server."), field,
      h("div", { class: "tools" }, button("Copy", () => void copied(), { class: "main" }), button("Download the file", () => download(this.studio.file.name, this.written()))));
    const copied = async (): Promise<void> => {
      field.select();
      try {
        await navigator.clipboard.writeText(address.href);
        say("copied");
        box.close();
      } catch {
        say("copy it by hand: the browser does not let the page do so");
      }
    };
    field.select();
  }

  async fromLink(address = location.hash): Promise<State | null> {
    const packed = /#g=(.*)$/s.exec(address.trim())?.[1];
    if (packed === undefined) return null;
    try {
      return read(await unpack(packed));
    } catch {
      say("the link is damaged: parts of it are missing", "bad");
      return null;
    }
  }

  // ------------------------------------------------------------ exports

  exports(): void {
    const box = dialog("Export", h("p", { class: "quiet" }, "Each engine is played against the interpreter before it is written."),
      h("div", { class: "gallery" }, ...TARGETS.map(([target, title]) => h("button", { type: "button", class: "game-card", "data-target": target, onclick: () => { box.close(); void this.export(target); } }, title))));
  }

  private async export(target: string): Promise<void> {
    if (!(await this.studio.known())) return;
    this.acts.before();
    let files = 0;
    const heard = (event: RunEvent): void => {
      if (event.kind === "doing") this.studio.busy = event.words;
      else if (event.kind === "written") {
        files += 1;
        download(event.name, event.data, "application/octet-stream");
      } else {
        this.studio.busy = "";
        if (event.kind === "exported") say(`${many(files, "file")} written`);
        else if (event.kind === "failed" || event.kind === "ended") say(event.why, "bad");
      }
      this.studio.tellAll("busy", undefined);
    };
    this.studio.home.run({ kind: "export", name: this.studio.file.name, text: this.studio.paper.text(), settings: this.studio.settings, target }, heard);
  }
}

// ---------------------------------------------------------------- a state as a text of letters

const MOST_UNPACKED = 9 * 1024 * 1024;

export async function pack(state: State): Promise<string> {
  const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text that a link holds, up to a bound: a link is a stranger's. */
export async function unpack(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MOST_UNPACKED) throw new Error("too large");
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Blob(parts).text();
}

/** A state that is one, whatever a link says. */
function read(text: string): State {
  const found = JSON.parse(text) as Partial<State>;
  if (typeof found.game !== "string" && typeof found.text !== "string") throw new Error("it holds no rules");
  const strings = (list: unknown): string[] => (Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : []);
  const settings = (Array.isArray(found.settings) ? found.settings : []).filter((one) => typeof one?.name === "string" && typeof one.value === "string");
  const { table } = found;
  return {
    name: typeof found.name === "string" && /^[\w. /-]{1,120}$/.test(found.name) ? (found.name.split("/").pop() ?? "game.hoyle") : "game.hoyle",
    ...(typeof found.game === "string" ? { game: found.game } : { text: found.text ?? "" }),
    settings,
    table: typeof table === "object" && table !== null && Number.isInteger(table.seed) ? { seed: table.seed, moves: strings(table.moves), seats: strings(table.seats), at: Number.isInteger(table.at) ? table.at : -1, written: table.written === true, ...(typeof table.log === "string" ? { log: table.log } : {}) } : null,
  };
}
