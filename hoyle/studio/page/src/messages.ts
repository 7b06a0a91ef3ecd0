// Made of hoyle/studio/messages by `python -m hoyle.studio.wire`; a test holds them equal.

export const NAME_KINDS = ["type", "word", "parameter", "zone", "field", "function", "move", "clause", "place"] as const;
export const REASON = "\ue100";
/** The words of the language. */
export const WORDS: readonly string[] = ["a", "above", "ace", "add", "after", "again", "against", "always", "among", "an", "and", "another", "are", "around", "as", "at", "be", "because", "becomes", "before", "below", "blind", "bottom", "but", "by", "can", "cannot", "card", "cards", "choice", "claim", "collect", "common", "continue", "copies", "copy", "corner", "deal", "decide", "deck", "define", "divided", "do", "does", "down", "draw", "each", "edition", "editions", "else", "empty", "end", "ended", "ends", "every", "everyone", "everything", "exactly", "example", "face", "fair", "fill", "first", "for", "forbid", "from", "game", "given", "go", "greatest", "has", "high", "if", "illegal", "in", "is", "its", "kind", "layout", "least", "leave", "legal", "less", "loop", "low", "many", "may", "more", "most", "move", "natural", "never", "new", "next", "no", "nobody", "not", "nothing", "number", "of", "on", "once", "one", "onto", "option", "or", "other", "others", "otherwise", "outcome", "over", "owner", "pause", "percent", "permit", "play", "player", "players", "plus", "precedence", "previous", "printed", "question", "random", "rank", "ranks", "reachable", "reading", "repeat", "rest", "round", "rounded", "row", "ruling", "run", "same", "says", "scores", "secret", "see", "seen", "sequence", "set", "shape", "shuffle", "some", "sometimes", "source", "stack", "stacks", "standard", "starts", "state", "stays", "step", "suit", "sum", "teams", "text", "than", "the", "them", "then", "time", "times", "to", "top", "turn", "turns", "under", "until", "up", "usually", "values", "when", "where", "wild", "win", "wins", "with", "within", "without", "yes", "zones"];

/** Something that can be done about the text: what its button says, and the changes. */
export interface Action {
  title: string;
  changes: Change[];
}

/** Looks for what the rules leave open, within so many seconds; with `ask` also for what people may misread. */
export interface Ambiguities {
  kind: "ambiguities";
  name: string;
  text: string;
  settings: Choice[];
  seconds: number;
  ask?: boolean;
}

/** The search for what is open is over, or was stopped. */
export interface Asked {
  kind: "asked";
  rules: string;
  verdict: string;
  headings: Choice[];
  points: Point[];
  notes: string[];
  seconds: number;
}

/** So many games fall into a bin. */
export interface Bar {
  name: string;
  count: number;
}

/** Asks for the first text of a game: of a kind, or from the text of a rulebook. */
export interface Begin {
  kind: "begin";
  title: string;
  game_kind: string;
  rulebook: string;
}

/** Goes to another line of play. */
export interface Branch {
  kind: "branch";
  number: number;
}

/** What may stand at the cursor. */
export interface Candidate {
  text: string;
  kind: string;
  detail: string;
  start: number;
  end: number;
}

/** What may stand there. */
export interface Candidates {
  kind: "candidates";
  found: Candidate[];
}

/** A piece of the text and what is to stand there. */
export interface Change {
  start: number;
  end: number;
  text: string;
}

/** Changes of the text that was checked last. */
export interface Changes {
  kind: "changes";
  changes: Change[];
}

/** The text as it stands now, under these settings. */
export interface Check {
  kind: "check";
  name: string;
  text: string;
  settings?: Choice[];
}

/** What is known of a text at once. `rules` names the rules without comments and blanks: verdicts are of these. `names` are four numbers each: start, end, kind (its place in `NAME_KINDS`), and 1 where it is introduced. */
export interface Checked {
  kind: "checked";
  title: string;
  playable: boolean;
  rules: string;
  faults: Fault[];
  names: number[];
  parts: Part[];
  hints: Hint[];
  settings: Setting[];
}

/** What is chosen for a setting. */
export interface Choice {
  name: string;
  value: string;
}

/** Asks which moves have these cards, places, players and kind; where none has, why not. */
export interface Choose {
  kind: "choose";
  cards: number[];
  cells: number[];
  players: number[];
  action: string;
}

/** A clause, known by the place of its label: what it belongs to, what it says, the places that it cites. */
export interface Clause {
  at: number;
  end: number;
  label: string;
  part: string;
  kind: string;
  said: string;
  cites: string[];
}

