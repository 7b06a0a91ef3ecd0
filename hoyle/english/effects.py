"""Tells effects in the imperative: "Draw cards from your deck until you hold five."

Simple effects become sentences of one paragraph, branches with much in them nested lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from hoyle.english import ranges
from hoyle.english.document.marks import link, sentence, stress, unmarked, words
from hoyle.english.document.model import Item, List, Para
from hoyle.english.grammar import DONE, YOU, Noun, number, says, times
from hoyle.english.lexicon import PREPOSITIONS
from hoyle.english.stretches import at_end
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir
from spec.ir.binding import mentions
from spec.ir.collecting import collected
from spec.ir.dealing import dealing
from spec.ir.display import named
from spec.ir.fold import YES, constant, is_nobody, named_once, reckoned, sized, told_by
from spec.ir.index import MOVER, PLAYER, is_mover
from spec.ir.order_of_play import TURN_ROUND, skips
from spec.ir.passing import notes
from spec.ir.references import applied_to
from spec.ir.sight import OWNED
from spec.ir.stretches import PAST, Past, told_past
from spec.ir.types import alone, domain_of, element_of, is_truth, name_of, numbers_of
from spec.ir.walk import walk

INLINE = 180
"""How many letters of effects still fit behind a condition."""


def paragraph(t: Teller, source: ir.Source, body: tuple[ir.Effect, ...], env: Env, lead: str = "") -> Item:
    """A clause's effects as one entry, behind a condition where there is a lead."""
    told = tell(t, body, env)
    label = named(source)
    if len(told) == 1 and told[0].children and not lead:
        return Item(Para(sentence(told[0].para.text), label, source.cites, at=source.at), told[0].children)
    texts = [item.para.text for item in told] or ["nothing happens"]
    unclear = bool(lead) and _unclear(texts, "; otherwise, " in texts[0])
    if all(not item.children for item in told) and not unclear:
        text = f"{lead}, {'; '.join(texts)}" if lead else " ".join(sentence(x) for x in texts)
        return Item(Para(sentence(text), label, source.cites, at=source.at))
    return Item(
        Para(sentence(f"{lead}:" if lead else "In this order:"), label, source.cites, at=source.at), (_list(told),)
    )


def items(t: Teller, effects: tuple[ir.Effect, ...], env: Env) -> tuple[Item, ...]:
    """Effects of which some are labelled clauses, each an entry of its own."""
    found: list[Item] = []
    for e in _together(t, effects):
        match e:
            case tuple():
                found.extend(Item(Para(sentence(i.para.text)), i.children) for i in tell(t, e, env))
            case ir.Cited(source, body):
                found.append(paragraph(t, source, body, env))
            case ir.When(cond, (ir.Cited(source, body),), ()):
                found.append(paragraph(t, source, body, env, f"if {t.when(cond, env)}"))
            case _:
                found.extend(Item(Para(sentence(i.para.text)), i.children) for i in tell(t, (e,), env))
    return tuple(found)


def labelled(
    t: Teller, effects: Sequence[ir.Effect], env: Env, lead: str = ""
) -> Iterator[tuple[ir.Source, tuple[ir.Effect, ...], str]]:
    """The labelled clauses among effects and within them, each with the condition directly before it."""
    for e in effects:
        match e:
            case ir.Cited(source, body):
                yield source, body, lead
                yield from labelled(t, body, env)
            case ir.When(cond, then, other):
                yield from labelled(t, then, env, f"if {t.when(cond, env)}")
                yield from labelled(t, other, env, f"if {t.when(cond, env, holds=False)}")
            case ir.ForEach(body=body):
                yield from labelled(t, body, env)
            case _:
                pass


def _together(t: Teller, effects: Sequence[ir.Effect]) -> Iterator[ir.Effect | tuple[ir.Effect, ...]]:
    """The effects in order; those that collect every card, or deal all cards out, as one."""
    at, others, players = 0, len(t.index.game.zones) - 1, len(t.index.domains[PLAYER].values)
    while at < len(effects):
        many = others if collected(effects[at:], t.index.game.zones) else 1
        many = players if dealing(effects[at:], players) else many
        yield tuple(effects[at : at + many]) if many > 1 else effects[at]
        at += many


