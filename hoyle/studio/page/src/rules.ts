// The told rulebook, the places of the rulebook, and the card of the clause that is selected.

import { clauseButton } from "./table";
import type { Studio } from "./studio";
import { button, fill, h, many } from "./ui";

export class RulesView {
  constructor(private readonly studio: Studio, private readonly box: HTMLElement) {
    studio.on("told", () => this.draw());
    studio.on("clause", () => this.light(true));
    box.addEventListener("click", (event) => this.pressed(event));
    fill(box, h("p", { class: "quiet" }, "The rules are told here in English as soon as the text has no errors."));
  }

  private draw(): void {
    const { told } = this.studio;
    if (told === null) return;
    const page = h("div", { class: "told-rules" });
    // Made and escaped by Hoyle; the policy of the page lets no script in it run.
    page.innerHTML = told.html;
    const top = this.box.scrollTop;
    fill(this.box, h("div", { class: "tools" }, button("Print the rulebook", () => window.print(), { class: "plain" })), page, this.places());
    this.box.scrollTop = top;
    this.light(false);
  }

  /** Which clauses state each place of the rulebook. */
  private places(): HTMLElement {
    const { told } = this.studio;
    const by = new Map<string, number[]>();
    for (const clause of told?.clauses ?? []) for (const place of clause.cites) by.set(place, [...(by.get(place) ?? []), clause.at]);
    const rows = (told?.places ?? []).map(({ name, at }) => h("tr", { "data-place": name },
      h("th", { scope: "row" }, button(name, () => this.studio.paper.show(at, false), { class: "link" })),
      h("td", {}, ...(by.get(name)?.map((one) => clauseButton(this.studio, one)) ?? [h("span", { class: "quiet" }, "no clause states it")]))));
    if (rows.length === 0) return h("div");
    return h("details", { class: "places", open: true }, h("summary", {}, `Places of the rulebook (${rows.length})`), h("table", {}, h("tbody", {}, ...rows)));
  }

  private pressed(event: Event): void {
    const target = event.target as HTMLElement;
    const link = target.closest("a");
    if (link !== null) {
      event.preventDefault();
      const place = link.getAttribute("href")?.slice(1) ?? "";
      this.box.querySelector(`#${CSS.escape(place)}`)?.scrollIntoView({ block: "start" });
      return;
    }
    const at = target.closest<HTMLElement>("[data-at]")?.dataset["at"];
    if (at === undefined) return;
    this.studio.select(Number(at));
    this.studio.paper.show(Number(at), false);
  }

  /** Is called when the rules come into sight. */
  seen(): void {
    this.light(true);
  }

  private light(scroll: boolean): void {
    const { clause } = this.studio;
    const cites = new Set(this.studio.clauseAt(clause)?.cites ?? []);
    let first: HTMLElement | null = null;
    for (const one of this.box.querySelectorAll<HTMLElement>("[data-at]")) {
      const lit = clause >= 0 && Number(one.dataset["at"]) === clause;
      one.classList.toggle("lit", lit);
      if (lit && first === null) first = one;
    }
    for (const one of this.box.querySelectorAll<HTMLElement>("[data-place]")) one.classList.toggle("lit", cites.has(one.dataset["place"] ?? ""));
    if (scroll && first !== null && this.box.offsetParent !== null) {
      const top = first.getBoundingClientRect().top - this.box.getBoundingClientRect().top;
      if (top < 0 || top > this.box.clientHeight - 40) this.box.scrollTop += top - this.box.clientHeight / 3;
    }
  }
}

/** What is known of the selected clause: its sentence, its places, when it took effect in this game. */
export class ClauseCard {
  constructor(private readonly studio: Studio, private readonly box: HTMLElement, private readonly see: (view: string) => void) {
    for (const what of ["clause", "table", "told"] as const) studio.on(what, () => this.draw());
  }

  private draw(): void {
    const { studio } = this;
    const clause = studio.clauseAt(studio.clause);
    this.box.hidden = clause === undefined;
    if (clause === undefined) return;
    const moves = (studio.table?.log ?? []).flatMap((line, ply) => (line.clauses.includes(clause.at) ? [ply] : []));
    const counted = studio.heat.get(clause.at);
    const go = (ply: number): void => {
      const table = studio.table;
      if (table !== null) void studio.move({ kind: "see", seat: table.seat, at: ply });
    };
    fill(this.box,
      h("div", { class: "clause-head" }, h("strong", {}, clause.label.replaceAll("_", " ")), h("span", { class: "quiet" }, ` ${clause.part}`),
        button("×", () => studio.select(-1), { class: "plain close", "aria-label": "Select no clause", "data-key": "no-clause" })),
      h("p", { class: "said" }, clause.said),
      h("div", { class: "tools" },
        button("In the text", () => { this.see("text"); studio.paper.show(clause.at); }, { class: "plain", "data-key": "in-text" }),
        button("In the rules", () => this.see("rules"), { class: "plain", "data-key": "in-rules" }),
        moves.length === 0 ? h("span", { class: "quiet" }, "not in this game so far") : h("span", { class: "in-log" }, "In the log: ", ...moves.slice(-6).map((ply) => button(`${ply}`, () => go(ply), { class: "ply", "aria-label": `Move ${ply}`, "data-key": `in-log-${ply}` })), moves.length > 6 ? ` of ${moves.length}` : ""),
        counted === undefined ? null : h("span", { class: "quiet" }, `took effect in ${many(counted, "counted game")}`)));
  }
}
