// Colours of rule files that need no Hoyle: words of the language, texts, comments, numbers, cards.

import { HighlightStyle, StreamLanguage, foldService, syntaxHighlighting, type StreamParser } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import { WORDS } from "./messages";

const words = new Set(WORDS);
const OPENING = /^(game|source|zones|state|define|shape|values|to|move|outcome|ends|play|question|example|claim|kind|table)$/;

const parser: StreamParser<{ start: boolean }> = {
  name: "hoyle",
  startState: () => ({ start: true }),
  token(stream, state) {
    if (stream.sol()) state.start = !/^\s/.test(stream.string);
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^@/)) return "operator";
    if (stream.match(/^(?:10|[2-9AJQK])[A-Z](?![A-Za-z0-9_])/)) return "atom";
    if (stream.match(/^\d+/)) return "number";
    const word = stream.match(/^[A-Za-z_][A-Za-z0-9_]*/);
    if (word && word !== true) {
      const first = state.start;
      state.start = false;
      if (first && OPENING.test(word[0])) return "heading";
      return words.has(word[0]) ? "keyword" : null;
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
};

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--syn-text)" },
  { tag: tags.keyword, color: "var(--syn-word)" },
  { tag: tags.heading, color: "var(--syn-word)", fontWeight: "650" },
  { tag: tags.number, color: "var(--syn-number)" },
  { tag: tags.atom, color: "var(--syn-number)" },
  { tag: tags.operator, color: "var(--quiet)" },
]);

/** Lines that stand deeper fold under the line above them. */
const folding = foldService.of((state, start) => {
  const line = state.doc.lineAt(start);
  const depth = indent(line.text);
  let last = line.number;
  for (let number = line.number + 1; number <= state.doc.lines; number++) {
    const text = state.doc.line(number).text;
    if (!text.trim()) continue;
    if (indent(text) <= depth) break;
    last = number;
  }
  return last > line.number && line.text.trim() ? { from: line.to, to: state.doc.line(last).to } : null;
});

export const indent = (text: string): number => text.length - text.trimStart().length;

export const hoyle: Extension = [StreamLanguage.define(parser), syntaxHighlighting(colours), folding];
