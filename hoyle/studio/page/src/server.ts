// The home on this computer: a socket to the server that handed out the page.

import { LAST, refused, type Home, type Run } from "./home";
import type { Answer, Event, FileAnswer, FileRequest, Order, Request } from "./messages";

const AGAIN = [300, 1000, 3000, 10_000];
const TRY_LATER = 1013;

interface Heard {
  lane: "session" | "run" | "files";
  id: number | null;
  answer?: Answer | FileAnswer;
  event?: Event;
}

export class ServerHome implements Home {
  readonly kind = "server";
  readonly lacks: readonly string[] = [];
  onNew: (why: string) => void = () => undefined;
  onState: (words: string) => void = () => undefined;
  private socket: WebSocket | null = null;
  private number = 0;
  private failed = 0;
  private readonly waiting = new Map<number, (answer: Answer | FileAnswer) => void>();
  private runs = new Map<number, (event: Event) => void>();
  private unsent: string[] = [];

  constructor() {
    this.connect("");
  }

  private connect(why: string): void {
    const address = new URL("talk", location.href);
    address.protocol = "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.failed = 0;
      this.onState("");
      if (why) {
        this.unsent = [];
        this.onNew(why);
      } else for (const one of this.unsent.splice(0)) socket.send(one);
    });
    socket.addEventListener("message", (event) => this.heard(JSON.parse(String(event.data)) as Heard));
    socket.addEventListener("close", (event) => this.lost(event));
  }

  private lost(event: CloseEvent): void {
    const why = event.reason || "the studio does not answer: is `hoyle studio` still running?";
    for (const answer of this.waiting.values()) answer(refused(why));
    for (const tell of this.runs.values()) tell({ kind: "ended", why });
    this.waiting.clear();
    this.runs.clear();
    this.socket = null;
    this.onState(why);
    const wait = event.code === TRY_LATER ? 15_000 : (AGAIN[this.failed] ?? AGAIN.at(-1) ?? 10_000);
    this.failed += 1;
    window.setTimeout(() => this.connect(why), wait);
  }

  private heard(message: Heard): void {
    if (message.lane === "run" && message.event !== undefined && message.id !== null) {
      this.runs.get(message.id)?.(message.event);
      if (LAST.has(message.event.kind)) this.runs.delete(message.id);
    } else if (message.event?.kind === "ended") {
      this.onNew(message.event.why);
    } else if (message.answer !== undefined && message.id !== null) {
      this.waiting.get(message.id)?.(message.answer);
      this.waiting.delete(message.id);
    }
  }

  private send(message: object): void {
    const text = JSON.stringify(message);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    else this.unsent.push(text);
  }

  private put(lane: "session" | "files", ask: Request | FileRequest): Promise<Answer | FileAnswer> {
    if (this.socket === null) return Promise.resolve(refused("the studio does not answer"));
    const id = ++this.number;
    return new Promise((answer) => {
      this.waiting.set(id, answer);
      this.send({ lane, id, ask });
    });
  }

  ask(request: Request): Promise<Answer> {
    return this.put("session", request) as Promise<Answer>;
  }

  files(request: FileRequest): Promise<FileAnswer> {
    return this.put("files", request) as Promise<FileAnswer>;
  }

  run(order: Order, heard: (event: Event) => void): Run {
    const id = ++this.number;
    this.runs.clear();
    this.runs.set(id, heard);
    this.send({ lane: "run", id, order });
    return { stop: () => this.runs.has(id) && this.send({ lane: "run", stop: true }) };
  }
}
