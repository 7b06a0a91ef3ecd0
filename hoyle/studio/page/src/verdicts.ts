// Verdicts as they come: run, stop, go on; what failed first, with its play, its reason and what mends it.

import { LAST, type Run, type RunEvent } from "./home";
import type { Anchor, Studio } from "./studio";
import type { Verdict, Verified } from "./messages";
import { clauseButton } from "./table";
import { button, capital, choice, fill, h, later, many, say, ticked } from "./ui";

const HEADINGS: readonly (readonly [Verdict["heading"], string])[] = [["failed", "Failed"], ["undecided", "Undecided"], ["look", "Look at this (no failure)"], ["holds", "Holds"]];
const SECONDS: readonly (readonly [string, string])[] = [["10", "10 seconds"], ["30", "30 seconds"], ["120", "2 minutes"], ["600", "10 minutes"]];
const IDLE = 900;

export class VerdictsView {
  private run: Run | null = null;
  private over: Verified | null = null;
  private seconds = "10";
  live: boolean;
  private began = "";
  private shownHolds = false;
  private readonly soon = later(IDLE, () => this.onIdle());
  private anchor: Anchor | null = null;

  constructor(private readonly studio: Studio, private readonly box: HTMLElement, private readonly acts: { watch(log: string): void; badge(text: string, tone: string): void; see(): void; before(): void }) {
    this.live = !window.matchMedia("(pointer: coarse)").matches && studio.home.kind === "server";
    studio.on("checked", (checked) => {
      this.draw();
      if (checked.playable && this.live && this.began !== checked.rules) this.soon();
    });
    studio.on("verdicts", () => this.draw());
    studio.on("busy", () => this.draw());
    studio.on("told", () => this.draw());
    this.draw();
  }

  private onIdle(): void {
    const rules = this.studio.checked?.rules;
    if (this.live && rules !== undefined && rules !== this.began && (this.run !== null || this.studio.busy === "")) void this.start(false);
  }

  get going(): boolean {
    return this.run !== null;
  }

  /** Begins a verification of the newest text; another one that goes on is ended. */
  async start(asked = true): Promise<void> {
    if (!(await this.studio.known())) return;
    const { checked } = this.studio;
    if (checked === null || !checked.playable) {
      if (asked) say("the text has errors; mend them first", "bad");
      return;
    }
    this.acts.before();
    this.began = checked.rules;
    const rules = checked.rules;
    this.anchor?.release();
    const anchor = (this.anchor = this.studio.paper.anchor());
    this.over = null;
    const order = { kind: "verify", name: this.studio.file.name, text: this.studio.paper.text(), settings: this.studio.settings, as_written: false, seconds: Number(this.seconds) } as const;
    this.setBusy("verifying");
    this.run = this.studio.home.run(order, (event) => this.came(event, rules, anchor));
  }

  stop(): void {
    this.run?.stop();
    this.setBusy("stopping");
  }

  /** Another run takes the place of this one. */
  ended(): void {
    this.run = null;
  }

  private setBusy(words: string): void {
    this.studio.busy = words;
    this.studio.tellAll("busy", undefined);
  }

  private came(event: RunEvent, rules: string, anchor: Anchor): void {
    if (this.anchor !== anchor) return;
    if (event.kind === "doing") return this.setBusy(event.words);
    if (event.kind === "verdict") {
      this.studio.verdicts.set(event.key, { verdict: event, rules, anchor });
      return this.redraw();
    }
    if (event.kind === "verified") {
      this.over = event;
      this.studio.verdicts.clear();
      for (const verdict of event.verdicts) this.studio.verdicts.set(verdict.key, { verdict, rules, anchor });
      for (const note of event.notes) say(note);
    }
    if (event.kind === "failed" || event.kind === "ended") say(event.why, "bad");
    if (LAST.has(event.kind)) {
      this.run = null;
      this.setBusy("");
      this.studio.tellAll("verdicts", undefined);
    }
  }

  private readonly redraw = later(90, () => this.studio.tellAll("verdicts", undefined));

  // ------------------------------------------------------------ what is shown

