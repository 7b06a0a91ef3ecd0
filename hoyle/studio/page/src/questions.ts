// What the rules leave open, as a conversation: both sentences, the position, both continuations, and buttons to answer.

import { LAST, type Run, type RunEvent } from "./home";
import { REASON, type Asked, type Point, type Scene, type Way } from "./messages";
import type { Anchor, Studio } from "./studio";
import { clauseButton } from "./table";
import { button, capital, choice, fill, h, picture, say, sentence, ticked } from "./ui";

const SECONDS: readonly (readonly [string, string])[] = [["20", "20 seconds"], ["60", "1 minute"], ["240", "4 minutes"]];
const ORDER = ["open", "asked", "unknown", "question", "ruling", "settled", "same", "difference", "note", "unasked"];
const UNFOLDED: readonly string[] = ["open", "asked", "unknown"];
/** So many questions that Hoyle asks stand unfolded: the first are those most worth a ruling. */
const FIRST = 10;

export class QuestionsView {
  private run: Run | null = null;
  private over: Asked | null = null;
  private seconds = "20";
  private ask = false;
  private titles = new Map<string, string>();
  private readonly opened = new Set<string>();
  private readonly reasons = new Map<string, string>();

  constructor(private readonly studio: Studio, private readonly box: HTMLElement, private readonly acts: { watch(log: string): void; badge(text: string, tone: string): void; before(): void }) {
    studio.on("points", () => this.draw());
    studio.on("busy", () => this.draw());
    studio.on("told", () => this.draw());
    this.draw();
  }

  get going(): boolean {
    return this.run !== null;
  }

  async start(): Promise<void> {
    if (!(await this.studio.known())) return;
    const { checked } = this.studio;
    if (checked === null || !checked.playable) return say("the text has errors; mend them first", "bad");
    this.acts.before();
    this.studio.points = [];
    this.over = null;
    this.studio.pointsAt?.release();
    const anchor = (this.studio.pointsAt = this.studio.paper.anchor());
    this.studio.pointsOf = checked.rules;
    this.setBusy("looking for what is open");
    const order = { kind: "ambiguities", name: this.studio.file.name, text: this.studio.paper.text(), settings: this.studio.settings, seconds: Number(this.seconds), ask: this.ask } as const;
    this.run = this.studio.home.run(order, (event) => this.came(event, anchor));
    this.studio.tellAll("points", undefined);
  }

  stop(): void {
    this.run?.stop();
    this.setBusy("stopping");
  }

  ended(): void {
    this.run = null;
  }

  private setBusy(words: string): void {
    this.studio.busy = words;
    this.studio.tellAll("busy", undefined);
  }

  private came(event: RunEvent, anchor: Anchor): void {
    if (this.studio.pointsAt !== anchor) return;
    if (event.kind === "doing") return this.setBusy(event.words);
    if (event.kind === "point") {
      this.studio.points = [...this.studio.points.filter((one) => one.key !== event.key), event];
    } else if (event.kind === "asked") {
      this.over = event;
      this.studio.points = event.points;
      this.titles = new Map(event.headings.map(({ name, value }) => [name, value]));
    }
    if (event.kind === "failed" || event.kind === "ended") say(event.why, "bad");
    if (LAST.has(event.kind)) {
      this.run = null;
      this.setBusy("");
    }
    this.studio.tellAll("points", undefined);
  }

  // ------------------------------------------------------------ what is shown

  private draw(): void {
    const { studio } = this;
    const { points } = studio;
    const open = points.filter((one) => one.heading === "open").length;
    const unknown = points.some((one) => one.heading === "unknown") || this.over?.verdict.startsWith("UNDECIDED");
    // Only a search that came to its end says that nothing is open.
    this.acts.badge(open ? `${open}` : this.run !== null || this.over === null ? "" : unknown ? "?" : "✓", open ? "bad" : unknown ? "maybe" : "good");
    const head = this.run !== null ? `Looking: ${open} open so far` : this.over !== null ? capital(this.over.verdict.replace(/^[A-Z]+/, (word) => word.toLowerCase())) : "Where do the rules say nothing, two things, or more than one thing?";
    const groups = ORDER.map((heading) => [heading, points.filter((one) => one.heading === heading)] as const).filter(([, found]) => found.length > 0);
    fill(this.box,
      h("p", { class: "headline", role: "status" }, head),
      h("div", { class: "tools" },
        this.run !== null ? button("Stop", () => this.stop(), { class: "main", "data-key": "stop-looking" }) : button(points.length ? "Look again" : "Look for what is open", () => void this.start(), { class: "main", "data-key": "look" }),
        choice(SECONDS, this.seconds, (value) => { this.seconds = value; }, { "aria-label": "How long", "data-key": "look-seconds" }),
        ticked("ask what the file does not", "ask", this.ask, (now) => { this.ask = now; })),
      h("p", { class: "quiet" }, this.run !== null ? studio.busy : (this.over?.notes ?? []).join("; ")),
      ...groups.map(([heading, found]) => {
        const title = `${this.titles.get(heading) ?? TITLES[heading] ?? heading} (${found.length})`;
        const cards = found.map((point) => this.card(point));
        if (!UNFOLDED.includes(heading)) return this.folded(heading, title, cards);
        const more = heading === "asked" ? cards.splice(FIRST) : [];
        return h("section", { class: `points ${heading}` }, h("h2", {}, title), ...cards, more.length > 0 ? this.folded(`more-${heading}`, `More (${more.length})`, more) : null);
      }));
  }

