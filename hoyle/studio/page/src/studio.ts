// What the page knows: the text's newest check, the table, verdicts, open points; and whom it tells of a change.

import type { Home } from "./home";
import type { Answer, Change, Checked, Choice, Clause, Point, Request, Table, Told, Verdict } from "./messages";
import { later, say } from "./ui";

/** What may change, and is told to those who show it. */
export interface Changes {
  checked: Checked;
  told: Told;
  table: Table;
  verdicts: void;
  points: void;
  clause: number;
  heat: void;
  busy: void;
  file: void;
}

/** The text as the editor has it. */
export interface Paper {
  text(): string;
  change(changes: readonly Change[], select?: boolean): void;
  set(text: string): void;
  show(at: number, focus?: boolean): void;
  /** Follows places of the text as it is now through what is typed from now on. */
  anchor(): Anchor;
}

/** Where places of an earlier text are now. */
export interface Anchor {
  map(at: number): number;
  release(): void;
}

/** A verdict, the rules that it is of, and where its places are now. */
export interface Found {
  verdict: Verdict;
  rules: string;
  anchor: Anchor;
}

export interface FileOf {
  /** What the rules are called; a path in the folder where there is one. */
  name: string;
  /** The version on the disk; '' where nothing was saved. */
  version: string;
  saved: string;
}

const IDLE = 140;
const TELL = 350;

export class Studio {
  paper!: Paper;
  file: FileOf = { name: "game.hoyle", version: "", saved: "" };
  settings: Choice[] = [];
  seats: string[] = [];
  checked: Checked | null = null;
  told: Told | null = null;
  table: Table | null = null;
  /** Verdicts by their key, with the rules that they are of. */
  readonly verdicts = new Map<string, Found>();
  points: Point[] = [];
  pointsAt: Anchor | null = null;
  pointsOf = "";
  clause = -1;
  /** How often each clause took effect in the games counted last, by its place. */
  heat = new Map<number, number>();
  heatAt: Anchor | null = null;
  /** What runs now, in words. */
  busy = "";
  asking = 0;
  private readonly hears: { [K in keyof Changes]?: ((value: Changes[K]) => void)[] } = {};
  private checking: Promise<void> | null = null;
  private checkedText: string | null = null;
  private checkedSettings = "";
  private readonly soon = later(IDLE, () => void this.check());
  private readonly tellSoon = later(TELL, () => void this.tell());
  private trouble = new Map<string, number>();

  constructor(readonly home: Home) {
    home.onNew = (why) => this.again(why);
  }

  on<K extends keyof Changes>(what: K, act: (value: Changes[K]) => void): void {
    ((this.hears[what] ??= []) as ((value: Changes[K]) => void)[]).push(act);
  }

  tellAll<K extends keyof Changes>(what: K, value: Changes[K]): void {
    for (const act of this.hears[what] ?? []) act(value);
  }

  /** Asks the session. */
  async ask(request: Request): Promise<Answer> {
    this.asking += 1;
    try {
      return await this.home.ask(request);
    } finally {
      this.asking -= 1;
    }
  }

  /** Asks, and answers only what was hoped for; else says why not. */
  async want<K extends Answer["kind"]>(request: Request, kind: K, quiet = false): Promise<Extract<Answer, { kind: K }> | null> {
    const answer = await this.ask(request);
    if (answer.kind === kind) return answer as Extract<Answer, { kind: K }>;
    if (!quiet) say(answer.kind === "refused" ? answer.why : "this came to nothing", "bad");
    return null;
  }

  // ------------------------------------------------------------ the text

  /** The text was changed. */
  edited(): void {
    this.soon();
    this.tellAll("file", undefined);
  }

  /** Is what is known of the text known of its newest version? */
  get fresh(): boolean {
    return this.checkedText === this.paper.text() && this.checkedSettings === JSON.stringify(this.settings);
  }

