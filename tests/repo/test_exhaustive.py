"""Holds that whoever tells the nodes of the IR and of programs apart, or the words of their fields, meets every one.

A new node or word is then an error of types or of this test, and is never taken for another in play.
"""

import ast
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from engine.core import program, terms
from spec.ir import nodes as ir
from spec.ir.walk import options
from tests.repo.imports import sources, walked

FEW = 3
"""Whoever names no more nodes than these asks something of them; others may well have one answer."""
MODULES = {"ir": ir, "t": terms, "p": program}
"""The modules of nodes, by the names under which they are imported."""
UNIONS = tuple(
    frozenset(f"{short}.{kind.__name__}" for kind in options(union))
    for short, unions in {
        "ir": (ir.Expr, ir.Range, ir.Effect, ir.Choice), "t": (terms.Expr, terms.Range),
        "p": (program.Statement, program.Pick),
    }.items() for union in unions
)  # fmt: skip


def classes(pattern: ast.pattern) -> Iterator[str]:
    """The classes of nodes that a case is for."""
    match pattern:
        case ast.MatchClass(cls=ast.Attribute(value=ast.Name(id=module), attr=name)) if module in MODULES:
            yield f"{module}.{name}"
        case ast.MatchOr(patterns=parts):
            for part in parts:
                yield from classes(part)
        case ast.MatchAs(pattern=ast.pattern() as inner):
            yield from classes(inner)
        case _:
            pass


def forgetful(text: str) -> list[int]:
    """The lines of matches that tell most nodes of a union apart and have an answer of their own for all others.

    What goes on with the same value in another function is left to that one; types see what it takes.
    """
    found = []
    for node in walked(ast.parse(text)):
        if not isinstance(node, ast.Match):
            continue
        named = {name for case in node.cases for name in classes(case.pattern)}
        whole = any(
            named <= union and len(named) > min(FEW, len(union) - 1) and 2 * len(named) > len(union) for union in UNIONS
        )
        last = node.cases[-1]
        catches = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
        if whole and catches and not _goes_on(node.subject, last.body):
            found.append(node.lineno)
    return found


def _goes_on(subject: ast.expr, body: list[ast.stmt]) -> bool:
    """Is the value handed to another function, of which `assert_never` is one?"""
    calls = [n for stmt in body if not isinstance(stmt, ast.Raise) for n in ast.walk(stmt) if isinstance(n, ast.Call)]
    return any(ast.unparse(arg) == ast.unparse(subject) for call in calls for arg in call.args)


def test_who_tells_most_nodes_apart_meets_every_one():
    modules = sources()
    assert [f"{name}:{line}" for name, text in modules.items() for line in forgetful(text)] == []


CASES = """
def f(over):
    match over:
        case ir.OverDomain(domain) | ir.OverSlots(domain):
            return domain
        case ir.OverSeats():
            return "player"
        case ir.OverCards() as cards:
            return cards
        case _:
"""


@pytest.mark.parametrize("answer", ["return None", "raise AssertionError(over)", "pass", "raise Unsupported(over)"])
def test_an_answer_for_all_others_is_found(answer: str):
    assert forgetful(CASES + " " * 12 + answer) == [3]


@pytest.mark.parametrize("answer", ["assert_never(over)", "return rest(m, over)"])
def test_what_goes_on_is_none(answer: str):
    assert forgetful(CASES + " " * 12 + answer) == []


def test_a_question_about_few_nodes_may_have_an_answer_for_all_others():
    assert forgetful("match e:\n    case ir.Lit() | ir.Var():\n        x = 1\n    case _:\n        x = 0") == []


# ---------------------------------------------------------------- words


def _literals(hint: Any) -> Iterator[frozenset[str]]:
    if get_origin(hint) is Literal:
        yield frozenset(get_args(hint))
    else:
        for part in get_args(hint):
            yield from _literals(part)


def _words() -> dict[str, set[frozenset[str]]]:
    """The lists of words that fields of nodes may have, by the name of the field."""
    found: dict[str, set[frozenset[str]]] = {"kind": {frozenset(c.kind for c in (ir.Permit, ir.Forbid))}}
    for module in MODULES.values():
        for node in filter(is_dataclass, vars(module).values()):
            for field, hint in get_type_hints(node).items():
                found.setdefault(field, set()).update(words for words in _literals(hint) if len(words) > 1)
    return {field: lists for field, lists in found.items() if lists}


