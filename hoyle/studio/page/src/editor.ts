// The editor: CodeMirror with what Hoyle knows of the text. It lives in a shadow root, where it may adopt style sheets.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorSelection, EditorState, RangeSet, RangeSetBuilder, StateEffect, StateField, type ChangeDesc, type Extension, type Range } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, WidgetType, drawSelection, gutter, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, showTooltip, type DecorationSet, type Tooltip } from "@codemirror/view";
import { hoyle, indent } from "./language";
import { NAME_KINDS, type Change, type Checked, type Fault } from "./messages";
import type { Anchor, Paper, Studio } from "./studio";
import { button, dialog, h, labelled, later, markdown, say } from "./ui";

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "0.875rem", color: "var(--ink)", backgroundColor: "var(--box)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)", paddingBottom: "40vh" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--box)", color: "var(--quiet)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "var(--active)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--active)", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--marked)" },
  ".cm-selectionMatch": { backgroundColor: "var(--active)" },
  ".cm-tooltip": { backgroundColor: "var(--box)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: ".4rem", maxWidth: "min(36rem, 86vw)", boxShadow: "0 .3rem 1rem #0003" },
  ".cm-tooltip .md": { padding: ".4rem .7rem", fontFamily: "var(--text)", fontSize: ".88rem", maxHeight: "18rem", overflow: "auto" },
  ".cm-tooltip .md p": { margin: ".3rem 0" },
  ".cm-tooltip .md pre": { margin: ".3rem 0", whiteSpace: "pre-wrap", fontSize: ".82rem" },
  ".cm-tooltip-autocomplete ul li": { padding: ".15rem .5rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--code)", maxHeight: "14rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--chosen)", color: "var(--ink)" },
  ".cm-completionDetail": { color: "var(--quiet)", fontStyle: "normal", marginLeft: "1em" },
  ".cm-panels": { backgroundColor: "var(--paper)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panel input, .cm-panel button": { color: "var(--ink)", backgroundColor: "var(--box)", backgroundImage: "none", border: "1px solid var(--edge)", borderRadius: ".3rem", padding: ".3rem .5rem" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--active)", color: "var(--quiet)", border: "1px solid var(--line)" },
  ".cm-hint": { color: "var(--quiet)", fontStyle: "italic" },
  ".cm-hot": { backgroundColor: "var(--hot)", boxShadow: "inset 3px 0 0 var(--gold)" },
  ".cm-fired": { boxShadow: "inset 3px 0 0 var(--link)" },
  ".cm-heat-0": { backgroundColor: "var(--heat-0)" },
  ".cm-heat-1": { backgroundColor: "var(--heat-1)" },
  ".cm-heat-2": { backgroundColor: "var(--heat-2)" },
  ".cm-heat-3": { backgroundColor: "var(--heat-3)" },
  ".cm-heat-4": { backgroundColor: "var(--heat-4)" },
  ".cm-n-type, .cm-n-move": { color: "var(--syn-move)" },
  ".cm-n-zone, .cm-n-field": { color: "var(--syn-zone)" },
  ".cm-n-function": { color: "var(--syn-function)" },
  ".cm-n-clause": { color: "var(--syn-clause)" },
  ".cm-n-word, .cm-n-parameter": { color: "var(--syn-value)" },
  ".cm-n-new.cm-n-move, .cm-n-new.cm-n-clause, .cm-n-new.cm-n-zone, .cm-n-new.cm-n-field, .cm-n-new.cm-n-function, .cm-n-new.cm-n-type": { fontWeight: "650" },
  ".cm-verdicts": { width: "1.35rem" },
  "@media (max-width: 700px)": { ".cm-verdicts, .cm-verdict, .cm-gutter-lint": { width: "1rem" }, ".cm-lineNumbers .cm-gutterElement": { padding: "0 1px 0 2px" } },
  ".cm-verdict": { cursor: "pointer", display: "block", width: "1.35rem", padding: "0", border: "0", background: "none", font: "inherit", fontWeight: "700", textAlign: "center" },
  ".cm-verdict.failed": { color: "var(--no)" },
  ".cm-verdict.holds": { color: "var(--yes)" },
  ".cm-verdict.undecided, .cm-verdict.look": { color: "var(--maybe)" },
  ".cm-verdict.stale": { color: "var(--quiet)", opacity: ".75" },
  ".cm-diagnostic": { borderLeft: "4px solid var(--quiet)", padding: ".35rem .7rem", whiteSpace: "pre-wrap", fontFamily: "var(--text)", fontSize: ".88rem" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--no)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--maybe)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--link)", color: "var(--box)", borderRadius: ".3rem", padding: ".25rem .6rem", margin: ".2rem .3rem 0 0", fontSize: ".85rem" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--no) 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--maybe) 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--link) 1.5px", textUnderlineOffset: "3px" },
});