def tell(t: Teller, effects: Sequence[ir.Effect], env: Env) -> tuple[Item, ...]:
    """Effects as entries without capital and stop."""
    found: list[Item] = []
    whole = tuple(_together(t, effects))
    for before, e in zip((None, *whole), whole, strict=False):
        if isinstance(e, tuple):
            found.append(Item(Para(_dealt_out(t, e, env) or _collected(t, e, env))))
            continue
        if idle(t, e):
            continue
        if isinstance(before, ir.Move) and isinstance(e, ir.Move) and (past := told_past(before, e)) is not None:
            found[-1] = Item(Para(_put_past(t, before, past, env)))
            continue
        match e:
            case ir.When():
                found.extend(_when(t, e, env))
            case ir.ForEach():
                found.extend(_let(t, e, env) or (_for_each(t, e, env),))
            case ir.Cited(source, body):
                inner = tell(t, body, env)
                found.extend(inner or (Item(Para("nothing happens", named(source), source.cites)),))
            case _:
                found.append(Item(Para(simple(t, e, env))))
    return tuple(found)


def _collected(t: Teller, effects: Sequence[ir.Effect], env: Env) -> str:
    goal = ir.Place(collected(effects, t.index.game.zones), ())
    return f"collect every card {_toward(t, goal, 'top', env)}"


def _dealt_out(t: Teller, effects: Sequence[ir.Effect], env: Env) -> str:
    """All cards dealt as far as they go; '' where that is not what happens."""
    ends = dealing(effects, len(t.index.domains[PLAYER].values))
    if ends is None:
        return ""
    source, target = ends
    whole = f"deal all cards of {t.noun(source, env).whom} out to the players in turn, as far as they go"
    return f"{whole}, beginning with {t.noun(target.index[0], env).whom}"


def idle(t: Teller, e: ir.Effect) -> bool:
    """Does an effect do nothing under these settings that is worth a word?"""
    match e:
        case _ if notes(e):
            return True
        case ir.Do(name):
            return all(idle(t, inner) for inner in t.index.routines[name].body)
        case ir.When(_, then, other):
            return all(idle(t, inner) for inner in (*then, *other))
        case ir.ForEach(_, _, _, body):
            return all(idle(t, inner) for inner in body)
        case _:
            return False


def _list(told: Sequence[Item]) -> List:
    return List(tuple(Item(Para(sentence(i.para.text), i.para.label, i.para.cites), i.children) for i in told))


def _inline(told: Sequence[Item], *, under_condition: bool = False) -> str | None:
    """Entries as the end of a sentence, unless they are too long for one, or it is unclear what goes with what."""
    if any(item.children for item in told) or len(told) > 3:
        return None
    texts = [item.para.text for item in told]
    if sum(len(unmarked(x)) for x in texts) > INLINE or _unclear(texts, under_condition):
        return None
    if not texts:
        return "nothing happens"
    return texts[0] if len(texts) == 1 else f"{'; '.join(texts[:-1])}; then {texts[-1]}"


def _unclear(texts: Sequence[str], under_condition: bool) -> bool:
    """Would a condition in these sentences be taken to reach further, or less far, than it does?"""
    if len(texts) > 1:
        return any(x.startswith(("if ", "for ")) for x in texts)
    return under_condition and any(x.startswith("if ") or "; otherwise, " in x for x in texts)


def _when(t: Teller, e: ir.When, env: Env) -> list[Item]:
    cond = t.when(e.cond, env)
    if all(idle(t, inner) for inner in e.then):
        return _when(t, ir.When(ir.Not(e.cond), e.other, ()), env) if e.other else []
    then, other = tell(t, e.then, env), tell(t, e.other, env)
    first, second = (_inline(x, under_condition=True) for x in (then, other))
    if other and first is not None and second is not None and "; " not in first:
        return [Item(Para(f"if {cond}, {first}; otherwise, {second}"))]
    found = [_branch(f"if {cond}", first, then)]
    return [*found, _branch("otherwise", second, other)] if other else found


def _branch(head: str, text: str | None, told: Sequence[Item]) -> Item:
    return Item(Para(f"{head}:"), (_list(told),)) if text is None else Item(Para(f"{head}, {text}"))