/** Asks what may stand at a place. */
export interface Complete {
  kind: "complete";
  at: number;
}

/** Plays so many games at random, or by a policy for all seats, and counts. */
export interface Count {
  kind: "count";
  name: string;
  text: string;
  settings: Choice[];
  games: number;
  seed: number;
  policy: string;
}

/** All that was to be counted is. */
export interface Counted {
  kind: "counted";
  games: number;
}

/** Begins a game: `seats` says who plays at each (you, random, greedy, search). */
export interface Deal {
  kind: "deal";
  seed: number;
  seats?: string[];
  as_written?: boolean;
}

/** What a run is at. */
export interface Doing {
  kind: "doing";
  words: string;
}

/** The process or worker of a lane was ended, and why; what it was asked has no answer. */
export interface Ended {
  kind: "ended";
  why: string;
}

/** Writes the game out: an engine by its target, or `rulebook`, `rulebook-markdown`. */
export interface Export {
  kind: "export";
  name: string;
  text: string;
  settings: Choice[];
  target: string;
}

/** All files of an export are told. */
export interface Exported {
  kind: "exported";
  files: number;
}

/** A run came to nothing, for a reason that a person can do something about, or a mistake of Hoyle's own. */
export interface Failed {
  kind: "failed";
  why: string;
}

/** What is wrong with the text: where, its code, what, why, and what mends it. */
export interface Fault {
  start: number;
  end: number;
  severity: string;
  code: string;
  message: string;
  why: string;
  related: Related[];
  actions: Action[];
}

/** Something else that the game remembers. */
export interface Field {
  name: string;
  value: string;
  owner: number;
}

/** What many games came to. */
export interface Figures {
  kind: "figures";
  rules: string;
  setting: string;
  value: string;
  games: number;
  engine: string;
  seconds: number;
  verdict: string;
  flags: string[];
  wins: Share[];
  draws: number;
  lengths: Bar[];
  mean: number;
  least: number;
  greatest: number;
  turns: number;
  branching: number;
  endings: Bar[];
  clauses: Fired[];
  why_slow: string;
}

/** The rule files of the folder, and the one to begin with ('' for none). */
export interface Files {
  kind: "files";
  folder: string;
  paths: string[];
  first: string;
}

/** How often a clause took effect, and in how many games. */
export interface Fired {
  at: number;
  label: string;
  part: string;
  times: number;
  games: number;
}

/** The legal moves with what is chosen: how many, some of them, and whether just one is meant; or why there is none, with the places of the clauses that say so, and the move that was judged. */
export interface Fitting {
  kind: "fitting";
  count: number;
  offers: Offer[];
  meant: string;
  why: string[];
  clauses: number[];
  judged: string;
}

/** Lays the text out in the one style. */
export interface Format {
  kind: "format";
}

/** Asks which games and kinds of games there are to begin with. */
export interface Gallery {
  kind: "gallery";
}

/** What there is to begin with. */
export interface Games {
  kind: "games";
  games: Shown[];
  kinds: Shown[];
}

/** What is shown behind a place without being there. */
export interface Hint {
  at: number;
  text: string;
}

/** Asks what stands at a place. */
export interface Hover {
  kind: "hover";
  at: number;
}

/** What stands there, as Markdown; '' for nothing. */
export interface Hovered {
  kind: "hovered";
  start: number;
  end: number;
  markdown: string;
}

/** Asks for an example of the position that is seen: of the move that led there (`play`), or of a move by words that is `legal` or `illegal` in it. */
export interface Keep {
  kind: "keep";
  what: string;
  move: string;
}

/** A line of the log: who did what and what came of it, and all clauses that took effect. */
export interface Line {
  player: number;
  said: Said[];
  clauses: number[];
}

/** Asks which rule files the opened folder holds. */
export interface Listing {
  kind: "listing";
}

/** Where a thing is introduced, and where it is used. */
export interface Named {
  kind: "named";
  introduced: Stretch[];
  used: Stretch[];
}

/** Asks where the thing at a place is introduced and used. */
export interface Names {
  kind: "names";
  at: number;
}

/** A legal move: as it is typed, as a person reads it, and what one points at to choose it. Moves of one `number` differ only in copies of a card that are alike: to a person they are one. `action` is the kind of move, `called` what that is called. */
export interface Offer {
  number: number;
  move: string;
  text: string;
  action: string;
  called: string;
  cards: number[];
  cells: number[];
  players: number[];
}

