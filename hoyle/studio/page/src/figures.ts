// Statistics: how long games are, who wins, what fires, and what a change of one number does. Charts have their tables.

import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip, type ChartConfiguration } from "chart.js";
import type { Run, RunEvent } from "./home";
import type { Figures } from "./messages";
import type { Studio } from "./studio";
import { button, capital, choice, fill, h, labelled, say, ticked } from "./ui";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

const GAMES: readonly (readonly [string, string])[] = [["100", "100 games"], ["1000", "1,000 games"], ["10000", "10,000 games"]];
const MOST_VALUES = 12;
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

export class FiguresView {
  private run: Run | null = null;
  private figures: Figures | null = null;
  private swept: Figures[] = [];
  private games = "100";
  private policy = "random";
  private setting = "";
  private heated = true;
  private charts: Chart[] = [];

  constructor(private readonly studio: Studio, private readonly box: HTMLElement, private readonly acts: { before(): void }) {
    studio.on("busy", () => this.drawBusy());
    studio.on("checked", () => this.draw());
    const redraw = (): void => this.draw();
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
    new MutationObserver(redraw).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.draw();
  }

  ended(): void {
    this.run = null;
  }

  get going(): boolean {
    return this.run !== null;
  }

  private async order(kind: "count" | "sweep"): Promise<void> {
    if (!(await this.studio.known())) return;
    const { checked } = this.studio;
    if (checked === null || !checked.playable) return say("the text has errors; mend them first", "bad");
    this.acts.before();
    const base = { name: this.studio.file.name, text: this.studio.paper.text(), settings: this.studio.settings, games: Number(this.games), seed: 1 };
    this.studio.heatAt?.release();
    this.studio.heatAt = this.studio.paper.anchor();
    if (kind === "sweep") this.swept = [];
    const order = kind === "count" ? ({ kind, ...base, policy: this.policy } as const) : ({ kind, ...base, setting: this.setting, values: this.values() } as const);
    this.run = this.studio.home.run(order, (event) => this.came(event));
    this.studio.busy = "playing";
    this.studio.tellAll("busy", undefined);
    this.draw();
  }

