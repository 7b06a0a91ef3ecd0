// The service worker: keeps the folder's files at the first visit, and answers with them from then on.

declare const HOYLE: { state: string; files: string[] };

interface Later extends globalThis.Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Later {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as { addEventListener(kind: string, act: (event: never) => void): void; skipWaiting(): Promise<void>; clients: { claim(): Promise<void> }; registration: { scope: string } };
const NAME = `hoyle-studio-${HOYLE.state}`;

scope.addEventListener("install", (event: Later) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(HOYLE.files)).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event: Later) => {
  const old = async (): Promise<void> => {
    for (const name of await caches.keys()) if (name.startsWith("hoyle-studio-") && name !== NAME) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(old());
});

scope.addEventListener("fetch", (event: Asked) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(scope.registration.scope)) return;
  const name = url.pathname === new URL(scope.registration.scope).pathname ? "index.html" : url.pathname.split("/").pop() ?? "";
  const found = async (): Promise<Response> => (await (await caches.open(NAME)).match(name)) ?? fetch(event.request);
  event.respondWith(found());
});

export {};
