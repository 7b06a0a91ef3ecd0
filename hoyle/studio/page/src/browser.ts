// The home in the browser: a worker with the session, and one with runs; each is ended when it takes too long.

import { LAST, refused, type Home, type Run } from "./home";
import type { Answer, Event, FileAnswer, Order, Request } from "./messages";
import type { FromWorker, ToWorker } from "./worker";

const SESSION_SECONDS = 40;
const BOOT_SECONDS = 180;
const RUN_SECONDS = 900;
const LONGER = 60;

/** A worker with Python in it. */
class Lane {
  readonly ready: Promise<void>;
  private readonly worker = new Worker("worker.js", { type: "module" });

  constructor(which: "session" | "run", kept: [string, Uint8Array<ArrayBuffer>][], heard: (message: FromWorker) => void) {
    this.ready = new Promise((done) => {
      this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === "ready") done();
        heard(data);
      };
    });
    this.worker.onerror = (event) => heard({ kind: "broken", why: event.message || "the worker could not be loaded" });
    this.send({ kind: "boot", lane: which, kept });
  }

  send(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  end(): void {
    this.worker.onmessage = null;
    this.worker.terminate();
  }
}

export class BrowserHome implements Home {
  readonly kind = "browser";
  lacks: readonly string[] = [];
  onNew: (why: string) => void = () => undefined;
  onState: (words: string) => void = () => undefined;
  private session: Lane;
  private runner: Lane | null = null;
  private number = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private timer: number | undefined;
  private current: { id: number; heard: (event: Event) => void; timer: number } | null = null;
  /** What runs keep for later ones: results and answers of solvers, by their places in the worker's cache. */
  private readonly kept = new Map<string, Uint8Array<ArrayBuffer>>();
  private started = false;

  constructor() {
    this.session = this.begin();
    if ("serviceWorker" in navigator && window.isSecureContext) void navigator.serviceWorker.register("offline.js").catch(() => undefined);
  }

  // ------------------------------------------------------------ the session

  private begin(): Lane {
    this.arm(BOOT_SECONDS);
    return new Lane("session", [], (message) => this.heard(message));
  }

  private arm(seconds: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.again(`Hoyle took longer than ${seconds} seconds for this text, and was ended`), seconds * 1000);
  }

  private heard(message: FromWorker): void {
    if (message.kind === "state") this.onState(message.words);
    else if (message.kind === "ready") {
      this.started = true;
      this.lacks = message.lacks;
      this.onState("");
      window.clearTimeout(this.timer);
      if (this.waiting.size > 0) this.arm(SESSION_SECONDS);
    } else if (message.kind === "answer") {
      window.clearTimeout(this.timer);
      const answer = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (this.waiting.size > 0) this.arm(SESSION_SECONDS);
      answer?.(JSON.parse(message.answer) as Answer);
    } else if (message.kind === "broken") this.again(message.why);
  }

  /** Ends the session's worker, and begins another. */
  private again(why: string): void {
    window.clearTimeout(this.timer);
    this.session.end();
    for (const answer of this.waiting.values()) answer(refused(why));
    this.waiting.clear();
    if (!this.started) {
      this.onState(`Hoyle could not start: ${why}`);
      return;
    }
    this.session = this.begin();
    void this.session.ready.then(() => this.onNew(why));
  }

  async ask(request: Request): Promise<Answer> {
    await this.session.ready;
    const id = ++this.number;
    if (this.waiting.size === 0) this.arm(SESSION_SECONDS);
    return new Promise((answer) => {
      this.waiting.set(id, answer);
      this.session.send({ kind: "ask", id, request: JSON.stringify(request) });
    });
  }

  files(): Promise<FileAnswer> {
    return Promise.resolve(refused("a browser has no folder; Open and Save work with single files"));
  }

  // ------------------------------------------------------------ runs

  private lane(): Lane {
    this.runner ??= new Lane("run", [...this.kept], (message) => this.told(message));
    return this.runner;
  }

  private told(message: FromWorker): void {
    const { current } = this;
    if (message.kind === "keep") this.kept.set(message.path, message.data);
    else if (message.kind === "broken") this.stop(message.why);
    else if (message.kind === "state") current?.heard({ kind: "doing", words: message.words });
    else if (message.kind === "event" && message.id === current?.id) {
      const event = JSON.parse(message.event) as Event;
      if (LAST.has(event.kind)) {
        window.clearTimeout(current.timer);
        this.current = null;
      }
      current.heard(event);
    }
  }

  /** Ends the run: a worker cannot be interrupted. What it has told stands, and what it kept is for the next one. */
  private stop(why: string): void {
    const { current } = this;
    this.runner?.end();
    this.runner = null;
    this.current = null;
    if (current === null) return;
    window.clearTimeout(current.timer);
    current.heard({ kind: "ended", why });
    this.lane();
  }

  run(order: Order, heard: (event: Event) => void): Run {
    if (this.current !== null) {
      this.current.heard = () => undefined;
      this.stop("another run takes its place");
    }
    const id = ++this.number;
    const seconds = "seconds" in order ? order.seconds + LONGER : RUN_SECONDS;
    const lane = this.lane();
    const timer = window.setTimeout(() => this.stop(`it took longer than ${seconds} seconds, and was ended`), (seconds + BOOT_SECONDS) * 1000);
    this.current = { id, heard, timer };
    void lane.ready.then(() => {
      if (this.current?.id === id) lane.send({ kind: "order", id, order: JSON.stringify(order) });
    });
    return { stop: () => { if (this.current?.id === id) this.stop("stopped; what was found until then stands"); } };
  }
}
