// The table: what a seat sees, drawn as cards; moves by pointing, dragging, buttons or typing; the log, and its time.

import { fill, button, capital, choice, dialog, h, labelled, many, picture, say } from "./ui";
import type { Fitting, Line, Offer, Table, Zone } from "./messages";
import type { Studio } from "./studio";

const NOTHING = { cards: [] as number[], cells: [] as number[], players: [] as number[], action: "" };
const MOST_BUTTONS = 14;
const PACE = 420;
const DRAG = 6;
export const WHO: readonly (readonly [string, string])[] = [["you", "you"], ["random", "at random"], ["greedy", "carefully"], ["search", "by search"]];

export class TableView {
  private chosen = { ...NOTHING };
  private fitting: Fitting | null = null;
  private timer: number | undefined;
  private running = false;
  private readonly slow = window.matchMedia("(prefers-reduced-motion: reduce)");
  private drag: { card: number; x: number; y: number; ghost: HTMLElement | null; cards: number[] } | null = null;
  private suppressClick = false;

  constructor(private readonly studio: Studio, private readonly parts: { bar: HTMLElement; felt: HTMLElement; dock: HTMLElement; log: HTMLElement; drawings: HTMLElement }) {
    studio.on("table", (table) => this.came(table));
    studio.on("clause", () => this.light());
    studio.on("checked", (checked) => {
      parts.felt.classList.toggle("waiting", !checked.playable);
      this.drawBar();
    });
    window.addEventListener("pointermove", (event) => this.moved(event));
    window.addEventListener("pointerup", (event) => void this.dropped(event));
    window.addEventListener("pointercancel", () => this.letDrop());
    parts.felt.addEventListener("keydown", (event) => this.key(event));
    parts.dock.addEventListener("keydown", (event) => this.key(event));
    parts.log.addEventListener("keydown", (event) => this.key(event));
  }

  private get table(): Table | null {
    return this.studio.table;
  }

  // ------------------------------------------------------------ what came

  private came(table: Table): void {
    if (table.pictures) this.parts.drawings.innerHTML = table.pictures;
    this.chosen = { ...NOTHING };
    this.fitting = table.offers;
    this.draw();
    window.clearTimeout(this.timer);
    if (table.at === table.plies && table.turn >= 0 && !table.yours && !table.ended) {
      this.timer = window.setTimeout(() => void this.onward(), this.slow.matches ? 30 : PACE);
    }
  }

  private async onward(): Promise<void> {
    const table = this.table;
    if (this.running || table === null || table.yours || table.at !== table.plies || this.studio.checked?.playable !== true) return;
    this.running = true;
    try {
      await this.studio.move({ kind: "onward" });
    } finally {
      this.running = false;
    }
  }

  private draw(): void {
    this.drawBar();
    this.drawFelt();
    this.drawDock();
    this.drawLog();
  }

  // ------------------------------------------------------------ the bar: whose eyes, which moment

  private drawBar(): void {
    const table = this.table;
    if (table === null) {
      fill(this.parts.bar, h("p", { class: "quiet" }, "The table is laid as soon as the rules can be played."));
      return;
    }
    const seen = choice([["-1", "all cards"], ...table.players.map((name, seat): [string, string] => [String(seat), capital(name)])], String(table.seat), (value) => void this.studio.move({ kind: "see", seat: Number(value), at: table.at }), { "data-key": "see", "aria-label": "Seen as" });
    const time = h("input", { type: "range", min: 0, max: table.plies, value: table.at, "aria-label": "The moment of the game", "data-key": "time", ...(table.plies ? {} : { disabled: true }), oninput: (event: Event) => void this.go(Number((event.target as HTMLInputElement).value)) });
    const lines = table.lines.length > 1 ? choice(table.lines.map((name, number): [string, string] => [String(number), `Line ${number + 1}, ${name}`]), String(table.line), (value) => void this.studio.move({ kind: "branch", number: Number(value) }), { "data-key": "line", "aria-label": "Line of play" }) : null;
    fill(this.parts.bar,
      h("div", { class: "tools" },
        button("New deal", () => this.deal(), { "data-key": "deal" }),
        button("Undo", () => void this.studio.move({ kind: "undo" }), { "data-key": "undo", ...(table.at > 0 && table.at === table.plies ? {} : { disabled: true }) }),
        button("Players", () => this.players(), { "data-key": "players" }),
        labelled("Seen as", seen)),
      h("div", { class: "tools time" },
        button("◀", () => void this.go(table.at - 1), { "aria-label": "One move back", "data-key": "back", ...(table.at > 0 ? {} : { disabled: true }) }),
        time,
        button("▶", () => void this.go(table.at + 1), { "aria-label": "One move on", "data-key": "on", ...(table.at < table.plies ? {} : { disabled: true }) }),
        h("span", { class: "moment", "aria-live": "polite" }, `${table.at} / ${table.plies}`), lines));
  }

