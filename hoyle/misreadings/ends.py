"""Ways of misreading how a game ends: whether it does, who wins where several are level, and what a game is worth."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.misreadings.draft import Asked, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import all_in, renamed, told
from hoyle.misreadings.rule_file import Headed, RuleFile
from hoyle.misreadings.silence import result_of
from spec import syntax as s


def does_it_end(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Something that ends the game does not."""
    if len(rules.ends) < 2:
        return
    for end in rules.ends:
        nobody = isinstance(end.result, s.OneWins) and isinstance(end.result.player, s.Nobody)
        draft = new(f"{end.head.name.text}_goes_on", "goes_on").only_as_written(end).examples_as_written(end)
        yield draft.asks(f"Is the game over by {told(rules, end)}?", "yes", "no, it goes on", 1.3 if nobody else 0.7)


def level_at_the_top(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Where several are level, none of them wins."""
    for end in rules.ends:
        if not isinstance(end.result, s.AllWin):
            continue
        cond, var = end.result.cond, end.result.binder.name.text
        if not isinstance(end.result.binder.over, s.OverWords) or not list(all_in(cond, s.Aggregate)):
            continue
        domain, text = end.result.binder.over.domain.text, rules.slice(cond)
        one = rules.bound[0]
        alone = f"({text}) and (number of {domain} {one} with {renamed(text, var, one)}) = 1"
        draft = new(f"{end.head.name.text}_if_level", "nobody_wins").instead(end, (cond.span, alone))
        yield draft.asks(f"Who wins by {told(rules, end)} where several are level?", "all of them", "none of them", 1.0)


def one_loser(rules: RuleFile, new: New) -> Iterator[Asked]:
    """The best wins, or the worst loses and all others win."""
    if len(next(d for d in rules.game.domains if d.name == "player").values) < 3:
        return
    asked: set[Headed] = set()
    for end in rules.ends:
        if not isinstance(end.result, s.AllWin):
            continue
        holder, cond = _whole(rules, end, end.result.cond)
        match cond:
            case s.Binary("=", _, s.Aggregate("greatest" | "least" as kind) as best) if holder not in asked:
                asked.add(holder)
                worst, sign = ("least", ">") if kind == "greatest" else ("greatest", "<")
                other = f"{rules.slice(cond.left)} {sign} {worst}{rules.slice(best).removeprefix(kind)}"
                draft = new(f"{end.head.name.text}_one_loser", "worst_loses").instead(holder, (cond.span, other))
                yield draft.touching(end).asks(
                    f"Does the best win by {told(rules, end)}, or does the worst lose?", "the best wins",
                    "the worst loses, and all others win", 1.0,
                )  # fmt: skip
            case _:
                pass


def _whole(rules: RuleFile, end: s.EndClause, cond: s.Expr) -> tuple[Headed, s.Expr]:
    """A condition with the part in which it stands, where it has a name that of the definition."""
    match cond:
        case s.Applied(s.Name(name), (_,)) if name in rules.defines and len(rules.defines[name].params) == 1:
            return rules.defines[name], rules.defines[name].body
        case _:
            return end, cond


def level_on_points(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Where several have the best score, nobody has won."""
    for end in rules.ends:
        match end.result:
            case s.ScoreResult(s.Binder(var, s.OverWords(domain)), value):
                one, two, _ = rules.bound
                mine, other = (renamed(rules.slice(value), var.text, name) for name in (one, two))
                label = rules.free(f"{end.head.name.text}_level")
                at = f" at {' or '.join(n.text for n in end.at)}" if end.at else ""
                draft = new(f"{end.head.name.text}_if_level", "nobody_wins")
                known = "" if end.when is None else f"({rules.slice(end.when)}) and "
                draft.beside(
                    end,
                    f"{label}{cited(end)} under {draft.otherwise}{at}\n    when {known}(number of {domain.text} {one}"
                    f" with ({mine}) = greatest of ({other}) over {domain.text} {two}) > 1: nobody wins\n"
                    f"  precedence {label} > {end.head.name.text}{cited(end)} under {draft.otherwise}",
                )
                yield draft.asks(
                    f"What if several have the best score by {told(rules, end)}?", "each of them has it",
                    "nobody has won", 1.1,
                )  # fmt: skip
            case _:
                pass


def part_of_a_score(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A part of what is added up to a score does not count."""
    for end in rules.ends:
        match end.result:
            case s.ScoreResult(_, s.Binary("+" | "-" as op, left, right) as value):
                for kept, gone in ((left, right), (right, left)):
                    if kept is right and op == "-":
                        continue
                    draft = new(f"{end.head.name.text}_without_a_part", "without")
                    draft.instead(end, (value.span, rules.slice(kept)))
                    yield draft.asks(
                        f"Does {rules.spoken(gone)} count for {told(rules, end)}?", "yes", "no", 0.9,
                    )  # fmt: skip
            case _:
                pass


def worth_of_a_game(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A game is won or lost, or each player gets points."""
    for end in rules.ends:
        match end.result:
            case s.ScoreResult(s.Binder(var, s.OverWords(domain)), value):
                text = rules.slice(value)
                if text.startswith(("-", "if ", "(if")) or domain.text != "player":
                    continue
                one = rules.bound[0]
                best = f"greatest of ({renamed(text, var.text, one)}) over {domain.text} {one}"
                won = f"every {domain.text} {var.text} with ({text}) = {best} wins"
                draft = new(f"{end.head.name.text}_is_won", "won_or_lost").instead(end, (result_of(rules, end), won))
                yield draft.asks(
                    f"What does a player get by {told(rules, end)}?", "points",
                    "a win, for most points, or a loss", 1.0,
                )  # fmt: skip
            case s.AllWin(s.Binder(var, s.OverWords(domain)), s.Binary("=", left, s.Aggregate("greatest"))):
                draft = new(f"{end.head.name.text}_by_points", "points")
                draft.instead(
                    end, (result_of(rules, end), f"every {domain.text} {var.text} scores {rules.slice(left)}")
                )
                yield draft.asks(f"What does a player get by {told(rules, end)}?", "a win or a loss", "points", 0.9)
            case _:
                pass


OPERATORS = (
    Operator("does-it-end", "Is the game over then?", "ends", 0.8, does_it_end, endless=True),
    Operator("level-at-the-top", "Who wins where several are level?", "ends", 1.0, level_at_the_top),
    Operator("one-loser", "Does the best win, or does the worst lose?", "ends", 1.0, one_loser),
    Operator("level-on-points", "What if several have the best score?", "ends", 1.0, level_on_points),
    Operator("part-of-a-score", "Does all of that count?", "ends", 0.8, part_of_a_score),
    Operator("worth-of-a-game", "What is a game worth?", "ends", 0.9, worth_of_a_game),
)