// ---------------------------------------------------------------- marks that go with the text

const setNames = StateEffect.define<DecorationSet>();
const setLines = StateEffect.define<{ hot: DecorationSet; heat: DecorationSet; fired: DecorationSet }>();
const setMarks = StateEffect.define<RangeSet<GutterMarker>>();

const names = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, tr) {
    for (const effect of tr.effects) if (effect.is(setNames)) return effect.value;
    return value.map(tr.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const lines = StateField.define<{ hot: DecorationSet; heat: DecorationSet; fired: DecorationSet }>({
  create: () => ({ hot: Decoration.none, heat: Decoration.none, fired: Decoration.none }),
  update(value, tr) {
    for (const effect of tr.effects) if (effect.is(setLines)) return effect.value;
    return tr.docChanged ? { hot: value.hot.map(tr.changes), heat: value.heat.map(tr.changes), fired: value.fired.map(tr.changes) } : value;
  },
  provide: (field) => [EditorView.decorations.from(field, (v) => v.heat), EditorView.decorations.from(field, (v) => v.fired), EditorView.decorations.from(field, (v) => v.hot)],
});

const marks = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(value, tr) {
    for (const effect of tr.effects) if (effect.is(setMarks)) return effect.value;
    return value.map(tr.changes);
  },
});

class Hint extends WidgetType {
  constructor(readonly text: string) {
    super();
  }
  override eq(other: Hint): boolean {
    return other.text === this.text;
  }
  toDOM(): HTMLElement {
    return h("span", { class: "cm-hint" }, this.text);
  }
}

const SIGNS: Record<string, string> = { failed: "✗", look: "!", undecided: "?", holds: "✓" };

class Mark extends GutterMarker {
  constructor(readonly heading: string, readonly title: string, readonly stale: boolean, readonly key: string) {
    super();
  }
  override eq(other: Mark): boolean {
    return other.heading === this.heading && other.title === this.title && other.stale === this.stale;
  }
  override toDOM(): Node {
    return h("button", { type: "button", tabindex: "-1", class: `cm-verdict ${this.heading}${this.stale ? " stale" : ""}`, title: `${this.title}${this.stale ? " (of an earlier text)" : ""}`, "data-verdict": this.key }, SIGNS[this.heading] ?? "·");
  }
}

class Followed implements Anchor {
  private changes: ChangeDesc | null = null;
  constructor(private readonly all: Set<Followed>) {
    all.add(this);
  }
  follow(changes: ChangeDesc): void {
    this.changes = this.changes === null ? changes : this.changes.composeDesc(changes);
  }
  map(at: number): number {
    return this.changes === null || at > this.changes.length ? at : this.changes.mapPos(at, 1);
  }
  release(): void {
    this.all.delete(this);
  }
}

const hot = Decoration.line({ class: "cm-hot" });
const fired = Decoration.line({ class: "cm-fired" });
const heats = [0, 1, 2, 3, 4].map((level) => Decoration.line({ class: `cm-heat-${level}` }));

// ---------------------------------------------------------------- the editor

export class Editor implements Paper {
  readonly view: EditorView;
  /** Is called when the cursor is in another clause. */
  private quiet = false;
  private readonly followed = new Set<Followed>();
  private readonly moved = later(120, () => this.follow());

  constructor(private readonly studio: Studio, parent: HTMLElement, private readonly acts: { save(): void; verify(): void; verdict(key: string): void }) {
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
    root.replaceChildren();
    this.view = new EditorView({ state: this.state(""), parent: root, root });
    this.view.scrollDOM.tabIndex = -1;
    studio.on("checked", (checked) => this.checked(checked));
    studio.on("clause", () => this.drawLines());
    studio.on("table", () => this.drawLines());
    studio.on("heat", () => this.drawLines());
    studio.on("verdicts", () => this.drawMarks());
    studio.on("checked", () => this.drawMarks());
  }

