"""The type declarations of a program's ES module.

Leaves the module itself to `engine.javascript.module`.
"""

from __future__ import annotations

from engine.core import program as p
from engine.core import terms as t
from engine.javascript.body import INDENT, quoted, spelt, step_key
from spec.ir.types import is_card, is_truth, may_lack, of_cards


def types_of(program: p.Program) -> str:
    """The text of the `.d.ts` file."""
    types = _Types(program)
    return "\n".join([*types.constants(), "", *types.moves(), "", *types.state(), "", API, ""])


class _Types:
    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.domains = {domain.label: domain for domain in program.domains}

    def constants(self) -> list[str]:
        lines = [
            "export declare const TITLE: string;",
            "export declare const SETTINGS: Readonly<Record<string, string>>;",
            "export declare const PLAYERS: number;",
            "/** The names of all cards, in the order of the deck; a `Card` is its place here. */",
            "export declare const CARDS: readonly string[];",
            "/** The names in words of the fields that are kept. */",
            "export declare const FIELD_NAMES: readonly string[];",
            "export type Card = number;",
        ]
        for domain in self.program.domains:
            if not domain.plain:
                members = "; ".join(f"readonly {name}: {i}" for i, name in enumerate(domain.members))
                lines.append(f"export declare const {domain.type_name}: {{ {members} }};")
        return lines

    def moves(self) -> list[str]:
        lines = ["/** A move: its action, and a value for each parameter (cards without an order in deck order). */"]
        lines.append("export type Move =")
        for action in self.program.actions:
            fields = "".join(f"; {spelt(q.name)}: {self.kind(q.kind)}" for q in action.params)
            lines.append(f"{INDENT}| {{ action: {quoted(action.label)}{fields} }}")
        if not any(action.label == "pass" for action in self.program.actions):
            lines.append(f'{INDENT}| {{ action: "pass" }}')
        return [*lines[:-1], f"{lines[-1]};"]

    def state(self) -> list[str]:
        steps = sorted({quoted(step_key(step.name)) for step in self.program.steps})
        lines = [
            "/** A position: cards by zone (sets in deck order, stacks bottom first), fields, and where play stands. */"
        ]
        lines += ["export declare class State {", f"{INDENT}constructor(luck: Luck);", f"{INDENT}luck: Luck;"]
        for zone in self.program.zones:
            lines.append(f"{INDENT}{spelt(zone.name)}: Card[]{'[]' * len(zone.decl.index)};")
        for field in self.program.fields:
            inner = self.kind(field.kind)
            depth = "[]" * len(field.slots.sizes)
            lines.append(f"{INDENT}{spelt(field.name)}: {f'({inner})' if depth and ' ' in inner else inner}{depth};")
        lines.append(f"{INDENT}step: {' | '.join(steps)};")
        return [
            *lines,
            f"{INDENT}result: {{ ending: string; returns: number[] }} | null;",
            f"{INDENT}moves: Move[];",
            f"{INDENT}copy(): State;",
            f"{INDENT}become(other: State): void;",
            "}",
        ]

    def kind(self, kind: t.Kind) -> str:
        if is_truth(kind):
            return "boolean"
        if of_cards(kind):
            return "Card[]"
        return ("Card" if is_card(kind) else "number") + (" | null" if may_lack(kind) else "")


API = """\
/** Play met something that the rules do not settle; `clauses` are the labels concerned, the innermost first. */
export declare class Fault extends Error {
  constructor(kind: string, sentence: string, clauses?: string[]);
  kind: string;
  sentence: string;
  clauses: string[];
}
/** The move is not legal; the message says which clauses say so. */
export declare class IllegalMove extends Error {}
/** No outcome and no seed is left for a shuffle of `cards`, or for a pick out of `size`. */
export declare class LuckNeeded extends Error {
  kind: "shuffle" | "pick";
  cards: Card[] | null;
  size: number | null;
}
/** A shuffle by the order that it makes (the last card on top), or a pick. */
export type Outcome = Card[] | number;
/** SplitMix64 from the seed of a domain, as `Stream.CHOICE` and a seat for a player's choices at random. */
export declare class Stream {
  constructor(seed: number | bigint, domain: number, number?: number | bigint);
  static readonly GAME: number;
  static readonly SHUFFLE: number;
  static readonly PICK: number;
  static readonly CHOICE: number;
  static readonly STRIDE: bigint;
  state: bigint;
  pick(n: number): number;
  shuffle<T>(cards: readonly T[]): T[];
  static derive(seed: number | bigint, domain: number, number?: number | bigint): bigint;
}
/** Outcomes laid down in advance, then a stream for each from a seed (null: nothing). */
export declare class Luck {
  constructor(seed?: number | bigint | null, outcomes?: Outcome[]);
  seed: bigint | null;
  outcomes: Outcome[];
  copy(): Luck;
  pick(n: number): number;
  shuffle(cards: Card[]): Card[];
}
/** What is seen of a zone: its cards, or how many, or its top card too, or nothing; of a field for some: its value. */
export type View = { cards?: string[]; count?: number; top?: string; value?: string };
/** A state in words: the form of a conformance suite's states. */
export interface Told {
  over: boolean;
  to_move: number | null;
  step: string;
  legal: string[];
  zones: Record<string, string[]>;
  fields: Record<string, string>;
  observations: Record<string, View>[];
  ending: string;
  returns: number[];
}
export interface Start {
  /** Names of cards: what the first shuffle makes, its last card on top. */
  deck?: string[] | null;
  seed?: number | bigint | null;
  outcomes?: Outcome[];
}
export declare function newGame(start?: Start): State;
export declare function legalMoves(state: State): Move[];
export declare function apply(state: State, move: Move): State;
export declare function isOver(state: State): boolean;
export declare function currentPlayer(state: State): number;
export declare function returns(state: State): number[];
export declare function explain(state: State, move: Move): string;
export declare function describe(move: Move): string;
export declare function parseMove(state: State, text: string): Move;
export declare function observation(state: State, player: number): Record<string, View>;
export declare function tell(state: State): Told;"""
