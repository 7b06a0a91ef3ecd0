"""English grammar, as far as rules need it: nouns, verbs that agree, sentences about one subject, lists, numbers.

Knows nothing of games; what a noun or clause stands for is left to `hoyle.english.nouns` and `conditions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hoyle.english.document.marks import link, unmarked
from spec.ir import nodes as ir

NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
PAST = {"took": "take", "made": "make", "won": "win", "had": "have", "lost": "lose", "got": "get", "led": "lead"}
MODALS = ("may", "can", "must", "will", "should", "could")
FIRST = ("first", "second", "third", "fourth", "fifth")
CHOSEN = "chosen "
Joiner = Literal["and", "or"]


# ---------------------------------------------------------------- numbers and lists


def number(value: int) -> str:
    """A number, in words up to twelve."""
    spelled = NUMBERS[abs(value)] if abs(value) < len(NUMBERS) else str(abs(value))
    return f"minus {spelled}" if value < 0 else spelled


def counted(value: int, noun: str) -> str:
    """So many of a thing: "one card", "five cards"."""
    return f"{number(value)} {noun if value == 1 else plural(noun)}"


def times(value: int) -> str:
    """How often."""
    return {1: "once", 2: "twice"}.get(value, f"{number(value)} times")


def plural(noun: str) -> str:
    """The plural of a noun; "two cards or more" is one."""
    if noun.endswith((" or more", " or fewer")):
        return noun
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in tuple("aeiou"):
        return noun[:-1] + "ies"
    return noun + "s"


def article(text: str) -> str:
    """The text behind "a" or "an"."""
    bare = unmarked(text).lower()
    vowel = bare[:1] in tuple("aeio") or bare.startswith(("8", "11 ", "18 ", "un")) or bare in ("11", "18")
    return f"{'an' if vowel and not bare.startswith('one') else 'a'} {text}"


def listed(items: Sequence[str], joiner: str = "and") -> str:
    """Items as a list: "a, b and c"; long ones are kept apart by commas."""
    if len(items) < 2:
        return "".join(items)
    if any("," in unmarked(item) for item in items):
        return ", ".join(items[:-1]) + f", {joiner} {items[-1]}"
    return ", ".join(items[:-1]) + f" {joiner} {items[-1]}"


# ---------------------------------------------------------------- nouns


@dataclass(frozen=True, slots=True)
class Noun:
    """What a sentence speaks of; `many` where its verb is plural, `person` where it owns things, `itself` where it is
    the names of cards."""

    text: str
    many: bool = False
    person: bool = False
    owner: str = ""
    object: str = ""
    itself: bool = False

    @property
    def whose(self) -> str:
        """The possessive."""
        if self.owner:
            return self.owner
        return self.text + ("’" if unmarked(self.text).endswith("s") else "’s")

    @property
    def whom(self) -> str:
        """The noun as an object."""
        return self.object or self.text

    def of(self, thing: str) -> str:
        """A thing of this noun: "your limit", "the mode of the pile"."""
        short = self.owner or (self.person and not self.long)
        return f"{self.whose} {thing}" if short else f"the {thing} of {self.text}"

    @property
    def long(self) -> bool:
        """Is it too long to take an apostrophe?"""
        return len(unmarked(self.text).split()) > 3


def indefinite(noun: Noun) -> str:
    """What is spoken of for the first time: "a slot", "cards"."""
    said = noun.text.removeprefix("the ").removeprefix(CHOSEN)
    return noun.text if said.startswith(FIRST) or said == noun.text else said if noun.many else article(said)


YOU = Noun("you", many=True, person=True, owner="your")
THEY = Noun("they", many=True, person=True, owner="their", object="them")
IT = Noun("it", owner="its")
NOBODY = Noun("nobody", person=True)


# ---------------------------------------------------------------- what is said of a subject

DONE = "have done"
"""The verb of "has folded": what somebody has done, told by the form that follows."""


@dataclass(frozen=True, slots=True)
class Verb:
    """What is said of a subject: a verb in its plain form, what follows it, and whether it is denied.

    With `anchor`, the verb and its `tail` lead to where they are explained.
    """

    lemma: str
    rest: str = ""
    denied: bool = False
    tail: str = ""
    anchor: str = ""

    def text(self, many: bool) -> str:
        """The words after a subject."""
        head, main = self._parts(many)
        shown = f"{main} {self.tail}".strip()
        return " ".join(part for part in (head, link(self.anchor, shown) if self.anchor else shown, self.rest) if part)

    def _parts(self, many: bool) -> tuple[str, str]:
        if self.lemma == "be":
            form = "are" if many else "is"
            return ("", f"{form} not") if self.denied else ("", form)
        if self.lemma == DONE:
            form = "have" if many else "has"
            return ("", f"{form} not") if self.denied else ("", form)
        if self.lemma in MODALS:
            return ("", "cannot" if self.lemma == "can" else f"{self.lemma} not") if self.denied else ("", self.lemma)
        if self.lemma in PAST:
            return ("did not", PAST[self.lemma]) if self.denied else ("", self.lemma)
        if self.denied:
            return ("do not" if many else "does not"), self.lemma
        return "", self.lemma if many else third(self.lemma)


def third(lemma: str) -> str:
    """The form of a verb after "it"."""
    if lemma == "have":
        return "has"
    return plural(lemma) if not lemma.endswith("o") else lemma + "es"


def lemma_of(form: str) -> str | None:
    """The plain form of what looks like a verb after "it", else None."""
    if form in ("has", "is"):
        return {"has": "have", "is": "be"}[form]
    if not form.endswith("s") or form.endswith(("ss", "us", "is")) or len(form) < 4:
        return None
    if form.endswith("ies"):
        return form[:-3] + "y"
    return form[:-2] if form.endswith(("sses", "ches", "shes", "xes", "zes", "oes")) else form[:-1]


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence without capital and stop: a subject with one or more verbs, or just a `whole`.

    `key` is the expression of the subject: clauses of one key may share it.
    """

    subject: Noun | None = None
    verbs: tuple[Verb, ...] = ()
    joiner: Joiner = "and"
    whole: str = ""
    key: ir.Expr | None = None
    compound: Joiner | None = None

    @property
    def text(self) -> str:
        return self.whole if self.subject is None else f"{self.subject.text} {self.predicate(self.subject.many)}"

    def predicate(self, many: bool) -> str:
        """The verbs: "is an ace or a king", "is not red and has the same rank as it"."""
        said = [self.verbs[0].text(many)]
        for before, verb in zip(self.verbs, self.verbs[1:], strict=False):
            same = before.lemma == verb.lemma == "be" and before.denied == verb.denied and not verb.anchor
            said.append(f"{'not ' if verb.denied else ''}{verb.rest}" if same else verb.text(many))
        return listed(said, self.joiner)

    def about(self, subject: Noun) -> Clause:
        """The same of another subject."""
        return replace(self, subject=subject)

    @property
    def denied(self) -> bool:
        """Is this one plain denial?"""
        return len(self.verbs) == 1 and self.verbs[0].denied

    def turned(self) -> Clause:
        """The opposite of a clause with one verb."""
        verb = self.verbs[0]
        return replace(self, verbs=(replace(verb, denied=not verb.denied),))