  private draw(): void {
    const { studio } = this;
    const all = [...studio.verdicts.values()];
    const stale = all.length > 0 && all.some(({ rules }) => rules !== studio.checked?.rules);
    const by = (heading: string): typeof all => all.filter(({ verdict }) => verdict.heading === heading);
    const [failed, open, holds] = [by("failed").length, by("undecided").length, by("holds").length];
    const summary = all.length === 0 ? "" : failed ? `✗ ${failed}` : open ? `? ${open}` : this.over === null ? `… ${holds}` : `✓ ${holds}`;
    // Before the end of the run nothing is well yet.
    this.acts.badge(summary, stale ? "stale" : failed ? "bad" : open ? "maybe" : this.over === null ? "stale" : "good");
    const head = this.over !== null && !stale ? `${capital(this.over.outcome.toLowerCase())}: ${this.over.counts}` : this.run !== null ? `Verifying: ${many(failed, "failure")}, ${open} undecided, ${holds} hold so far` : all.length ? `${stale ? "Of an earlier text" : "Broken off"}: ${many(failed, "failure")}, ${open} undecided, ${holds} held` : "Nothing was verified yet";
    fill(this.box,
      h("p", { class: `headline ${this.over !== null && !stale ? this.over.outcome.toLowerCase() : ""}`, role: "status" }, head),
      h("div", { class: "tools" },
        this.run !== null ? button("Stop", () => this.stop(), { class: "main", "data-key": "stop" }) : button(all.length && !stale ? "Go on" : "Verify", () => this.more(all.length > 0 && !stale), { class: "main", "data-key": "verify" }),
        ticked("while I type", "live", this.live, (now) => { this.live = now; if (now) this.soon(); }),
        choice(SECONDS, this.seconds, (value) => { this.seconds = value; }, { "aria-label": "How long", "data-key": "seconds" })),
      h("p", { class: "quiet", "aria-live": "off" }, this.run !== null ? studio.busy : ""),
      ...studio.home.lacks.map((one) => h("p", { class: "note" }, one)),
      ...HEADINGS.map(([heading, title]) => this.part(title, by(heading), heading)));
  }

  /** Goes on where the last run stopped: what is decided is kept, and there is more time. */
  private more(again: boolean): void {
    if (again) {
      const at = SECONDS.findIndex(([value]) => value === this.seconds);
      this.seconds = SECONDS[Math.min(SECONDS.length - 1, at + 1)]?.[0] ?? this.seconds;
    }
    void this.start();
  }

  private part(title: string, found: { verdict: Verdict; rules: string; anchor: Anchor }[], heading: string): HTMLElement | null {
    if (found.length === 0) return null;
    const cards = found.map(({ verdict, rules, anchor }) => this.card(verdict, rules !== this.studio.checked?.rules, anchor));
    if (heading !== "holds") return h("section", { class: `verdicts ${heading}` }, h("h2", {}, `${title} (${found.length})`), ...cards);
    return h("details", { class: "verdicts holds", ...(this.shownHolds ? { open: true } : {}), ontoggle: (event: Event) => { this.shownHolds = (event.target as HTMLDetailsElement).open; } },
      h("summary", {}, h("h2", {}, `${title} (${found.length})`)), ...cards);
  }

  private card(verdict: Verdict, stale: boolean, anchor: Anchor): HTMLElement {
    const full = verdict.heading === "failed" || verdict.heading === "look";
    return h("article", { class: `verdict ${verdict.heading} ${stale ? "stale" : ""}`, "data-verdict": verdict.key, tabindex: "-1" },
      h("h3", {}, capital(verdict.title), " ", h("span", { class: "code" }, verdict.word)),
      verdict.what ? h("p", {}, capital(verdict.what)) : null,
      full && verdict.course ? h("p", {}, h("b", {}, "Play "), verdict.course) : null,
      full && verdict.fix ? h("p", { class: "fix" }, h("b", {}, "Fix "), verdict.fix) : null,
      h("div", { class: "tools" },
        ...verdict.at.slice(0, 3).map((at) => clauseButton(this.studio, anchor.map(at))),
        verdict.play ? button(`See the play${verdict.plies ? ` (${many(verdict.plies, "move")})` : ""}`, () => this.acts.watch(verdict.play), { class: "plain" }) : null,
        ...(stale ? [] : verdict.actions.map((action) => button(action.title, () => void this.studio.apply(action.changes), { class: "plain" })))),
      h("p", { class: "quiet scope" }, verdict.scope));
  }

  /** Shows one verdict. */
  show(key: string): void {
    const found = this.studio.verdicts.get(key);
    if (found?.verdict.heading === "holds") this.shownHolds = true;
    this.acts.see();
    this.draw();
    const card = this.box.querySelector<HTMLElement>(`[data-verdict="${CSS.escape(key)}"]`);
    card?.scrollIntoView({ block: "center" });
    card?.focus({ preventScroll: true });
  }
}