  private folded(key: string, title: string, inside: HTMLElement[]): HTMLElement {
    return h("details", { class: "points", ...(this.opened.has(key) ? { open: true } : {}), ontoggle: (event: Event) => void ((event.target as HTMLDetailsElement).open ? this.opened.add(key) : this.opened.delete(key)) }, h("summary", {}, h("h2", {}, title)), ...inside);
  }

  private card(point: Point): HTMLElement {
    const anchor = this.studio.pointsAt;
    const last = point.scenes.at(-1);
    return h("article", { class: `point ${point.heading}`, "data-point": point.key },
      h("p", { class: "asks" }, h("span", { class: "who" }, "Hoyle"), h("strong", {}, ...sentence(point.title))),
      h("p", {}, ...sentence(capital(point.question))),
      h("div", { class: "sentences" }, ...point.sentences.map((one) => h("blockquote", { class: one.chosen ? "chosen" : "" }, h("p", {}, ...sentence(one.said)),
        h("footer", {}, clauseButton(this.studio, anchor?.map(one.at) ?? one.at), one.cites ? h("span", { class: "quiet" }, ` rulebook ${one.cites}`) : null, one.chosen ? h("span", { class: "quiet" }, " (your ruling)") : null)))),
      point.sides.length === 0 && last !== undefined ? this.scene(last, "Where it matters") : null,
      point.sides.length > 0 ? h("div", { class: "sides" }, ...point.sides.map((side) => this.scene(side, side.title))) : null,
      point.play ? button("See the play on the table", () => this.acts.watch(point.play), { class: "plain" }) : null,
      ...[...point.often, point.changed].filter(Boolean).map((one) => h("p", { class: "figure" }, ...sentence(capital(one)))),
      h("p", { class: "quiet" }, ...sentence([point.how, point.settled ? `settled: ${point.settled}` : ""].filter(Boolean).join("; "))),
      point.ways.length > 0 ? this.answers(point, anchor) : point.advice ? h("p", { class: "fix" }, h("b", {}, "What can be done "), ...sentence(point.advice)) : null);
  }

  /** The answers: a reason, and a button for each. */
  private answers(point: Point, anchor: Anchor | null): HTMLElement {
    const field = h("input", { placeholder: "because …", "aria-label": "The reason of your ruling", value: this.reasons.get(point.key) ?? "", autocomplete: "off", "data-key": `reason-${point.key}`, oninput: () => void this.reasons.set(point.key, field.value) });
    const act = (way: Way): void => {
      const reason = field.value.replaceAll('"', "'").replace(/\s+/g, " ").trim();
      if (way.reasoned && !reason) {
        field.focus();
        field.classList.add("wanted");
        return say("say why first: a ruling stands in the file with its reason");
      }
      const changes = way.changes.map((one) => ({ start: anchor?.map(one.start) ?? one.start, end: anchor?.map(one.end) ?? one.end, text: one.text.replaceAll(REASON, reason) }));
      this.studio.paper.change(changes, true);
      this.reasons.delete(point.key);
      this.studio.points = this.studio.points.filter((one) => one.key !== point.key);
      this.studio.tellAll("points", undefined);
      say("Written into the file. Undo in the editor takes it back.");
    };
    return h("div", { class: "answers" }, h("p", { class: "asks" }, h("span", { class: "who you" }, "You"), field),
      h("div", { class: "ways" }, ...point.ways.map((way) => h("button", { type: "button", class: "way", title: way.detail, "data-key": `way-${point.key}-${way.title}`, onclick: () => act(way) }, h("span", {}, ...sentence(way.title)), h("span", { class: "quiet" }, ...sentence(way.detail))))));
  }

  private scene(scene: Scene, title: string): HTMLElement {
    const ids = new Map((this.studio.table?.cards ?? []).map((card) => [card.name, card] as const));
    const piles = scene.piles.filter((pile) => pile.count > 0).map((pile) => h("div", { class: "zone" }, h("span", { class: "zone-name" }, capital(pile.name), pile.count > 1 ? h("span", { class: "count" }, String(pile.count)) : null),
      h("div", { class: pile.ordered ? "fan pile" : "fan" }, ...(pile.cards.length === 0 ? [h("span", { class: "card" }, picture("card-back"))] : pile.cards.slice(-9).map((name) => {
        const card = ids.get(name);
        return card === undefined ? h("span", { class: "chip" }, name) : h("span", { class: "card", role: "img", "aria-label": card.spoken }, picture(card.picture));
      })))));
    return h("figure", { class: "scene" }, h("figcaption", {}, capital(title), scene.move ? h("span", { class: "quiet" }, ` after ${scene.move}`) : null), h("div", { class: "felt small" }, ...piles),
      scene.fields.length ? h("p", { class: "quiet" }, scene.fields.join(", ")) : null, scene.note ? h("p", {}, ...sentence(scene.note)) : null);
  }
}

const TITLES: Record<string, string> = { open: "Needs a ruling", asked: "Hoyle asks: rules that people may read in another way", unknown: "Undecided", question: "Your questions, by what they change", note: "Notes" };