# ---------------------------------------------------------------- for each


def _let(t: Teller, e: ir.ForEach, env: Env) -> tuple[Item, ...]:
    """A name for one value, and what follows; nothing where it is a loop."""
    value = named_once(e)
    if value is None or not mentions(e.body, (e.var,)):
        return ()
    noun = Noun(stress(words(e.var)), person=domain_of(element_of(e.over)) == PLAYER)
    fact = told_by(value)
    if fact is None:
        head = f"let {noun.text} be {t.noun(value, env).text}"
    else:
        head = f"note whether {t.when(fact, env)}: {noun.text}"
    return (Item(Para(head)), *tell(t, e.body, env.bind(e.var, noun, truth=fact is not None)))


def _for_each(t: Teller, e: ir.ForEach, env: Env) -> Item:
    told = ranges.kind(t, e.over, env)
    ends = numbers_of(e.over) if e.cond == YES and not mentions(e.body, (e.var,)) else None
    match ends, e.body:
        case (low, high), _ if (first := constant(low)) is not None and (last := constant(high)) is not None:
            return _headed(times(last - first + 1), tell(t, e.body, env))
        case (low, high), _ if constant(low) == 1:
            return _headed(f"as many times as {t.noun(high, env).text}", tell(t, e.body, env))
        case _, (ir.Draw(count, _, target),) if told.person and _owner(target, e.var) and not mentions(count, (e.var,)):
            one = ranges.described(t, e.var, e.over, e.cond, env)
            pause = "," if told.after.startswith(",") and "," in one else ""
            inside = env.bind(e.var, Noun(f"each {one}{pause}", person=True, owner="their"))
            return Item(Para(simple(t, e.body[0], inside)))
        case _:
            one = ranges.described(t, e.var, e.over, e.cond, env)
            noun, inside = ranges.stand_in(t, e.var, e.over, env)
            if noun.person and ranges.alone_in(t, e.body, e.var):
                inside = env.bind(e.var, replace(noun, owner="their"))
            head = f"for each {one}"
            if noun.text.startswith(ranges.AGAIN):
                same = f", {'who' if noun.person else 'which'} may be the same" if e.cond == YES else ""
                head += f" (“{noun.text}”{same})"
            return _headed(head, tell(t, e.body, inside))


def _headed(head: str, told: Sequence[Item]) -> Item:
    return _branch(head, _inline(told), told)


def _owner(place: ir.Place, var: str) -> bool:
    return any(name_of(i) == var for i in place.index)


# ---------------------------------------------------------------- one effect


def simple(t: Teller, e: ir.Effect, env: Env) -> str:
    """One effect as a sentence without capital and stop."""
    match e:
        case ir.Move():
            return _move(t, e, env)
        case ir.Draw():
            return _draw(t, e, env)
        case ir.Shuffle(zone):
            return f"shuffle {t.noun(zone, env).text}"
        case ir.Assign() if e == TURN_ROUND:
            return "play turns round"
        case ir.Assign() if (count := skips(e)) is not None:
            return _skipped(t, count, env)
        case ir.Assign():
            return _assign(t, e, env)
        case ir.Roll(name, index):
            return f"{_field(t, name, index, env)} is chosen at random"
        case ir.Do(name, args):
            return _do(t, name, args, env)
        case ir.Resolve(group, args):
            given = _given(t, args, env)
            return f"see under {t.lexicon.linked(group)} what happens{f' with {given}' if given else ''}"
        case ir.Jump():
            return _jump(t, e)
        case ir.When() | ir.ForEach() | ir.Cited():
            raise AssertionError("effects within effects are told by `tell`")
        case _:
            assert_never(e)


def _given(t: Teller, args: tuple[ir.Expr, ...], env: Env) -> str:
    return " and ".join(t.noun(a, env).whom for a in args)


SURFACES = frozenset(("table", "board", "floor", "layout", "tableau"))
"""Zones onto which cards are put, not into them."""


def _toward(t: Teller, target: ir.Place, end: str, env: Env) -> str:
    decl = t.index.zones[target.zone]
    onto = {"top": "onto", "bottom": "under"}[end]
    way = "into" if not decl.ordered and target.zone not in SURFACES else onto
    return f"{way} {t.noun(target, env).whom}"