/** Has whoever is on turn, and is not the person, make a move. */
export interface Onward {
  kind: "onward";
}

/** A file as it is on the disk, and a version to write it back by. */
export interface Opened {
  kind: "opened";
  path: string;
  text: string;
  version: string;
}

/** A part of the text as its outline lists it. */
export interface Part {
  kind: string;
  name: string;
  detail: string;
  start: number;
  end: number;
  name_start: number;
  children: Part[];
}

/** A card: what one types for it, what a screen reader says, and which drawing shows it. */
export interface Picture {
  name: string;
  spoken: string;
  picture: string;
}

/** A zone in a picture: its cards by their names, or how many there are. */
export interface Pile {
  name: string;
  hidden: boolean;
  ordered: boolean;
  count: number;
  cards: string[];
}

/** A place of the rulebook, where the file lists it, and the sentence of it that the file keeps in a comment. */
export interface Place {
  name: string;
  at: number;
}

/** Makes a move where the table is seen, in the words of an offer or as somebody types it. */
export interface Play {
  kind: "play";
  move: string;
}

/** One thing that the rules leave open, or settle by a ruling: known by its `key`, under a heading of the report. `question` tells the position in words; `often` and `changed` how often it comes up and what it changes. `scene` is where it matters, `sides` what follows in each of two ways. */
export interface Point {
  kind: "point";
  key: string;
  heading: string;
  finding: string;
  title: string;
  question: string;
  notes: string[];
  sentences: Sentence[];
  scenes: Scene[];
  sides: Scene[];
  play: string;
  often: string[];
  changed: string;
  how: string;
  settled: string;
  advice: string;
  ways: Way[];
}

/** Asks for a file of the folder. */
export interface Read {
  kind: "read";
  path: string;
}

/** Why a request came to nothing, in a sentence. */
export interface Refused {
  kind: "refused";
  why: string;
}

/** Another place that a fault has to do with, and why. */
export interface Related {
  start: number;
  end: number;
  message: string;
}

/** Gives the thing at a place another name. */
export interface Rename {
  kind: "rename";
  at: number;
  name: string;
}

/** Asks for the table under the rules as they are now. */
export interface Renew {
  kind: "renew";
}

/** Plays a game again as a page remembers it: seed or log, then moves in words. */
export interface Resume {
  kind: "resume";
  seed: number;
  log: string;
  moves: string[];
  seats: string[];
  as_written: boolean;
  at: number;
}

/** A sentence, and the place of the clause that it is due to. */
export interface Said {
  text: string;
  at: number;
}

/** Asks for the log. */
export interface Save {
  kind: "save";
}

/** A log, as a file has it. */
export interface Saved {
  kind: "saved";
  log: string;
}

/** A position drawn: what it is called, the move that led there, who is on turn, what changed, what lies where. */
export interface Scene {
  title: string;
  move: string;
  mover: string;
  note: string;
  fields: string[];
  piles: Pile[];
}

/** Asks for the table as a seat sees it (-1: all cards), after so many moves (-1: the last). */
export interface See {
  kind: "see";
  seat: number;
  at: number;
}

/** A clause or reading that a point is about: its place, what it is called, what it says, what it cites. */
export interface Sentence {
  at: number;
  label: string;
  said: string;
  cites: string;
  chosen: boolean;
}

/** Something that a run may set: a number from `low` to `high`, or one of `words`; `kind` is number, edition, option or question. `value`: what is chosen now. */
export interface Setting {
  name: string;
  kind: string;
  title: string;
  words: string[];
  low: number;
  high: number;
  value: string;
}

/** A share with its 95 % interval. */
export interface Share {
  name: string;
  share: number;
  low: number;
  high: number;
}

/** A game that comes with Hoyle, or a kind of game to begin with. */
export interface Shown {
  name: string;
  title: string;
  detail: string;
}

/** Asks what is to be filled in within the brackets around a place. */
export interface Sign {
  kind: "sign";
  at: number;
}

/** The heading of what is called, its parameters, and which is being filled in; '' for nothing. */
export interface Signed {
  kind: "signed";
  text: string;
  parameters: Stretch[];
  active: number;
}

/** A stretch of a text. */
export interface Stretch {
  start: number;
  end: number;
}

/** Counts so many games for each value of a setting. */
export interface Sweep {
  kind: "sweep";
  name: string;
  text: string;
  settings: Choice[];
  setting: string;
  values: string[];
  games: number;
  seed: number;
}