  private go(at: number): Promise<boolean> {
    const table = this.table;
    return table === null ? Promise.resolve(false) : this.studio.move({ kind: "see", seat: table.seat, at: Math.max(0, Math.min(at, table.plies)) });
  }

  private deal(): void {
    this.studio.log = "";
    const seats = this.table?.seats ?? this.studio.seats;
    const seed = Math.floor(Math.random() * 1_000_000);
    void this.studio.move({ kind: "deal", seed, seats: [...seats], as_written: this.table?.as_written ?? false });
  }

  private players(): void {
    const table = this.table;
    if (table === null) return;
    const seats = [...table.seats];
    const seed = h("input", { type: "number", min: 0, value: table.seed });
    const written = h("input", { type: "checkbox", ...(table.as_written ? { checked: true } : {}) });
    const box = dialog("Players",
      ...table.players.map((name, seat) => labelled(`${capital(name)} plays`, choice(WHO, seats[seat] ?? "random", (value) => { seats[seat] = value; }))),
      labelled("Seed of the deal", seed),
      labelled("Without rulings, as written", written),
      h("div", { class: "tools" }, button("Deal", () => {
        this.studio.seats = seats;
        this.studio.log = "";
        box.close();
        void this.studio.move({ kind: "deal", seed: Math.abs(Math.trunc(Number(seed.value))) || 0, seats, as_written: written.checked });
      }, { class: "main" })));
  }

  // ------------------------------------------------------------ the felt

  private get pointed(): boolean {
    const table = this.table;
    return table !== null && table.yours;
  }

  private drawFelt(): void {
    const table = this.table;
    if (table === null) return;
    const own = table.seat < 0 ? -2 : table.seat;
    const fittingCells = new Set((this.fitting?.offers ?? []).flatMap((offer) => offer.cells));
    const fittingPlayers = new Set((this.fitting?.offers ?? []).flatMap((offer) => offer.players));
    const zone = (one: Zone): HTMLElement => this.zone(one, fittingCells);
    const shown = table.zones.filter((one) => this.visible(one, table.zones));
    const laid = shown.filter((one) => one.owner < 0 && one.row >= 0);
    const shared = shown.filter((one) => one.owner < 0 && one.row < 0);
    const seats = table.players.map((name, seat) => ({ name, seat, zones: shown.filter((one) => one.owner === seat && (one.count !== 0 || fittingCells.has(one.cell))) })).filter(({ seat }) => seat !== own);
    // Of one's own, what can be chosen from or laid on comes first, and larger.
    const useful = (one: Zone): boolean => fittingCells.has(one.cell) || table.offers.offers.some((offer) => offer.cards.some((card) => one.cards.includes(card)));
    const mine = shown.filter((one) => one.owner === own).sort((a, b) => Number(useful(b)) - Number(useful(a)));
    const places = Map.groupBy(laid, (one) => `${one.row + 1} / ${one.column + 1}`);
    const rows = Map.groupBy(laid, (one) => one.row);
    const grid = h("div", { class: "layout" }, ...[...places].map(([area, zones]) => {
      const cell = h("div", { class: "place" }, ...zones.map(zone));
      const alone = new Set(rows.get(zones[0]?.row ?? 0)?.map((one) => one.column)).size === 1;
      cell.style.gridArea = alone ? `${(zones[0]?.row ?? 0) + 1} / 1 / auto / -1` : area;
      return cell;
    }));
    grid.style.gridTemplateColumns = `repeat(${Math.max(1, ...laid.map((one) => one.column + 1))}, auto)`;
    const fields = table.fields.filter((one) => one.owner < 0);
    const others = h("div", { class: "seats" }, ...seats.map(({ name, seat, zones }) => this.seat(table, name, seat, zones.map(zone), fittingPlayers.has(seat) && this.holding)));
    const parts = [
      seats.length ? others : null,
      laid.length ? grid : null,
      shared.length ? h("div", { class: "shared" }, ...shared.map(zone)) : null,
      fields.length ? h("p", { class: "fields" }, ...fields.map((one) => h("span", {}, `${capital(one.name)}: ${one.value}`))) : null,
      own >= 0 ? this.seat(table, `${capital(table.players[own] ?? "")}${table.seats[own] === "you" ? " (you)" : ""}`, own, mine.map((one) => { const made = zone(one); if (!useful(one)) made.classList.add("aside"); return made; }), false, "mine") : null,
    ];
    fill(this.parts.felt, ...parts);
  }