def _move(t: Teller, e: ir.Move, env: Env) -> str:
    to = _toward(t, e.target, e.end, env)
    if e.cards == e.source:
        return f"put {_all_of(t, e.source, env)} {to}"
    return f"{_moved(t, e, env)} {to}{_any_order(t, e)}"


def _all_of(t: Teller, zone: ir.Place, env: Env) -> str:
    """All cards of a zone; of one that is called cards itself, no more than that: "all your passed cards"."""
    held = t.noun(zone, env).whom
    named_so = "cards" in t.lexicon.zone_word(zone.zone).split()
    return f"all {held}" if named_so else f"all cards of {held}"


def _moved(t: Teller, e: ir.Move, env: Env) -> str:
    cards = t.noun(e.cards, env)
    origin = t.noun(e.source, env).whom
    if origin not in cards.text:
        return f"put {cards.whom} from {origin}"
    return f"put {cards.whom}{',' if ', as many as ' in cards.text else ''}"


def _any_order(t: Teller, e: ir.Move) -> str:
    several = e.any_order and t.index.zones[e.target.zone].ordered and alone(e.cards) is None
    return ", in any order" if several else ""


def _put_past(t: Teller, e: ir.Move, past: Past, env: Env) -> str:
    """Cards that are put under the top ones of a stack, or onto the bottom ones."""
    return f"{_moved(t, e, env)} {PAST[past.end]} {at_end(t, past, e.target, env)}{_any_order(t, e)}"


def _draw(t: Teller, e: ir.Draw, env: Env) -> str:
    """By whoever owns the zone that the cards go to; without an owner, cards are turned over from one to the other."""
    who = _drawer(t, e.target, env)
    if who is None:
        return f"put {_top(t, e, env)} {_toward(t, e.target, 'top', env)}"
    verb = "draw" if who.many else "draws"
    start = verb if who.text == "you" else f"{who.text} {verb}"
    full = _until(t, e, env)
    source, target = (_theirs(who, t.noun(place, env).text) for place in (e.source, e.target))
    held = f" into {target}"
    if full is not None:
        return f"{start} cards from {source} until {_holds(t, e, who, env)} {full} (or {source} is used up)"
    spare = ""
    if e.up_to:
        spare = ", if there is one left" if e.count == ir.Lit(1, ir.Int()) else ", or as many as are left"
    return f"{start} {_many(t, e.count, env)} from {source}{held}{spare}"


def _theirs(who: Noun, place: str) -> str:
    """What whoever draws owns as theirs: "player 4 draws a card into their hand"."""
    own = f"{who.whose} "
    return f"their {place.removeprefix(own)}" if not who.owner and place.startswith(own) else place


def _holds(t: Teller, e: ir.Draw, who: Noun, env: Env) -> str:
    """Who or what holds the cards in the end: "you hold", "the heap holds"."""
    if not _hand(t, e.target):
        return f"{t.noun(e.target, env).text} holds"
    return "they hold" if who.owner == "their" else f"{who.text} {'hold' if who.many else 'holds'}"


def _top(t: Teller, e: ir.Draw, env: Env) -> str:
    source = t.noun(e.source, env).text
    match constant(e.count):
        case None:
            return f"as many cards as {t.noun(e.count, env).text}, from the top of {source},"
        case 1:
            return f"the top card of {source}" + (" (if there is one)" if e.up_to else "")
        case many:
            lack = " (or as many as there are)" if e.up_to else ""
            return f"the top {number(many)} cards of {source}{lack}"


def _many(t: Teller, count: ir.Expr, env: Env) -> str:
    if (fixed := constant(count)) is not None:
        return t.lexicon.cards_count(fixed)
    return f"as many cards as {t.noun(count, env).text}"


def _drawer(t: Teller, target: ir.Place, env: Env) -> Noun | None:
    decl = t.index.zones[target.zone]
    for domain, index in zip(decl.index, target.index, strict=True):
        if domain == PLAYER:
            return t.noun(index, env)
    return None