  private values(): string[] {
    const one = this.studio.checked?.settings.find(({ name }) => name === this.setting);
    if (one === undefined) return [];
    if (one.kind !== "number") return [...one.words];
    const all = Array.from({ length: one.high - one.low + 1 }, (_, at) => one.low + at);
    const middle = Number(one.value);
    return all.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).slice(0, MOST_VALUES).sort((a, b) => a - b).map(String);
  }

  private came(event: RunEvent): void {
    if (event.kind === "doing") {
      this.studio.busy = event.words;
      this.studio.tellAll("busy", undefined);
      return;
    }
    if (event.kind === "figures" && event.setting) this.swept = [...this.swept, event];
    else if (event.kind === "figures") {
      this.figures = event;
      this.heat();
    } else {
      if (event.kind === "failed" || event.kind === "ended") say(event.why, "bad");
      this.run = null;
      this.studio.busy = "";
      this.studio.tellAll("busy", undefined);
    }
    this.draw();
  }

  private heat(): void {
    this.studio.heat = new Map(this.heated ? (this.figures?.clauses ?? []).filter(({ at }) => at >= 0).map(({ at, games }) => [at, games]) : []);
    this.studio.tellAll("heat", undefined);
  }

  // ------------------------------------------------------------ what is shown

  private drawBusy(): void {
    const line = this.box.querySelector(".busy");
    if (line !== null) line.textContent = this.run !== null ? this.studio.busy : "";
  }

  private draw(): void {
    for (const one of this.charts.splice(0)) one.destroy();
    const settings = (this.studio.checked?.settings ?? []).filter((one) => (one.kind === "number" && one.high > one.low) || one.words.length > 1);
    if (!settings.some(({ name }) => name === this.setting)) this.setting = settings[0]?.name ?? "";
    fill(this.box,
      h("p", { class: "headline", role: "status" }, this.figures === null ? "How do games of these rules go?" : capital(this.figures.verdict.replace(/^[A-Z]+(?=:)/, (word) => word.toLowerCase()))),
      h("div", { class: "tools" },
        this.run !== null ? button("Stop", () => this.run?.stop(), { class: "main", "data-key": "stop-games" }) : button("Play many games", () => void this.order("count"), { class: "main", "data-key": "count" }),
        choice(GAMES, this.games, (value) => { this.games = value; }, { "aria-label": "How many games", "data-key": "games" }),
        choice([["random", "all at random"], ["greedy", "all carefully"]], this.policy, (value) => { this.policy = value; }, { "aria-label": "Who plays", "data-key": "policy" }),
        ticked("colour the clauses by how often they fire", "heat", this.heated, (now) => { this.heated = now; this.heat(); })),
      h("p", { class: "quiet busy" }, this.run !== null ? this.studio.busy : ""),
      this.figures === null ? null : this.whole(this.figures),
      settings.length ? h("section", {}, h("h2", {}, "What a change does"),
        h("div", { class: "tools" }, labelled("Change", choice(settings.map(({ name, title }): [string, string] => [name, title]), this.setting, (value) => { this.setting = value; this.swept = []; this.draw(); }, { "data-key": "setting" })),
          button("Play each", () => void this.order("sweep"), { "data-key": "sweep", ...(this.run !== null ? { disabled: true } : {}) })),
        this.swept.length ? this.multiples() : null) : null);
  }

  private whole(figures: Figures): HTMLElement {
    const stale = figures.rules !== this.studio.checked?.rules;
    const never = figures.clauses.filter(({ games, at }) => games === 0 && at >= 0);
    return h("section", { class: stale ? "stale" : "" },
      h("p", { class: "quiet" }, `${figures.games.toLocaleString("en")} games in ${figures.seconds.toFixed(1)} s (${figures.engine === "native" ? "compiled" : "interpreter"})${stale ? ", of an earlier text" : ""}. ${figures.mean.toFixed(1)} decisions in a game (${figures.least} to ${figures.greatest}), ${figures.turns.toFixed(1)} turns, ${figures.branching.toFixed(1)} moves to choose from.`),
      ...figures.flags.map((flag) => h("p", { class: "note" }, capital(flag))),
      this.chart("Decisions in a game", figures.lengths.map(({ name }) => name), figures.lengths.map(({ count }) => count), "games"),
      this.chart("Wins by seat", figures.wins.map(({ name }) => capital(name)), figures.wins.map(({ share }) => 100 * share), "% of games", figures.wins.map(({ low, high }) => `${percent(low)} to ${percent(high)}`)),
      this.chart("How games end", figures.endings.map(({ name }) => name), figures.endings.map(({ count }) => count), "games"),
      never.length ? h("p", { class: "note" }, `In no game: ${never.map(({ part, label }) => `${part}: ${label}`).join(", ")}`) : null);
  }

  private multiples(): HTMLElement {
    const most = Math.max(...this.swept.flatMap(({ lengths }) => lengths.map(({ count }) => count)));
    return h("div", { class: "multiples" }, ...this.swept.map((one) => h("div", {},
      this.chart(`${this.setting} ${one.value}`, one.lengths.map(({ name }) => name), one.lengths.map(({ count }) => count), "games", undefined, most),
      h("p", { class: "quiet" }, `${one.mean.toFixed(1)} decisions; wins ${one.wins.map(({ share }) => percent(share)).join(", ")}`))));
  }

  private chart(title: string, names: string[], values: number[], unit: string, intervals?: string[], most?: number): HTMLElement {
    const colour = (name: string): string => getComputedStyle(this.probe(name)).color;
    const canvas = h("canvas", { role: "img", "aria-label": `${title}: the figures stand in the table below` });
    const config: ChartConfiguration<"bar"> = {
      type: "bar",
      data: { labels: names, datasets: [{ data: values, backgroundColor: colour("--link"), borderRadius: 2, categoryPercentage: 0.9, barPercentage: 0.95 }] },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false,
        plugins: { tooltip: { callbacks: { label: (item) => `${Number(item.raw).toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}${intervals?.[item.dataIndex] ? ` (${intervals[item.dataIndex]})` : ""}` } } },
        scales: {
          x: { grid: { display: false }, ticks: { color: colour("--quiet"), maxRotation: 0, autoSkipPadding: 12 }, border: { color: colour("--line") } },
          y: { beginAtZero: true, ...(most === undefined ? {} : { max: most }), grid: { color: colour("--line") }, ticks: { color: colour("--quiet"), maxTicksLimit: 5 }, border: { display: false } },
        },
      },
    };
    const holder = h("div", { class: "canvas" }, canvas);
    requestAnimationFrame(() => { if (canvas.isConnected) this.charts.push(new Chart(canvas, config)); });
    return h("figure", { class: "chart" }, h("figcaption", {}, title), holder,
      h("details", {}, h("summary", {}, "Figures"), h("table", {}, h("tbody", {}, ...names.map((name, at) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, `${(values[at] ?? 0).toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`), intervals === undefined ? null : h("td", {}, intervals[at] ?? "")))))));
  }

  private probe(name: string): HTMLElement {
    let one = document.querySelector<HTMLElement>(`.probe[data-colour="${name}"]`);
    if (one === null) {
      one = h("span", { class: "probe", hidden: true, "data-colour": name });
      one.style.color = `var(${name})`;
      document.body.append(one);
    }
    return one;
  }
}
