// What the browser keeps of texts that were not saved: of each tab its own, of the newest tabs only.

import type { State } from "./start";

interface Kept { tab: string; name: string; unsaved: boolean }

const DRAFT = "hoyle-studio-draft";
/** Which tabs have a draft, the newest first. */
const INDEX = "hoyle-studio-drafts";
const TAB = "hoyle-studio-tab";
/** The text that another one took the place of, in any tab. */
const BEFORE = "before";
const MOST = 6;
/** So long a tab waits for its own name, in milliseconds: a page that is read again may not be gone yet. */
const PATIENCE = 1000;

/** What a browser keeps nothing of, or what is no JSON, is null. */
function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

const newName = (): string => String(Math.random()).slice(2);

export class Drafts {
  private tab: string;

  constructor() {
    let tab: string | null = null;
    try {
      tab = sessionStorage.getItem(TAB);
      if (tab === null) sessionStorage.setItem(TAB, (tab = newName()));
    } catch {
      // A browser may keep nothing.
    }
    this.tab = tab ?? "";
    this.claim();
  }

  /** Holds the name of this tab for as long as it is open; where a copy of the tab holds it, this one takes another. */
  private claim(): void {
    const wait = { signal: AbortSignal.timeout(PATIENCE) };
    if (this.tab) navigator.locks?.request(`${TAB}:${this.tab}`, wait, () => new Promise(() => {})).catch(() => this.rename());
  }

  private rename(): void {
    const state = this.of(this.tab);
    const unsaved = this.index().some((one) => one.tab === this.tab && one.unsaved);
    sessionStorage.setItem(TAB, (this.tab = newName()));
    if (state !== null) this.write(this.tab, state, unsaved);
    this.claim();
  }

  /** The draft of this tab; a new tab begins with the newest of another. */
  own(): State | null {
    return this.of(this.tab) ?? this.of(this.index().find((one) => one.tab !== BEFORE)?.tab ?? "");
  }

  of(tab: string): State | null {
    return read<State>(`${DRAFT}:${tab}`);
  }

  keep(state: State, unsaved: boolean): void {
    this.write(this.tab, state, unsaved);
  }

  /** Keeps the text that another is about to take the place of; no where the browser keeps nothing. */
  stash(state: State): boolean {
    return this.write(BEFORE, state, true);
  }

  /** The texts that were not saved, those of other tabs among them, other than the one at hand. */
  others(text: string): { name: string; state: State }[] {
    const unsaved = this.index().filter((one) => one.unsaved && one.tab !== this.tab);
    return unsaved.flatMap((one) => {
      const state = this.of(one.tab);
      return state?.text === undefined || state.text === text ? [] : [{ name: one.name, state }];
    });
  }

  private index(): Kept[] {
    const found = read<Kept[]>(INDEX);
    return Array.isArray(found) ? found : [];
  }

  private write(tab: string, state: State, unsaved: boolean): boolean {
    const index = [{ tab, name: state.name, unsaved }, ...this.index().filter((one) => one.tab !== tab)];
    try {
      for (const old of index.splice(MOST)) localStorage.removeItem(`${DRAFT}:${old.tab}`);
      localStorage.setItem(`${DRAFT}:${tab}`, JSON.stringify(state));
      localStorage.setItem(INDEX, JSON.stringify(index));
      return true;
    } catch {
      return false;
    }
  }
}