def _hand(t: Teller, target: ir.Place) -> bool:
    """Is it what a player holds, so that only the player, or only the others, see it?"""
    decl = t.index.zones[target.zone]
    return decl.index == (PLAYER,) and decl.seen in OWNED and not decl.ordered


def _until(t: Teller, e: ir.Draw, env: Env) -> str | None:
    """How many cards the target holds afterwards, where the rule says it so: "five cards"."""
    count, inside = e.count, env
    if (called := applied_to(count)) is not None:
        define = t.index.defines[called[0]]
        given = (t.noun(a, env) for a in called[1])
        inside = env.only(dict(zip((p.name for p in define.params), given, strict=True)))
        count = define.body
    match reckoned(count):
        case "-", goal, of if e.up_to and (place := sized(of)) is not None:
            if t.noun(place, inside) != t.noun(e.target, env):
                return None
            return _many(t, goal, inside)
        case _:
            return None


# ---------------------------------------------------------------- state


def _field(t: Teller, name: str, index: tuple[ir.Expr, ...], env: Env) -> str:
    return t.noun(ir.Get(name, index), env).text


def _assign(t: Teller, e: ir.Assign, env: Env) -> str:
    decl = t.index.fields[e.field]
    if e.field == MOVER:
        return f"the turn passes to {t.noun(e.value, env).whom}"
    if is_truth(decl.type):
        return _mark(t, e, env)
    if domain_of(decl.type) == PLAYER:
        return _marker(t, e, env)
    own = ir.Get(e.field, e.index)
    match reckoned(e.value):
        case ("+" | "-") as op, field, amount if field == own:
            return _added(t, e, op, amount, env)
        case "+", amount, field if field == own:
            return _added(t, e, "+", amount, env)
        case _ if is_nobody(e.value):
            return _none_any_more(t, e, decl, env)
        case _ if domain_of(decl.type) in t.index.zones and not e.index:
            return f"{t.noun(e.value, env).text} becomes {_field(t, e.field, e.index, env)}"
        case _:
            told = t.noun(own, env)
            return f"{told.text} {'become' if told.many else 'becomes'} {t.noun(e.value, env).whom}"


def _skipped(t: Teller, count: ir.Expr, env: Env) -> str:
    many = constant(count)
    if many is None:
        return f"so many of the next players miss a turn: {t.noun(count, env).text}"
    return "the next player misses a turn" if many == 1 else f"the next {number(many)} players miss a turn"


def _none_any_more(t: Teller, e: ir.Assign, decl: ir.FieldDecl, env: Env) -> str:
    """A field that becomes nobody: "there is no trump suit any more", "your best card becomes no card"."""
    name = _field(t, e.field, e.index, env)
    if name.startswith("the ") and not e.index:
        return f"there is no {name.removeprefix('the ')} any more"
    what = t.lexicon.one_of(decl)
    return f"{name} becomes {f'no {what}' if what else 'none'}"


def _added(t: Teller, e: ir.Assign, op: str, amount: ir.Expr, env: Env) -> str:
    field = _field(t, e.field, e.index, env)
    if (value := constant(amount) or 0) < 0:
        amount, op = ir.Lit(-value, ir.Int()), {"+": "-", "-": "+"}[op]
    added = t.noun(amount, env).text
    return {"+": f"add {added} to {field}", "-": f"take {added} off {field}"}[op]


def _mark(t: Teller, e: ir.Assign, env: Env) -> str:
    name = t.lexicon.mark(e.field)
    owner = t.noun(e.index[0], env).whom if e.index else ""
    done = t.lexicon.done(e.field) if len(e.index) == 1 else None
    match constant(e.value):
        case int(value) if done is not None:
            told = says(t.noun(e.index[0], env), DONE, done, denied=not value)
            return f"note that {told.text}"
        case int(value) if e.index:
            own = "yourself" if owner == "you" else owner
            way = f"the {name} mark" + "".join(f" for {t.noun(i, env).whom}" for i in e.index[1:])
            return f"put {way} on {own}" if value else f"take {way} away from {own}"
        case int(value) if fact := t.lexicon.fact(e.field, denied=not value):
            return f"note that {fact}"
        case int(value):
            return f"turn {t.lexicon.table_mark(e.field)} {'on' if value else 'off'}"
        case _:
            whose = f" of {owner}" if owner else ""
            mark = f"the {name} mark" if whose else t.lexicon.table_mark(e.field)
            return f"{mark}{whose} is on from now on exactly if {t.when(e.value, env)}"


