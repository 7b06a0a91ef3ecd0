"""C for others from the generator of fast simulation: its functions under the game's own names, with the clauses told.

Leaves what each node becomes to `engine.c.generate`, and what the exported engine does in its own way (moves on offer,
the course of play) to `engine.c.export.source`, for which the parts of the course are kept here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property

from engine.c.export.locals import with_words
from engine.c.export.plain import without_blocks
from engine.c.export.text import function_text, without_idle_uses
from engine.c.generate.context import Context
from engine.targets.escape import comment
from spec.ir import nodes as ir

OWN = re.compile(r"(note_position|export_state|export_move|offer_\d+|can_\d+)\(")
"""Functions that an exported engine has in its own way."""
_KEYWORDS = (
    "auto break case char const continue default do double else enum extern float for goto if inline int "
    "long register restrict return short signed sizeof static struct switch typedef union unsigned void "
    "volatile while bool true false asm typeof near far errno"
)
KEYWORDS = frozenset(_KEYWORDS.split())

_LOCALS = (
    "a g s all every at jump held best first found from left next near rest after here n i x c v k r b "
    "one to step before start end others twin clash recording deciding num state args rank suit colour "
    "mix drawn push shuffle within somebody add subtract times modulo lay look make begin put reads trim "
    "stop go"
)
LOCALS = frozenset(_LOCALS.split())


def c_word(words: str) -> str:
    """Words of a rule file as a C identifier."""
    word = re.sub(r"\W+", "_", words, flags=re.ASCII).strip("_").lower() or "x"
    word = f"n{word}" if word[0].isdigit() else word
    return f"{word}_" if word in KEYWORDS else word


def cited(source: ir.Source) -> str:
    """A clause by its label and citations, fit for a comment."""
    told = source.label + (f" @ {'; '.join(source.cites)}" if source.cites else "")
    return comment(told)


class Exported(Context):
    """Gathers functions with names and comments for a reader."""

    plain = True
    counting = False
    if_exact = ""

    def __init__(self, game: ir.Game) -> None:
        self._numbered: dict[str, str] = {}
        super().__init__(game)
        self.names: dict[str, str] = {}
        self.parameters: dict[str, str] = {}
        self.about: dict[str, str] = {}
        self.functions: list[tuple[str, str]] = []
        self.tables: list[str] = []
        self._taken: set[str] = {"targets", "step_clauses", "kinds", "field_kinds"}

    # ------------------------------------------------------------ names

    def fresh(self, prefix: str) -> str:
        """As the generator does; what is numbered gets a word in the end."""
        made = super().fresh(prefix)
        self._numbered[made] = prefix
        return made

    def call(self, made: str, wanted: str, about: str = "") -> None:
        """Gives a generated function or table a name of its own, and a comment."""
        name, number = c_word(wanted), 2
        while name in self._taken:
            name, number = f"{c_word(wanted)}_{number}", number + 1
        self._taken.add(name)
        self.names[made] = name
        if about:
            self.about[made] = about

    def _parameters(self, made: str, params: tuple[ir.Var, ...]) -> None:
        """Remembers the names of a function's parameters, which its outcomes share."""
        head = next(head for head, _ in self.functions if f"{made}(" in head)
        for number, param in zip(re.findall(r"\by\d+\b", head), params, strict=True):
            name = c_word(param.name)
            self.parameters[number] = f"{name}_" if name in LOCALS else name

    def _declared(self, kind: str, name: str) -> ir.Define | ir.Routine | ir.Group | None:
        match kind:
            case "def":
                return self.index.defines.get(name)
            case "routine":
                return self.index.routines.get(name)
            case "group":
                return self.index.groups.get(name)
            case _:
                return None

    def once(self, kind: str, name: str, make: Callable[[str], tuple[str, str]]) -> str:
        """As the generator does, under a name from the rule file."""
        made = super().once(kind, name, make)
        if made not in self.names:
            about = self._declared(kind, name)
            self.call(made, f"{kind} {name}", "" if about is None else cited(about.source))
            if about is not None:
                self._parameters(made, about.params)
        return made

    def table(self, name: str, type_: str, values: list[int] | list[str]) -> str:
        """As the generator does; tables named by their values get a number."""
        before = len(self.head)
        made = super().table(name, type_, values)
        added, self.head[before:] = self.head[before:], []
        self.tables += added
        if made not in self.names:
            self.call(made, re.sub(r"[\[(].*", "", name) + " by number" * ("[" in name or "(" in name))
        return made

    # ------------------------------------------------------------ functions

    def fired(self, kind: str, source: ir.Source, times: str = "1") -> str:
        """Nothing: an exported engine does not count."""
        return ""

    def function(self, head: str, body: str, *, slow: bool = False, states: ir.Source | None = None) -> None:
        """Adds a function, where the exported engine has none of its own."""
        if OWN.search(head):
            return
        head = head.replace("inline ", "").replace("__attribute__((noinline)) ", "")
        name = re.findall(r"(\w+)\(", head)[0]
        if states is not None:
            self.call(name, f"outcome {states.label}", cited(states))
        self.functions.append(
            (head, self._placed(without_blocks(without_hints(self._commented(name, body)), self.fresh)))
        )

    def in_order(self, gather: str, use: str) -> str:
        """As the generator does, in passes of bounded size: there is no room for all."""
        return f"""bag_pass pass = {{0}}; int found = 0; pass.base = g->bag_size;
  do {{
    bag_begin(g, &pass); {gather} bag_end(g, &pass);
    for (size_t i = pass.base; i < pass.end && !found; i++) {{ {use} }}
  }} while (!found && pass.more);
  g->bag_size = pass.base;
  return found;"""

    def _placed(self, body: str) -> str:
        """Zones and fields by their names, where a number says which."""
        for held, names in self.places.items():
            body = re.sub(
                rf"(?<=g->s\.{held}\[)(\d+)(?= \+|\])",
                lambda found, names=names: names.get(int(found[1]), found[1]),  # type: ignore[misc]
                body,
            )
        return body

    @cached_property
    def places(self) -> dict[str, dict[int, str]]:
        """The first of each family of fields, sets and piles, by its name in the source."""
        layout = self.layout
        made: dict[str, dict[int, str]] = {"fields": {}, "sets": {}, "piles": {}}
        for label, fields in layout.fields.items():
            made["fields"][fields.first] = f"FIELD_{c_word(label).upper()}"
        for label, zone in layout.zones.items():
            held, kind = ("piles", "PILE") if zone.decl.ordered else ("sets", "SET")
            made[held][self.cell_numbers[zone.first]] = f"{kind}_{c_word(label).upper()}"
        return made

    def _commented(self, name: str, body: str) -> str:
        """The body with a comment where play notes that it is at another clause."""
        judged = re.fullmatch(r"judge_(\d+)", name)
        if judged:
            clauses = self.game.actions[int(judged[1])].clauses
            body = re.sub(
                r"^  (.*held \|= \(u64\)!!\(.*\) << (\d+);)$",
                lambda found: (
                    f"/* {_kind(clauses[int(found[2])])} {cited(clauses[int(found[2])].source)} */ {found[1]}"
                ),
                body,
                flags=re.MULTILINE,
            )
            return body
        return re.sub(
            r"(?<![{(] )g->at = (\d+);", lambda found: f"/* {cited(self.sources[int(found[1])])} */ {found[0]}", body
        )

    def source_text(self, named: Callable[[str], str]) -> Iterable[tuple[str, str, str]]:
        """Name, prototype and text of every function; `named` puts names of the game in place of generated ones."""
        numbered = {made: prefix for made, prefix in self._numbered.items() if made not in self.names}
        numbered |= {f"from_{made}": "source" for made in numbered}
        for head, body in self.functions:
            made = re.findall(r"(\w+)\(", head)[0]
            about = f"/* {self.about[made]} */\n" if self.about.get(made) else ""
            arguments = re.search(r"args_(\d+) \*a", head)
            inner = self.argument_names(int(arguments[1]), body) if arguments else body
            first, rest = (re.sub(r"\by\d+\b", self._parameter, text) for text in (f"static {head}", inner))
            first, rest = map(named, with_words(first, without_idle_uses(first, rest), numbered))
            yield self.names.get(made, made), f"{first};", about + function_text(first, rest)

    def _parameter(self, found: re.Match[str]) -> str:
        return self.parameters.get(found[0], found[0])

    def argument_names(self, i: int, body: str) -> str:
        """Arguments of a move under their own names."""
        names = member_names(self.game.actions[i])
        return re.sub(r"\ba->p(\d+)\b", lambda found: f"a->{names[int(found[1])]}", body)


def member_names(action: ir.Action) -> list[str]:
    """The names of an action's arguments, each once."""
    names: list[str] = []
    for param in action.params:
        name = c_word(param.name)
        names.append(name if name not in names else f"{name}_{len(names)}")
    return names


def _kind(clause: ir.Permit | ir.Forbid) -> str:
    return "permit" if isinstance(clause, ir.Permit) else "forbid"


def without_hints(text: str) -> str:
    """C without what only tells compilers something, and with functions of its own in place of theirs."""
    while (at := text.find("RARE(")) >= 0:
        end = at + len("RARE")
        depth = 1
        while depth:
            end += 1
            depth += (text[end] == "(") - (text[end] == ")")
        inner = text[at + len("RARE(") : end]
        bare = text[at - 1] == "(" and text[end + 1] == ")"
        text = text[:at] + (inner if bare else f"({inner})") + text[end + 1 :]
    text = re.sub(r"\(\(num\)(-?\d{1,9})LL\)", r"\1", text)
    return text.replace("__builtin_ctzll(", "lowest_bit(").replace("__builtin_popcountll(", "bits_in(")