/** A game as somebody sees it after some of its moves. `deck` names the drawings (`Pictures`) that the page needs, and `pictures` holds them where they are new. `turn`: who has to choose; `yours`: whether that is for the person to do, here. `ended` tells how it ended, `fault` what stopped it, `broken` the claims that do not hold here, `lost` why the rules of now do not play all of the game. */
export interface Table {
  kind: "table";
  deck: string;
  pictures: string;
  cards: Picture[];
  players: string[];
  seats: string[];
  seat: number;
  at: number;
  plies: number;
  line: number;
  lines: string[];
  zones: Zone[];
  fields: Field[];
  step: string;
  turn: number;
  yours: boolean;
  ended: string;
  fault: string;
  fault_at: number[];
  broken: number[];
  lost: string;
  offers: Fitting;
  log: Line[];
  seed: number;
  moves: string[];
  settings: Choice[];
  as_written: boolean;
}

/** Asks for the text of a game that comes with Hoyle. */
export interface Take {
  kind: "take";
  name: string;
}

/** Asks for the rules in words. */
export interface Tell {
  kind: "tell";
}

/** The text of a rule file, and what it is called. */
export interface Text {
  kind: "text";
  name: string;
  text: string;
}

/** The rules in words: a piece of HTML with the place of a clause at each paragraph, each clause, each place. */
export interface Told {
  kind: "told";
  html: string;
  clauses: Clause[];
  places: Place[];
}

/** Takes the last move back, and those of others after the person's. */
export interface Undo {
  kind: "undo";
}

/** A verdict, known by its `key`: what was decided, how it came out, and where it belongs. `word` is one of the five verdicts; `heading` in which part of the report it stands: failed, undecided, look or holds. `play` is the log of the play that shows it, '' without one. */
export interface Verdict {
  kind: "verdict";
  key: string;
  code: string;
  word: string;
  heading: string;
  title: string;
  what: string;
  course: string;
  fix: string;
  actions: Action[];
  at: number[];
  play: string;
  plies: number;
  scope: string;
  seconds: number;
}

/** A verification is over, or was stopped: what it comes to, and of which rules. */
export interface Verified {
  kind: "verified";
  rules: string;
  outcome: string;
  counts: string;
  verdicts: Verdict[];
  notes: string[];
  seconds: number;
}

/** Decides what the game owes, within so many seconds. */
export interface Verify {
  kind: "verify";
  name: string;
  text: string;
  settings: Choice[];
  as_written: boolean;
  seconds: number;
}

/** Opens a play that was found or saved: a log as JSON, seen after so many of its moves. */
export interface Watch {
  kind: "watch";
  log: string;
  at?: number;
}

/** A way to answer: what the button says, what it means, and the changes that write it into the file. In a change, the sign `REASON` stands for the reason that the person gives; `reasoned`: one is asked for. */
export interface Way {
  title: string;
  detail: string;
  changes: Change[];
  reasoned: boolean;
}

/** Writes a file of the folder, if it is still as it was read: `was` is its `Opened.version`, '' for a new one. */
export interface Write {
  kind: "write";
  path: string;
  text: string;
  was: string;
}

/** A file that an export made; `data` is its text, or its bytes in base 64 where `binary`. */
export interface Written {
  kind: "written";
  name: string;
  data: string;
  binary: boolean;
}

/** A zone as somebody sees it: its cards by their numbers (`seen`), or its top card, or how many it has, or neither. `row` and `column` are its place where the rules lay the table out, -1 where they do not. */
export interface Zone {
  cell: number;
  name: string;
  short: string;
  family: string;
  owner: number;
  ordered: boolean;
  piles: boolean;
  seen: boolean;
  cards: number[];
  top: number;
  count: number;
  row: number;
  column: number;
}

export type Request = Check | Tell | Complete | Hover | Sign | Names | Rename | Format | Deal | Watch | Resume | Renew | See | Choose | Play | Onward | Undo | Branch | Keep | Save | Gallery | Take | Begin;

export type Answer = Checked | Told | Candidates | Hovered | Signed | Named | Changes | Table | Fitting | Saved | Games | Text | Refused;

export type Order = Verify | Ambiguities | Count | Sweep | Export;

export type Event = Doing | Verdict | Verified | Point | Asked | Figures | Counted | Written | Exported | Failed | Ended;

export type FileRequest = Listing | Read | Write;

export type FileAnswer = Files | Opened | Refused;