def _marker(t: Teller, e: ir.Assign, env: Env) -> str:
    value = t.noun(e.value, env)
    if e.index and is_mover(e.value) and value == YOU and t.lexicon.titled(e.field):
        return f"you become {_field(t, e.field, e.index, env)}"
    if e.index:
        return f"{_field(t, e.field, e.index, env)} becomes {value.whom}"
    if t.lexicon.titled(e.field):
        if is_nobody(e.value):
            return f"there is no {t.lexicon.display.field(e.field)} any more"
        be = "become" if value.many else "becomes"
        return f"{value.text} {be} the {t.lexicon.display.field(e.field)}"
    name = t.lexicon.marker(e.field)
    if is_nobody(e.value):
        return f"nobody has the {name} any more"
    return f"the {name} goes to {value.whom}"


def _do(t: Teller, name: str, args: tuple[ir.Expr, ...], env: Env) -> str:
    """A routine by its name; one that is a single plain effect is told in its place."""
    routine = t.index.routines[name]
    if len(routine.body) == 1 and isinstance(routine.body[0], ir.Draw | ir.Move | ir.Assign | ir.Shuffle | ir.Jump):
        given = (t.noun(a, env) for a in args)
        inside = env.only(dict(zip((p.name for p in routine.params), given, strict=True)))
        return simple(t, routine.body[0], inside)
    said = t.lexicon.display.routine(name)
    if args and said.rpartition(" ")[2] in PREPOSITIONS:
        return _addressed(name, said, ["yourself" if is_mover(a) else t.noun(a, env).whom for a in args])
    shown = f"carry out {link(name, said)}"
    told = [t.noun(a, env).whom for a in args if not is_mover(a) and not t.is_truth(a)]
    truths = [(words(p.name), t.noun(a, env).text) for p, a in zip(routine.params, args, strict=True) if t.is_truth(a)]
    asked = [f"{stress(name)}: {value}" for name, value in truths]
    shown += f" for {' and '.join(told)}" if told else ""
    return f"{shown} ({'; '.join(asked)})" if asked else shown


def _addressed(name: str, said: str, args: list[str]) -> str:
    """A routine whose name ends with a preposition: "send on the pile", "collect the pile for yourself"."""
    verb, _, way = said.rpartition(" ")
    if len(args) == 1:
        return f"{link(name, said)} {args[0]}"
    return f"{link(name, verb)} {args[0]} {way} {' and '.join(args[1:])}"


def _jump(t: Teller, e: ir.Jump) -> str:
    match e.to:
        case "again":
            return "your turn starts again from its first step"
        case "end_turn":
            return "your turn ends"
        case "leave":
            after = left_for(t.game)
            onward = step_link(t, after) if after else "what follows it"
            return f"this part of the game is over, and play goes on with {onward}"
        case "step":
            return f"go on at {step_link(t, e.step)}"
        case _:
            assert_never(e.to)


def left_for(game: ir.Game) -> str:
    """The step at which play goes on behind the only loop that is left early; '' where that is not plain."""
    leave = ir.Jump("leave")
    if leave in walk((game.routines, game.groups)):
        return ""
    moves = {action.source.label for action in game.actions if leave in walk(action)}
    leaving = (s for s in game.steps if leave in walk(s.effects) or (s.ask and not moves.isdisjoint(s.ask.actions)))
    targets = {step.leave for step in leaving}
    if len(targets) != 1:
        return ""
    first = targets.pop()
    for at, step in enumerate(game.steps[first:], first):
        if step.source.label:
            return step.source.label
        onward = step.next == at + 1 if step.branch is None else step.branch.yes == at + 1 <= step.branch.no
        if not onward:
            break
    return ""


def step_link(t: Teller, label: str) -> str:
    """A step of the course of play, with a link to where it stands."""
    return link(step_anchor(label), t.lexicon.display.step(label))


def step_anchor(label: str) -> str:
    """Where a step of the course of play stands on the page."""
    return f"step-{label}"
