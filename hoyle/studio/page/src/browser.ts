// The home in the browser: workers with Python in them. (Written with the folder for browsers.)

import { refused, type Home, type Run } from "./home";
import type { Answer, FileAnswer } from "./messages";

export class BrowserHome implements Home {
  readonly kind = "browser";
  readonly lacks: readonly string[] = [];
  onNew: (why: string) => void = () => undefined;
  onState: (words: string) => void = () => undefined;

  ask(): Promise<Answer> {
    return Promise.resolve(refused("not here yet"));
  }

  files(): Promise<FileAnswer> {
    return Promise.resolve(refused("a browser has no folder"));
  }

  run(): Run {
    return { stop: () => undefined };
  }
}