  private state(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: this.extensions() });
  }

  private extensions(): Extension {
    return [
      lineNumbers(), highlightActiveLineGutter(), history(), codeFolding(), foldGutter(), drawSelection(), indentOnInput(),
      indentUnit.of("  "), EditorState.tabSize.of(2), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(),
      EditorView.lineWrapping, hoyle, theme, lintGutter(), search({ top: true }), names, lines, marks,
      EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "The rule file", spellcheck: "false", autocorrect: "off", autocapitalize: "off" }),
      gutter({
        class: "cm-verdicts",
        markers: (view) => view.state.field(marks),
        domEventHandlers: { click: (_view, _line, event) => this.pressed(event as MouseEvent) },
      }),
      autocompletion({ override: [(context) => this.completions(context)], activateOnTypingDelay: 180 }),
      hoverTooltip(async (_view, at) => this.hover(at), { hoverTime: 350 }),
      this.signatures(),
      keymap.of([
        { key: "Mod-s", run: () => (this.acts.save(), true), preventDefault: true },
        { key: "Mod-Enter", run: () => (this.acts.verify(), true) },
        { key: "Alt-Enter", run: () => this.mend() },
        { key: "Shift-Alt-f", run: () => (void this.format(), true) },
        { key: "F2", run: () => (void this.rename(), true) },
        { key: "F12", run: () => (void this.toDefinition(), true) },
        ...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, indentWithTab,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) {
          for (const one of this.followed) one.follow(update.changes);
          this.studio.edited();
        }
        if (update.selectionSet || update.docChanged) this.moved();
      }),
    ];
  }

  // ------------------------------------------------------------ as the page asks

  text(): string {
    return this.view.state.doc.toString();
  }

  set(text: string): void {
    this.view.setState(this.state(text));
    this.studio.edited();
    void this.studio.check(); // nobody types, so nothing is waited for
  }

  change(changes: readonly Change[], select = false): void {
    const ordered = [...changes].sort((a, b) => a.start - b.start).map(({ start, end, text }) => ({ from: start, to: end, insert: text }));
    const set = this.view.state.changes(ordered);
    const last = ordered.at(-1);
    const end = last === undefined ? 0 : set.mapPos(last.to, 1);
    this.view.dispatch({ changes: set, userEvent: "input.complete", ...(select && last !== undefined ? { selection: { anchor: end }, effects: EditorView.scrollIntoView(end, { y: "center" }) } : {}) });
  }

  anchor(): Anchor {
    return new Followed(this.followed);
  }

  show(at: number, focus = true): void {
    if (at < 0 || at > this.view.state.doc.length) return;
    this.quiet = true;
    this.view.dispatch({ selection: EditorSelection.cursor(at), effects: EditorView.scrollIntoView(at, { y: "center" }) });
    if (focus) this.view.focus();
  }

  // ------------------------------------------------------------ what Hoyle knows

  private checked(checked: Checked): void {
    const size = this.view.state.doc.length;
    const found: Range<Decoration>[] = [];
    for (let at = 0; at + 3 < checked.names.length; at += 4) {
      const [from = 0, to = 0, kind = 0, introduces = 0] = checked.names.slice(at, at + 4);
      if (from < to && to <= size) found.push(Decoration.mark({ class: `cm-n-${NAME_KINDS[kind]}${introduces ? " cm-n-new" : ""}` }).range(from, to));
    }
    for (const { at, text } of checked.hints) if (at <= size) found.push(Decoration.widget({ widget: new Hint(text), side: 1 }).range(at));
    const faults = checked.faults.filter((one) => one.end <= size).map((one) => this.diagnostic(one));
    this.view.dispatch({ effects: setNames.of(Decoration.set(found, true)) });
    this.view.dispatch(setDiagnostics(this.view.state, faults));
    this.drawLines();
  }

  private diagnostic(fault: Fault): Diagnostic {
    const severity = fault.severity === "note" ? "info" : fault.severity === "error" ? "error" : "warning";
    return {
      from: fault.start,
      to: fault.end,
      severity,
      source: fault.code,
      message: fault.message + (fault.why ? `\n${fault.why}` : ""),
      renderMessage: () => h("div", {}, h("strong", {}, fault.message), fault.why ? h("div", {}, fault.why) : null,
        ...fault.related.map((one) => h("div", {}, button(one.message, () => this.show(one.start), { class: "link" }))), h("div", { class: "quiet" }, fault.code)),
      actions: fault.actions.map((action) => ({ name: action.title, apply: () => void this.studio.apply(action.changes) })),
    };
  }

  /** Does what mends the first fault of the line. */
  private mend(): boolean {
    const line = this.view.state.doc.lineAt(this.view.state.selection.main.head);
    const fault = this.studio.checked?.faults.find((one) => one.start <= line.to && one.end >= line.from && one.actions.length > 0);
    if (fault === undefined || fault.actions[0] === undefined) {
      say("nothing on this line can be mended at the push of a key");
      return true;
    }
    this.studio.apply(fault.actions[0].changes);
    return true;
  }

  private async completions(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/[A-Za-z0-9_]*/);
    const before = context.state.doc.sliceString(context.state.doc.lineAt(context.pos).from, context.pos);
    const quoted = /@[^\n]*"[^"\n]*$/.test(before);
    const listed = /=\s*\[(?:[^\]\n]*\s)?$/.test(before); // cards are offered one after the other
    if (!context.explicit && !quoted && !listed && (word === null || word.from === word.to)) return null;
    if (!(await this.studio.known()) || context.aborted) return null;
    const answer = await this.studio.want({ kind: "complete", at: context.pos }, "candidates", true);
    const first = answer?.found[0];
    if (answer === null || first === undefined || context.aborted) return null;
    const options: Completion[] = answer.found.map((one, number) => ({ label: one.text, detail: one.detail, boost: -number / 10, type: one.kind || "keyword" }));
    return { from: first.start, to: first.end, options, ...(quoted ? {} : { validFor: /^[A-Za-z0-9_]*$/ }) };
  }

  private async hover(at: number): Promise<Tooltip | null> {
    if (!this.studio.fresh) return null;
    const answer = await this.studio.want({ kind: "hover", at }, "hovered", true);
    if (answer === null || !answer.markdown) return null;
    return { pos: answer.start, end: answer.end, above: true, create: () => ({ dom: markdown(answer.markdown) }) };
  }

  /** What is to be filled in, above the brackets that the cursor is in. */
  private signatures(): Extension {
    const set = StateEffect.define<Tooltip | null>();
    const field = StateField.define<Tooltip | null>({
      create: () => null,
      update(value, tr) {
        for (const effect of tr.effects) if (effect.is(set)) return effect.value;
        return tr.docChanged || tr.selection ? null : value;
      },
      provide: (one) => showTooltip.from(one),
    });
    const ask = later(220, () => void asked());
    const asked = async (): Promise<void> => {
      const at = this.view.state.selection.main.head;
      const before = this.view.state.doc.sliceString(Math.max(0, at - 200), at);
      if (!this.view.hasFocus || before.lastIndexOf("(") <= before.lastIndexOf(")") || !(await this.studio.known())) return;
      const answer = await this.studio.want({ kind: "sign", at }, "signed", true);
      if (answer === null || !answer.text || at !== this.view.state.selection.main.head) return;
      const part = answer.parameters[answer.active];
      const dom = h("div", { class: "md" }, h("code", {}, ...(part === undefined ? [answer.text] : [answer.text.slice(0, part.start), h("strong", {}, answer.text.slice(part.start, part.end)), answer.text.slice(part.end)])));
      this.view.dispatch({ effects: set.of({ pos: at, above: true, create: () => ({ dom }) }) });
    };
    return [field, EditorView.updateListener.of((update) => { if (update.docChanged || update.selectionSet) ask(); })];
  }

  async format(): Promise<void> {
    if (!(await this.studio.known())) return;
    const answer = await this.studio.want({ kind: "format" }, "changes");
    if (answer === null) return;
    if (answer.changes.length === 0) say("the text is laid out already");
    else if (this.studio.fresh) this.change(answer.changes);
  }

  private async rename(): Promise<void> {
    if (!(await this.studio.known())) return;
    const at = this.view.state.selection.main.head;
    const word = this.view.state.wordAt(at);
    const field = h("input", { value: word === null ? "" : this.view.state.sliceDoc(word.from, word.to), autocomplete: "off", spellcheck: "false" });
    const sent = async (event: Event): Promise<void> => {
      event.preventDefault();
      const answer = await this.studio.want({ kind: "rename", at, name: field.value.trim() }, "changes");
      if (answer === null) return;
      box.close();
      if (this.studio.fresh) this.change(answer.changes);
      this.view.focus();
    };
    const box = dialog("Another name", h("form", { onsubmit: (event: Event) => void sent(event) }, labelled("The name, everywhere", field), h("button", {}, "Rename")));
    field.select();
  }

  private async toDefinition(): Promise<void> {
    if (!(await this.studio.known())) return;
    const answer = await this.studio.want({ kind: "names", at: this.view.state.selection.main.head }, "named");
    const first = answer?.introduced[0];
    if (first !== undefined) this.show(first.start);
  }

  // ------------------------------------------------------------ clauses

  /** Selects the clause in which the cursor stands. */
  private follow(): void {
    if (this.quiet) {
      this.quiet = false;
      return;
    }
    if (!this.view.hasFocus || !this.studio.fresh) return;
    this.studio.select(this.clauseOf(this.view.state.selection.main.head));
  }

  private clauseOf(at: number): number {
    const doc = this.view.state.doc;
    const line = doc.lineAt(at);
    const before = this.studio.told?.clauses.filter((one) => one.at <= line.to) ?? [];
    for (const clause of before.reverse()) {
      if (clause.at > doc.length) continue;
      const own = doc.lineAt(clause.at);
      if (own.number === line.number) return clause.at;
      const depth = indent(own.text);
      if (depth === 0) return -1;
      for (let number = own.number + 1; number <= line.number; number++) {
        const text = doc.line(number).text;
        if (text.trim() && indent(text) <= depth) return -1;
      }
      return clause.at;
    }
    return -1;
  }

  private drawLines(): void {
    if (!this.studio.fresh) return;
    const { clause, table } = this.studio;
    const heat = [...this.studio.heat].map(([at, count]) => [this.studio.heatAt?.map(at) ?? at, count] as const);
    const now = table?.log[table.at]?.clauses ?? [];
    const all = heat.map(([, count]) => count);
    const most = Math.log1p(Math.max(1, ...all));
    const level = (count: number): number => (count === 0 ? 0 : 1 + Math.min(3, Math.floor((3.999 * Math.log1p(count)) / most)));
    this.view.dispatch({
      effects: setLines.of({
        hot: this.lineSet(clause >= 0 ? [[clause, hot]] : []),
        heat: this.lineSet(heat.map(([at, count]) => [at, heats[level(count)] ?? hot])),
        fired: this.lineSet(now.map((at) => [at, fired])),
      }),
    });
  }

  private lineSet(found: (readonly [number, Decoration])[]): DecorationSet {
    const doc = this.view.state.doc;
    const starts = new Map<number, Decoration>();
    for (const [at, mark] of found) if (at >= 0 && at <= doc.length) starts.set(doc.lineAt(at).from, mark);
    const builder = new RangeSetBuilder<Decoration>();
    for (const [from, mark] of [...starts].sort(([a], [b]) => a - b)) builder.add(from, from, mark);
    return builder.finish();
  }

  // ------------------------------------------------------------ verdicts at their lines

  private drawMarks(): void {
    const doc = this.view.state.doc;
    const rank = ["failed", "look", "undecided", "holds"];
    const at = new Map<number, Mark>();
    for (const { verdict, rules, anchor } of this.studio.verdicts.values()) {
      const stale = rules !== this.studio.checked?.rules;
      for (const told of verdict.at.slice(0, verdict.heading === "failed" ? 2 : 1)) {
        const place = anchor.map(told);
        if (place > doc.length) continue;
        const from = doc.lineAt(place).from;
        const old = at.get(from);
        if (old === undefined || rank.indexOf(verdict.heading) < rank.indexOf(old.heading)) at.set(from, new Mark(verdict.heading, `${verdict.word}: ${verdict.title}`, stale, verdict.key));
      }
    }
    const builder = new RangeSetBuilder<GutterMarker>();
    for (const [from, mark] of [...at].sort(([a], [b]) => a - b)) builder.add(from, from, mark);
    this.view.dispatch({ effects: setMarks.of(builder.finish()) });
  }

  private pressed(event: MouseEvent): boolean {
    const key = (event.target as HTMLElement).dataset["verdict"];
    if (key === undefined) return false;
    this.acts.verdict(key);
    return true;
  }
}
