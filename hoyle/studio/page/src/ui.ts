// Small helpers to make and change what stands on the page; nothing here knows a game.

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

/** An element with attributes (`class`, `aria-label`, ...), listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") made.addEventListener(name.slice(2), value as EventListener);
    else if (name === "value") (made as unknown as HTMLInputElement).value = String(value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((one): one is Node | string => one !== null && one !== undefined && one !== false));
  return made;
}

/** A button that does something. */
export function button(text: string, act: (event: MouseEvent) => void, props: Props = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: act, ...props }, text);
}

/** The element of the page with this id. */
export function at<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found as T;
}

/** Puts other children into an element; what had the focus, by its `data-key`, has it again. */
export function fill(parent: HTMLElement, ...children: Child[]): void {
  const active = document.activeElement as HTMLElement | null;
  const key = active !== null && parent.contains(active) ? active.dataset["key"] : undefined;
  parent.replaceChildren(...children.filter((one): one is Node | string => Boolean(one)));
  if (key !== undefined) parent.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

const SVG = "http://www.w3.org/2000/svg";

/** A picture that the page holds, by its id. */
export function picture(id: string): SVGSVGElement {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("class", "picture");
  made.setAttribute("viewBox", "0 0 60 84");
  made.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  made.append(use);
  return made;
}

/** Calls something once nothing asks for it any more for so many milliseconds. */
export function later(wait: number, act: () => void): { (): void; now(): void; cancel(): void } {
  let timer: number | undefined;
  const cancel = (): void => {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
  };
  const made = (): void => {
    cancel();
    timer = window.setTimeout(() => {
      timer = undefined;
      act();
    }, wait);
  };
  return Object.assign(made, { now: () => { cancel(); act(); }, cancel });
}

/** Calls something some milliseconds after it was asked for first, however often it is asked for until then. */
export function within(wait: number, act: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    window.setTimeout(() => {
      waiting = false;
      act();
    }, wait);
  };
}

/** Says something at the foot of the page for a while, also to who does not see it. */
export function say(text: string, tone: "quiet" | "bad" = "quiet"): void {
  const box = at("said");
  const made = h("p", { class: tone }, text);
  box.append(made);
  while (box.childElementCount > 3) box.firstElementChild?.remove();
  window.setTimeout(() => made.remove(), tone === "bad" ? 9000 : 5000);
}

/** Shows a dialog with a title, and closes it by Escape or its button; answers the dialog. */
export function dialog(title: string, ...children: Child[]): HTMLDialogElement {
  const id = `dialog-${title.replace(/\W+/g, "-").toLowerCase()}`;
  const made = h("dialog", { "aria-labelledby": id, class: "sheet-dialog" },
    h("div", { class: "dialog-head" }, h("h2", { id }, title), button("Close", () => made.close(), { class: "plain" })),
    ...children);
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  made.showModal();
  return made;
}

/** A label with what it labels. */
export function labelled(text: string, control: HTMLElement): HTMLLabelElement {
  return h("label", {}, h("span", {}, text), control);
}

/** A box to tick, with its words behind it. */
export function ticked(text: string, key: string, is: boolean, changed: (now: boolean) => void): HTMLLabelElement {
  const box = h("input", { type: "checkbox", "data-key": key, ...(is ? { checked: true } : {}), onchange: () => changed(box.checked) });
  return h("label", { class: "check" }, box, h("span", {}, text));
}

/** A choice among words. */
export function choice(values: readonly (readonly [string, string])[], value: string, chosen: (value: string) => void, props: Props = {}): HTMLSelectElement {
  const made = h("select", { ...props, onchange: () => chosen(made.value) }, ...values.map(([one, text]) => h("option", { value: one, ...(one === value ? { selected: true } : {}) }, text)));
  return made;
}

/** Hands a file to the person, as a download. */
export function download(name: string, data: string | Uint8Array<ArrayBuffer>, type = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([data], { type }));
  const link = h("a", { href: address, download: name.split("/").pop() ?? name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 30_000);
}

export const many = (count: number, what: string): string => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A sentence of Hoyle's: what stands between backticks is shown as code. */
export const sentence = (text: string): Child[] => text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part)).filter((part) => part !== "");

/** Markdown of Hoyle's own (hover texts) as elements: paragraphs, code, stress; never as HTML. */
export function markdown(text: string): HTMLElement {
  const box = h("div", { class: "md" });
  for (const [index, part] of text.split(/^```.*$/m).entries()) {
    if (index % 2 === 1) box.append(h("pre", {}, h("code", {}, part.replace(/^\n|\n$/g, ""))));
    else for (const paragraph of part.split(/\n\s*\n/)) if (paragraph.trim()) box.append(h("p", {}, ...inline(paragraph.trim())));
  }
  return box;
}

function inline(text: string): Child[] {
  const found: Child[] = [];
  for (const piece of text.split(/(`+[^`]+`+|\*\*(?:\\.|[^*\\])+\*\*|\*(?:\\.|[^*\\])+\*)/)) {
    if (piece.startsWith("`")) found.push(h("code", {}, piece.replace(/^`+ ?| ?`+$/g, "")));
    else if (piece.startsWith("**")) found.push(h("strong", {}, plain(piece.slice(2, -2))));
    else if (piece.startsWith("*") && piece.endsWith("*") && piece.length > 2) found.push(h("em", {}, plain(piece.slice(1, -1))));
    else if (piece) found.push(plain(piece));
  }
  return found;
}

const plain = (text: string): string => text.replace(/\\([\\`*_{}[\]()#+\-.!<>|~&])/g, "$1");