  /** Checks the newest text; an answer about an older one is passed over. */
  async check(): Promise<void> {
    this.soon.cancel();
    if (this.checking !== null) {
      await this.checking;
      if (this.fresh) return;
    }
    this.checking = this.checkNow();
    await this.checking;
    this.checking = null;
    if (!this.fresh && (this.trouble.get(this.paper.text()) ?? 0) < 2) this.soon();
  }

  private async checkNow(): Promise<void> {
    const text = this.paper.text();
    const settings = this.settings;
    const answer = await this.ask({ kind: "check", name: this.file.name, text, settings });
    if (answer.kind !== "checked") {
      const tried = (this.trouble.get(text) ?? 0) + 1;
      this.trouble.set(text, tried);
      if (tried >= 2 && answer.kind === "refused") say(`The text could not be checked: ${answer.why}`, "bad");
      return;
    }
    this.trouble.delete(text);
    this.checkedText = text;
    this.checkedSettings = JSON.stringify(settings);
    if (text !== this.paper.text()) return;
    this.checked = answer;
    const taken = new Map(answer.settings.map((one) => [one.name, one.value]));
    if (answer.playable) this.settings = this.settings.filter((one) => taken.get(one.name) === one.value);
    this.checkedSettings = JSON.stringify(this.settings);
    this.tellAll("checked", answer);
    if (answer.playable) this.tellSoon();
  }

  /** Has the rules told, and the table follow them. */
  private async tell(): Promise<void> {
    if (!this.fresh || this.checked?.playable !== true) return;
    await this.renew();
    const text = this.checkedText;
    const told = await this.want({ kind: "tell" }, "told", true);
    if (told === null || text !== this.paper.text()) return;
    this.told = told;
    this.tellAll("told", told);
  }

  /** What is asked of a place needs the newest text to be known. */
  async known(): Promise<boolean> {
    if (!this.fresh) await this.check();
    return this.fresh && this.checked !== null;
  }

  /** Changes the text as Hoyle proposes, where it is still the text that this is about. */
  apply(changes: readonly Change[]): boolean {
    if (!this.fresh) {
      say("the text was changed meanwhile; try again");
      return false;
    }
    this.paper.change(changes, true);
    return true;
  }

  // ------------------------------------------------------------ the table

  private async renew(): Promise<void> {
    const waiting = this.resume;
    if (waiting !== null) {
      this.resume = null;
      const answer = await this.want(waiting, "table", true);
      if (answer !== null) return this.show(answer);
    }
    if (this.table === null) {
      const answer = await this.want({ kind: "deal", seed: 1, seats: this.seats }, "table", true);
      if (answer !== null) this.show(answer);
      return;
    }
    const answer = await this.want({ kind: "renew" }, "table", true);
    if (answer !== null) this.show(answer);
  }

  /** What brings the game back that was on the table, once the rules can be played. */
  resume: Request | null = null;

  show(table: Table): void {
    this.table = table;
    this.tellAll("table", table);
  }

  /** Asks something whose answer is the table. */
  async move(request: Request): Promise<boolean> {
    const answer = await this.want(request, "table");
    if (answer !== null) this.show(answer);
    return answer !== null;
  }

  /** What a new session needs to go on with the game that is on the table. */
  remembered(): Request | null {
    const { table, log } = this;
    if (table === null) return null;
    return { kind: "resume", seed: table.seed, log, moves: table.moves, seats: table.seats, as_written: table.as_written, at: table.at };
  }

  /** The log of a play that was opened, '' for a game of the page's own. */
  log = "";

  // ------------------------------------------------------------ clauses

  select(at: number): void {
    if (at === this.clause) return;
    this.clause = at;
    this.tellAll("clause", at);
  }

  clauseAt(at: number): Clause | undefined {
    return this.told?.clauses.find((one) => one.at === at);
  }

  // ------------------------------------------------------------ a new session

  private again(why: string): void {
    say(why, "bad");
    this.resume = this.remembered();
    this.checkedText = null;
    const text = this.paper.text();
    this.trouble.set(text, (this.trouble.get(text) ?? 0) + 1);
    if ((this.trouble.get(text) ?? 0) < 3) void this.check();
  }
}
