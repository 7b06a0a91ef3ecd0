// The worker in which Python runs: loads it, Hoyle and, for runs, a solver; then answers, cut off from the network.

interface Python {
  unpackArchive(data: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
  globals: { get(name: string): Lane };
  toPy(value: unknown): unknown;
}

interface Lane {
  answer(told: string): string;
  run(told: string, tell: (event: string) => void, keep: (path: string, data: { toJs(): Uint8Array<ArrayBuffer>; destroy?(): void } | Uint8Array<ArrayBuffer>) => void): void;
  put_back(path: string, data: unknown): void;
}

export type ToWorker =
  | { kind: "boot"; lane: "session" | "run"; kept: [string, Uint8Array<ArrayBuffer>][] }
  | { kind: "ask"; id: number; request: string }
  | { kind: "order"; id: number; order: string };

export type FromWorker =
  | { kind: "state"; words: string }
  | { kind: "ready"; lacks: string[] }
  | { kind: "answer"; id: number; answer: string }
  | { kind: "event"; id: number; event: string }
  | { kind: "keep"; path: string; data: Uint8Array<ArrayBuffer> }
  | { kind: "broken"; why: string };

const scope = self as unknown as { postMessage(message: FromWorker, transfer?: Transferable[]): void; onmessage: ((event: MessageEvent<ToWorker>) => void) | null; location: Location };
const tell = (message: FromWorker, transfer: Transferable[] = []): void => scope.postMessage(message, transfer);
const SITE = "/lib/python3.14/site-packages";
const BEGIN = `
import os
os.environ["XDG_CACHE_HOME"] = "/cache"
from hoyle.studio.browser import LACKS, Lane
lane = Lane()
`;

let python: Python;
let lane: Lane;

const part = async (name: string): Promise<ArrayBuffer> => {
  const found = await fetch(new URL(name, scope.location.href));
  if (!found.ok) throw new Error(`${name} cannot be loaded (${found.status})`);
  return found.arrayBuffer();
};

async function boot(which: "session" | "run", kept: [string, Uint8Array<ArrayBuffer>][]): Promise<void> {
  tell({ kind: "state", words: "Python is being loaded (the first time about 20 MB; later it comes from this browser)" });
  const [own, solver] = [part("hoyle.zip"), which === "run" ? part("solver.zip") : null];
  const address = new URL("pyodide.mjs", scope.location.href).href;
  const { loadPyodide } = (await import(/* a file of the folder */ address)) as { loadPyodide(options: object): Promise<Python> };
  python = await loadPyodide({ indexURL: new URL(".", scope.location.href).href, stdout: () => undefined, stderr: () => undefined });
  python.unpackArchive(await own, "zip", { extractDir: SITE });
  if (solver !== null) python.unpackArchive(await solver, "wheel", { extractDir: SITE });
  // Rules are a text of anybody: from here on nothing in this worker reaches the network.
  const cut = self as unknown as Record<string, unknown>;
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "importScripts"]) cut[name] = undefined;
  tell({ kind: "state", words: "Hoyle is starting" });
  python.runPython(BEGIN);
  lane = python.globals.get("lane");
  for (const [path, data] of kept) lane.put_back(path, python.toPy(data));
  const lacks = python.globals.get("LACKS") as unknown as { toJs(): string[] };
  tell({ kind: "ready", lacks: lacks.toJs() });
}

scope.onmessage = ({ data }) => {
  if (data.kind === "boot") {
    boot(data.lane, data.kept).catch((error: unknown) => tell({ kind: "broken", why: String(error) }));
  } else if (data.kind === "ask") {
    try {
      tell({ kind: "answer", id: data.id, answer: lane.answer(data.request) });
    } catch (error) {
      tell({ kind: "broken", why: String(error).slice(-600) });
    }
  } else {
    try {
      lane.run(data.order, (event) => tell({ kind: "event", id: data.id, event }), (path, bytes) => {
        const copy = bytes instanceof Uint8Array ? bytes.slice() : bytes.toJs().slice();
        tell({ kind: "keep", path, data: copy }, [copy.buffer]);
      });
    } catch (error) {
      tell({ kind: "broken", why: String(error).slice(-600) });
    }
  }
};