  private get holding(): boolean {
    return this.chosen.cards.length > 0;
  }

  /** Is there anything to be seen of a zone; of empty places of a row only the first. */
  private visible(one: Zone, all: readonly Zone[]): boolean {
    if (!one.seen && one.count < 0 && one.top < 0) return false;
    if (!one.piles || one.count > 0) return true;
    const before = all.filter((other) => other.family === one.family && other.owner === one.owner && other.cell < one.cell).at(-1);
    return before === undefined || before.count > 0;
  }

  private seat(table: Table, name: string, seat: number, zones: HTMLElement[], target: boolean, kind = ""): HTMLElement {
    const turn = table.turn === seat;
    const fields = table.fields.filter((one) => one.owner === seat).map((one) => h("span", {}, `${capital(one.name)}: ${one.value}`));
    const label = `${capital(name)}${turn ? ", to move" : ""}`;
    const title = this.pointed ? button(label, () => void this.point({ players: [seat] }), { class: "seat-name", "data-key": `seat-${seat}` }) : h("span", { class: "seat-name" }, label);
    return h("div", { class: `seat ${kind} ${turn ? "turn" : ""} ${target ? "target" : ""} ${this.chosen.players.includes(seat) ? "pointed" : ""}`, "data-seat": seat }, title,
      fields.length ? h("p", { class: "fields" }, ...fields) : null, h("div", { class: "seat-zones" }, ...zones));
  }

  private zone(one: Zone, fitting: Set<number>): HTMLElement {
    const table = this.table;
    const cards = one.seen ? one.cards : [];
    const count = one.count;
    const whose = one.owner >= 0 && table !== null ? ` of ${table.players[one.owner] ?? ""}` : "";
    const title = [capital(one.name), count > 1 ? h("span", { class: "count" }, String(count)) : null, h("span", { class: "unseen" }, `${whose}${count > 1 ? " cards" : ""}`)];
    const name = this.pointed ? h("button", { type: "button", class: "zone-name", "data-key": `zone-${one.cell}`, onclick: () => void this.point({ cells: [one.cell] }) }, ...title) : h("span", { class: "zone-name" }, ...title);
    const row = h("div", { class: one.ordered ? "fan pile" : cards.length <= 8 ? "fan few" : "fan" });
    for (const card of cards) row.append(this.card(card, one.name + whose));
    if (!one.seen && count > 0) row.append(one.top >= 0 ? this.card(one.top, one.name + whose) : h("span", { class: "card", role: "img", "aria-label": many(count, "card") }, picture("card-back")));
    if (count === 0) row.append(h("span", { class: "card" }, picture("card-slot")));
    const target = this.holding && fitting.has(one.cell) && !this.chosen.cards.some((card) => one.cards.includes(card));
    const made = h("div", { class: `zone ${target ? "target" : ""} ${this.chosen.cells.includes(one.cell) ? "pointed" : ""}`, "data-cell": one.cell }, name, row);
    made.addEventListener("click", (event) => {
      // A card back or a free place is its zone; a card is itself.
      if (this.pointed && !(event.target as Element).closest("button")) void this.point({ cells: [one.cell] });
    });
    return made;
  }