def says(subject: Noun, lemma: str, rest: str, *, denied: bool = False, key: ir.Expr | None = None) -> Clause:
    """A clause of one subject and one verb."""
    return Clause(subject, (Verb(lemma, rest, denied),), key=key)


def whole(text: str) -> Clause:
    """A clause that cannot share its subject."""
    return Clause(whole=text)


def joined(clauses: Sequence[Clause], joiner: Joiner) -> Clause:
    """Several clauses as one: neighbours with one subject share it."""
    merged: list[Clause] = []
    for clause in clauses:
        last = merged[-1] if merged else None
        if last is not None and _shares(last, clause, joiner):
            merged[-1] = replace(last, verbs=(*last.verbs, *clause.verbs), joiner=joiner)
        else:
            merged.append(clause)
    if len(merged) == 1:
        return merged[0]
    return Clause(whole=_conjoined(merged, joiner), compound=joiner)


def _shares(last: Clause, clause: Clause, joiner: Joiner) -> bool:
    if last.subject is None or clause.subject is None or last.key is None or last.key != clause.key:
        return False
    return last.subject == clause.subject and all(len(c.verbs) == 1 or c.joiner == joiner for c in (last, clause))


def _conjoined(clauses: Sequence[Clause], joiner: Joiner) -> str:
    told = []
    nested = False
    for clause in clauses:
        inner = clause.compound or (clause.joiner if len(clause.verbs) > 1 else None)
        mixed = inner is not None and inner != joiner
        nested = nested or mixed
        told.append(
            f"{'either' if inner == 'or' else 'both'} {clause.text}" if mixed and clause.compound else clause.text
        )
    if nested and len(told) == 2:
        return f"{told[0]}, {joiner} {told[1]}"
    return listed(told, joiner)
