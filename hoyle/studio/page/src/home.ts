// Where Hoyle works for this page: a server on this computer, or a worker of this browser. The messages are the same.

import type { Answer, Event, FileAnswer, FileRequest, Order, Request } from "./messages";

export type { Event as RunEvent } from "./messages";

/** A run under way. */
export interface Run {
  /** Has it tell what it has found, and end. */
  stop(): void;
}

export interface Home {
  readonly kind: "server" | "browser";
  /** What this home lacks, and what that leaves unknown, in sentences. */
  readonly lacks: readonly string[];
  /** Asks the session. A request that cannot be answered is refused. */
  ask(request: Request): Promise<Answer>;
  /** Begins a run; another one that goes on is ended. */
  run(order: Order, heard: (event: Event) => void): Run;
  files(request: FileRequest): Promise<FileAnswer>;
  /** Is called when a new session has to be told everything: it knows nothing of this page. */
  onNew: (why: string) => void;
  /** Is called when it is known how the home is: '' when it is there. */
  onState: (words: string) => void;
}

export const refused = (why: string): { kind: "refused"; why: string } => ({ kind: "refused", why });

/** Events after which a run tells nothing more. */
export const LAST: ReadonlySet<Event["kind"]> = new Set(["verified", "asked", "counted", "exported", "failed", "ended"]);