WORDS = _words()
ALLOWED = {
    "spec.lower.expressions: op == '!='": "an operator of the surface syntax, and one of two",
    "spec.lower.expressions: e.op in ('<', '>')": "an operator of the surface syntax, and one of four",
    "spec.lower.brackets: {'=': 'is', '!=': 'is not'}.get(before.op, before.op)": "others are said as signs",
    "spec.names.move_variants: op == '!='": "an operator of the surface syntax, and one of two",
    "engine.c.rules.folds: return None": "asks whether a fold can be done at once; a loop is right for any",
    "engine.c.rules.choices: shape.line != 'none'": "asks whether there is a line at all",
    "spec.names.shapes: shape.line != 'none'": "asks whether there is a line at all",
    "engine.conformance.differential_check: seen == 'top'": "asks whether the top card is told",
    "engine.core.check: {'can_total': 3, 'plus': 2, 'without': 2, 'common': 2, 'same_cards': 2}"
    ".get(name, 2 if named else 1)": "a helper with more operands breaks the law until it is named here",
    "engine.core.check: {'within': 3, 'valued': 1}.get(check.asks, 0)": "likewise of checks",
    "engine.core.check: name == 'can_total'": "likewise",
    "engine.core.lower.effects: jump.to == 'step'": "every other jump is a field of the step, by its name",
    "engine.core.lower.game: shape.line != 'none'": "asks whether there is a line at all",
    "engine.python.expressions: expr.how == 'all'": "the sets are those of `any` and `all`",
    "verify.ambiguity.compare.proofs: kind == 'outcome'": "a kind of group, not of clause",
    "verify.mutation.operators: yield (f'{zone.source.label} lies face up', replace(zone, seen='everybody'))":
        "what does not lie face up may be laid so",
    "verify.obligations.obligations: return None": "asks for the condition of a claim that has one",
    "verify.search.compiled: claim.kind == 'sometimes'": "asks for what shows a claim; `breaks` knows what breaks one",
    "verify.random.stepped_games: claim.kind == 'sometimes'": "likewise",
    "verify.smt.prove.vacuous: claim.kind == 'always'": "asks for the condition of a claim that has one",
    "hoyle.english.rulebook.glossary: shape.ace == 'wrap'": "`ACES` has every word; of steps one is said otherwise",
}  # fmt: skip
"""Where one word may be told from all others, and why: a module, and what stands there."""


def _said(value: ast.expr) -> str:
    """What a value is called: `kind` of `kind` and of `expr.kind`."""
    return value.id if isinstance(value, ast.Name) else value.attr if isinstance(value, ast.Attribute) else ""


def _constants(value: ast.AST) -> frozenset[object]:
    """The constants of an expression or a pattern, None for what is no constant."""
    match value:
        case ast.Constant(value=word):
            return frozenset({word})
        case ast.Tuple(elts=parts) | ast.MatchOr(patterns=parts):
            return frozenset().union(*map(_constants, parts))
        case ast.Dict(keys=keys):
            return frozenset().union(*(_constants(key) if key else {None} for key in keys))
        case ast.MatchValue(value=inner) | ast.MatchAs(pattern=ast.pattern() as inner):
            return _constants(inner)
        case _:
            return frozenset({None})


def _are_words(said: str, constants: frozenset[object]) -> bool:
    return said in WORDS and bool(constants) and constants <= frozenset().union(*WORDS[said])


def _asks(test: ast.expr) -> bool:
    """Does it ask whether a field is this word, or one of these?"""
    match test:
        case ast.UnaryOp(operand=inner):
            return _asks(inner)
        case ast.Compare(left=left, comparators=[words]):
            return _are_words(_said(left), _constants(words))
        case _:
            return False


def _branches(block: list[ast.stmt]) -> Iterator[ast.expr]:
    """Questions for a word with one answer for it and another for all others, by `else` or after a return."""
    for statement, more in zip(block, [*block[1:], None], strict=False):
        match statement:
            case ast.If(test=test, body=[*_, last], orelse=other) if _asks(test):
                if other or (more is not None and isinstance(last, ast.Return)):
                    yield test
            case _:
                pass


def _other_words(match: ast.Match, said: list[str]) -> Iterator[ast.stmt]:
    """The answer of a last case to all words that no case names, unless it fails or goes on with the word."""
    last = match.cases[-1]
    if last.guard is not None or isinstance(last.body[-1], ast.Raise):
        return
    for at, name in enumerate(said):
        named = [_at(case.pattern, at, len(said)) for case in match.cases]
        constants = frozenset().union(*(_constants(part) for part in named)) - {None}
        subject = match.subject.elts[at] if isinstance(match.subject, ast.Tuple) else match.subject
        if _are_words(name, constants) and _constants(named[-1]) == {None} and not _goes_on(subject, last.body):
            yield last.body[0]


def _at(pattern: ast.pattern, at: int, of: int) -> ast.pattern:
    parts = pattern.patterns if isinstance(pattern, ast.MatchSequence) else [pattern]
    return parts[at] if len(parts) == of else ast.MatchAs()


def _other_nodes(match: ast.Match) -> Iterator[ast.stmt]:
    """The answers to nodes with any word, after a case for the same node with one word."""
    seen: dict[tuple[str, str], ast.pattern] = {}
    for case in match.cases:
        raises_or_goes_on = isinstance(case.body[-1], ast.Raise) or _goes_on(match.subject, case.body)
        for pattern in (n for n in ast.walk(case.pattern) if isinstance(n, ast.MatchClass)):
            for module, name in (found.split(".") for found in classes(pattern)):
                node = getattr(MODULES[module], name)
                given = dict(zip(getattr(node, "__match_args__", ()), pattern.patterns, strict=False))
                given |= dict(zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True))
                for field in given.keys() | {field for _, field in seen if field in get_type_hints(node)}:
                    word = given.get(field, ast.MatchAs())
                    if _are_words(field, _constants(word)):
                        seen[name, field] = word
                    elif (name, field) in seen and not getattr(word, "name", None) and not raises_or_goes_on:
                        yield case.body[0]