  private card(card: number, place: string): HTMLElement {
    const about = this.table?.cards[card];
    const free = this.table?.offers.offers.some((offer) => offer.cards.includes(card)) ?? false;
    const held = this.chosen.cards.includes(card);
    const label = `${about?.spoken ?? ""}, ${place}`;
    if (!this.pointed) return h("span", { class: "card", role: "img", "aria-label": label }, picture(about?.picture ?? "card-back"));
    const made = h("button", { type: "button", class: `card ${free ? "free" : ""} ${held ? "held" : ""}`, "aria-label": label, "aria-pressed": String(held), "data-key": `card-${card}`, "data-card": card, onclick: () => void this.pick(card) }, picture(about?.picture ?? "card-back"));
    made.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && event.pointerType !== "touch") this.drag = { card, x: event.clientX, y: event.clientY, ghost: null, cards: [] };
    });
    return made;
  }

  // ------------------------------------------------------------ choosing

  private async pick(card: number): Promise<void> {
    if (this.suppressClick) return;
    const held = this.chosen.cards;
    if (held.includes(card)) {
      const meant = this.fitting?.meant ?? "";
      // A second press on the one card that makes a move makes it.
      if (held.length === 1 && meant && this.fitting?.count === 1) return this.play(meant);
      return this.choose({ ...this.chosen, cards: held.filter((one) => one !== card) });
    }
    const more = { ...this.chosen, cards: [...held, card] };
    if (held.length > 0) {
      const found = await this.asked(more);
      if (found !== null && found.count === 0) {
        const alone = await this.asked({ ...NOTHING, cards: [card] });
        if (alone !== null && alone.count > 0) return this.show({ ...NOTHING, cards: [card] }, alone);
        return this.show({ ...this.chosen }, found, true);
      }
      if (found !== null) return this.show(more, found);
    }
    await this.choose(more);
  }

  private point(target: { cells?: number[]; players?: number[] }): Promise<void> {
    const { cells = [], players = [] } = target;
    const same = cells.every((cell) => this.chosen.cells.includes(cell)) && players.every((player) => this.chosen.players.includes(player));
    if (same) return this.choose({ ...this.chosen, cells: this.chosen.cells.filter((one) => !cells.includes(one)), players: this.chosen.players.filter((one) => !players.includes(one)) });
    return this.choose({ ...this.chosen, cells: [...this.chosen.cells, ...cells], players: [...this.chosen.players, ...players] }, true);
  }

  private async asked(chosen: typeof NOTHING): Promise<Fitting | null> {
    return this.studio.want({ kind: "choose", cards: [...chosen.cards], cells: [...chosen.cells], players: [...chosen.players], action: chosen.action }, "fitting");
  }

  private async choose(chosen: typeof NOTHING, act = false): Promise<void> {
    const found = await this.asked(chosen);
    if (found === null) return;
    if (act && found.meant) return this.play(found.meant);
    if (found.count === 0) {
      // What cannot be chosen is explained, and not held.
      const kept = chosen.cards.length > 1 || chosen.cells.length || chosen.players.length ? { ...NOTHING, cards: chosen.cards.length > 1 ? [] : chosen.cards } : { ...NOTHING };
      return this.show(kept, found, true);
    }
    this.show(chosen, found);
  }

  private show(chosen: typeof NOTHING, found: Fitting, refused = false): void {
    this.chosen = chosen;
    this.fitting = refused ? { ...found, offers: this.table?.offers.offers ?? [], count: this.table?.offers.count ?? 0 } : found;
    this.drawFelt();
    this.drawDock();
  }

  async play(move: string): Promise<void> {
    const answer = await this.studio.ask({ kind: "play", move });
    if (answer.kind === "table") return this.studio.show(answer);
    if (answer.kind === "refused" && this.fitting !== null) this.show(this.chosen, { ...this.fitting, why: [answer.why], clauses: [], judged: "" });
  }

  // ------------------------------------------------------------ dragging

  private moved(event: PointerEvent): void {
    const drag = this.drag;
    if (drag === null) return;
    if (drag.ghost === null) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG) return;
      drag.cards = this.chosen.cards.includes(drag.card) ? this.chosen.cards : [drag.card];
      drag.ghost = h("div", { class: "ghost" }, ...drag.cards.map((card) => picture(this.table?.cards[card]?.picture ?? "card-back")));
      document.body.append(drag.ghost);
      if (!this.chosen.cards.includes(drag.card)) void this.choose({ ...NOTHING, cards: drag.cards });
    }
    drag.ghost.style.transform = `translate(${event.clientX - 24}px, ${event.clientY - 30}px)`;
    for (const one of this.parts.felt.querySelectorAll(".over")) one.classList.remove("over");
    this.under(event)?.classList.add("over");
  }

  private under(event: PointerEvent): Element | null {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell], [data-seat]") ?? null;
  }

  private letDrop(): void {
    this.drag?.ghost?.remove();
    this.drag = null;
  }

  private async dropped(event: PointerEvent): Promise<void> {
    const drag = this.drag;
    if (drag === null) return;
    const target = this.under(event) as HTMLElement | null;
    const { ghost, cards } = drag;
    this.letDrop();
    if (ghost === null) return;
    this.suppressClick = true;
    window.setTimeout(() => { this.suppressClick = false; }, 0);
    if (target === null) return;
    const { cell, seat } = target.dataset;
    const zone = this.table?.zones.find((one) => one.cell === Number(cell));
    if (zone !== undefined && cards.some((card) => zone.cards.includes(card))) return;
    await this.choose(cell !== undefined ? { ...NOTHING, cards, cells: [Number(cell)] } : { ...NOTHING, cards, players: [Number(seat)] }, true);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).matches("input, select, textarea")) return;
    const act = { Escape: () => void this.choose({ ...NOTHING }), ArrowLeft: () => void this.go((this.table?.at ?? 0) - 1), ArrowRight: () => void this.go((this.table?.at ?? 0) + 1), u: () => void this.studio.move({ kind: "undo" }) }[event.key];
    const number = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    const offer = number < 0 ? undefined : this.offered()[number];
    if (act === undefined && offer === undefined) return;
    event.preventDefault();
    if (offer !== undefined) void this.play(offer.move);
    else act?.();
  }

  /** The moves that have a button. */
  private offered(): Offer[] {
    const found = this.pointed ? (this.fitting?.offers ?? []) : [];
    return found.filter((one, at) => found.findIndex((other) => other.number === one.number) === at);
  }

  // ------------------------------------------------------------ the dock: what can be done, and why not

  private drawDock(): void {
    const { table, fitting } = this;
    if (table === null || fitting === null) return;
    const status = table.ended || (table.fault ? `Play stops: ${table.fault}` : table.turn < 0 ? "" : `${capital(table.players[table.turn] ?? "")}${table.yours ? " (you)" : ""} to move: ${table.step}`);
    const offers = this.offered();
    const kinds = [...new Map(offers.map((one) => [one.action, one.called])).entries()];
    const crowded = offers.length > MOST_BUTTONS || fitting.count > offers.length;
    const chips = crowded && kinds.length > 1 && this.chosen.action === "";
    const typed = h("input", { placeholder: "or type a move", "aria-label": "Type a move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-key": "typed", enterkeyhint: "go" });
    const sent = (event: Event): void => {
      event.preventDefault();
      if (typed.value.trim()) void this.play(typed.value.trim());
    };
    const past = table.at < table.plies;
    fill(this.parts.dock,
      h("p", { class: `status ${table.fault ? "bad" : ""}`, role: "status" }, status,
        ...table.fault_at.map((at) => this.clauseButton(at))),
      table.lost ? h("p", { class: "bad" }, `The rules were changed, and play the game only up to here: ${table.lost}`) : null,
      ...table.broken.map((at) => h("p", { class: "bad" }, "A claim does not hold here ", this.clauseButton(at))),
      past && this.pointed ? h("p", { class: "quiet" }, "A move from here begins another line; this one is kept.") : null,
      fitting.why.length ? h("div", { class: "why", role: "alert" }, ...fitting.why.map((one) => h("p", {}, one)), h("div", { class: "tools" }, ...fitting.clauses.map((at) => this.clauseButton(at)),
        fitting.judged ? button("Keep as example", () => void this.keep("illegal", fitting.judged), { class: "plain" }) : null)) : null,
      this.pointed ? h("div", { class: "moves" },
        this.chosen.action ? button(`${capital(kinds[0]?.[1] ?? this.chosen.action)} ×`, () => void this.choose({ ...this.chosen, action: "" }), { class: "kind", "aria-pressed": "true", "data-key": "kind" }) : null,
        ...(chips ? kinds.map(([action, called]) => button(`${capital(called)} …`, () => void this.choose({ ...this.chosen, action }), { class: "kind", "data-key": `kind-${action}` })) : []),
        ...offers.slice(0, MOST_BUTTONS).map((offer) => this.offer(offer)),
        crowded ? h("span", { class: "quiet" }, `${many(fitting.count, "legal move")}; point at cards or places for fewer`) : null) : null,
      this.pointed ? h("form", { class: "typed", onsubmit: sent }, typed, h("button", {}, "Play")) : null,
      h("div", { class: "tools" }, button("Keep as example", () => void this.keep("play", ""), { class: "plain", "data-key": "keep", ...(table.at ? {} : { disabled: true }) }),
        button("Log", () => void this.saved(), { class: "plain", "data-key": "log" })));
  }

  private offer(offer: Offer): HTMLElement {
    return button(offer.text, () => void this.play(offer.move), { class: "move", "data-key": `move-${offer.move}`, "data-move": offer.move });
  }

  private clauseButton(at: number): HTMLElement {
    return clauseButton(this.studio, at);
  }

  /** Writes the position into the file as an example. */
  private async keep(what: string, move: string): Promise<void> {
    if (!(await this.studio.known())) return;
    const answer = await this.studio.want({ kind: "keep", what, move }, "changes");
    if (answer !== null && this.studio.apply(answer.changes)) say("The example stands at the end of the file. Undo takes it back.");
  }

  private async saved(): Promise<void> {
    const answer = await this.studio.want({ kind: "save" }, "saved");
    if (answer === null) return;
    const text = h("textarea", { rows: 14, "aria-label": "Log", spellcheck: "false" }, answer.log);
    const box = dialog("The log of this game", h("p", {}, "`hoyle replay` plays it again. Another log can be put here and opened."), text,
      h("div", { class: "tools" }, button("Copy", () => void navigator.clipboard.writeText(text.value)), button("Open what stands here", () => {
        box.close();
        void this.watch(text.value, -1);
      })));
  }

  /** Opens a play. */
  async watch(log: string, at: number): Promise<boolean> {
    if (!(await this.studio.known())) return false;
    const done = await this.studio.move({ kind: "watch", log, at });
    if (done) this.studio.log = log;
    return done;
  }

  // ------------------------------------------------------------ the log

  private drawLog(): void {
    const table = this.table;
    if (table === null) return;
    const list = h("ol", { class: "log-lines" }, ...table.log.map((line, ply) => this.lineOf(table, line, ply)));
    fill(this.parts.log, list);
    this.light();
    const now = list.children[table.at] as HTMLElement | undefined;
    if (now !== undefined) this.parts.log.scrollTop = Math.max(0, now.offsetTop - this.parts.log.clientHeight + now.offsetHeight + 24);
  }

  private lineOf(table: Table, line: Line, ply: number): HTMLElement {
    const text = line.said.map((one) => one.text).join(" ") || (ply === 0 ? "The cards are dealt." : "…");
    const now = ply === table.at;
    const made = h("li", { class: `${now ? "now" : ""} ${ply > table.at ? "ahead" : ""}`, "data-clauses": line.clauses.join(" ") },
      button(`${ply}`, () => void this.go(ply), { class: "ply", "aria-label": `Move ${ply}: see the table then`, "data-key": `ply-${ply}`, ...(now ? { "aria-current": "step" } : {}) }),
      h("button", { type: "button", class: "told", "data-key": `told-${ply}`, onclick: () => this.pressed(line, ply) }, text));
    return made;
  }

  /** A press on a line shows the position then, and lights up the clause that decided it. */
  private pressed(line: Line, ply: number): void {
    void this.go(ply);
    const due = line.said.map((one) => one.at).find((at) => at >= 0) ?? line.clauses[0];
    if (due !== undefined) {
      this.studio.select(due);
      this.studio.paper.show(due, false);
    }
  }

  private light(): void {
    for (const one of this.parts.log.querySelectorAll<HTMLElement>("li[data-clauses]")) {
      one.classList.toggle("lit", this.studio.clause >= 0 && (one.dataset["clauses"] ?? "").split(" ").includes(String(this.studio.clause)));
    }
  }
}

/** A button that selects a clause, wherever it is spoken of. */
export function clauseButton(studio: Studio, at: number): HTMLElement {
  const clause = studio.clauseAt(at);
  const word = clause?.label.replaceAll("_", " ") ?? `line ${studio.paper.text().slice(0, at).split("\n").length}`;
  return button(word, () => {
    studio.select(at);
    studio.paper.show(at, false);
  }, { class: "clause", title: clause?.said ?? "Show the line" });
}