def _tables(tree: ast.Module, nodes: list[ast.AST]) -> Iterator[ast.expr]:
    """Tables that are read by a word: with an answer for what they lack, or with words left out.

    A table for some words alone is right where a pattern, or `in`, of the same module names just these.
    """
    found = {}
    for statement in tree.body:
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ):
                found[name] = value
            case _:
                pass
    some = {_constants(n) for n in nodes if isinstance(n, ast.MatchOr | ast.Tuple)}
    for node in nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[key, *_]):
                lists: set[frozenset[str]] = set()
            case ast.Subscript(value=table, slice=key):
                lists = WORDS.get(_said(key), set())
            case _:
                continue
        shown = found.get(table.id) if isinstance(table, ast.Name) else table
        words = _constants(shown) if isinstance(shown, ast.Dict) else frozenset()
        whole = bool(words) and words == frozenset().union(*(known for known in lists if known <= words))
        if _are_words(_said(key), words) and not whole and not (lists and any(words >= one for one in some)):
            yield node


def mistaken(text: str) -> Iterator[str]:
    """What stands where a new word would be taken for another that is there already."""
    tree = ast.parse(text)
    nodes = walked(tree)
    found: list[ast.AST] = list(_tables(tree, nodes))
    for node in nodes:
        for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
            found += _branches(block) if isinstance(block, list) else []
        match node:
            case ast.IfExp(test=test) if _asks(test):
                found.append(test)
            case ast.Assign(value=value) if _asks(value):
                found.append(value)
            case ast.Call(args=args, keywords=keywords):
                found += [arg for arg in (*args, *(keyword.value for keyword in keywords)) if _asks(arg)]
            case ast.Match(subject=subject):
                parts = subject.elts if isinstance(subject, ast.Tuple) else [subject]
                found += [*_other_words(node, list(map(_said, parts))), *_other_nodes(node)]
            case _:
                pass
    return map(ast.unparse, found)


def test_no_new_word_is_taken_for_another():
    found = {f"{name}: {what}" for name, text in sources().items() for what in mistaken(text)}
    assert found == ALLOWED.keys()


WRONG = {
    "an else": "if expr.kind == 'some':\n    found = 1\nelse:\n    found = 2",
    "what follows a return": "def f(kind):\n if kind == 'some':\n  return 1\n return 2",
    "a choice": "found = 1 if expr.kind != 'some' else 2",
    "a choice of several": "found = 1 if end in ('least', 'greatest') else 2",
    "an argument": "quantified(expr, kind == 'every')",
    "a truth value": "every = kind == 'every'",
    "a table with an answer for all others": "{'=': '==='}.get(op, op)",
    "a named table with an answer for all others": "SIGNS = {'=': '==='}\nsign = SIGNS.get(e.op, e.op)",
    "a table that lacks a word": "found = {'some': 1, 'every': 2}[expr.kind]",
    "a last case for all other words": "match kind:\n case 'count':\n  a()\n case _:\n  b()",
    "one of several": "match kind, x:\n case 'count', 1:\n  a()\n case _:\n  b()",
    "a node with any word": "match e:\n case ir.Quantify('count'):\n  a()\n case ir.Quantify(_, v):\n  b(v)",
    "a node, by keyword": "match e:\n case p.MoveCards(how='into'):\n  a()\n case p.MoveCards():\n  b()",
}
RIGHT = {
    "a question": "if claim.kind == 'always':\n    found = 1",
    "a choice of clauses": "permits = [c for c in clauses if c.kind == 'permit']",
    "a word of no node": "found = 1 if event.kind == 'step' else 2",
    "a table with every word": "found = {'some': 1, 'every': 2, 'count': 3}[expr.kind]",
    "a table for the words of a case": "match how:\n case 'any' | 'all':\n  a({'any': 1, 'all': 2}[how])",
    "every word": "match kind:\n case 'count':\n  a()\n case 'some' | 'every':\n  b()",
    "what goes on": "match kind:\n case 'count':\n  a()\n case _:\n  assert_never(kind)",
    "what fails": "match kind:\n case 'count':\n  a()\n case _:\n  raise AssertionError(kind)",
    "a node that goes on": "match e:\n case ir.Quantify('count'):\n  a()\n case ir.Quantify():\n  b(e)",
    "a node whose word is kept": "match e:\n case ir.Quantify('count'):\n  a()\n case ir.Quantify(kind):\n  b()",
}


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in WRONG.items()])
def test_a_word_that_stands_for_all_others_is_found(text: str):
    assert len(list(mistaken(text))) == 1


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in RIGHT.items()])
def test_what_is_right_is_left_alone(text: str):
    assert list(mistaken(text)) == []


def test_a_new_word_is_found_missing_in_tables(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(WORDS, "kind", {lists | {"most"} if "some" in lists else lists for lists in WORDS["kind"]})
    assert list(mistaken("found = {'some': 1, 'every': 2, 'count': 3}[expr.kind]"))
