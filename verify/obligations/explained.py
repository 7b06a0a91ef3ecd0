"""What each obligation's code means, for `hoyle explain`: what is owed, and what it comes from if it is broken.

Leaves what a rule file itself may get wrong to `spec.diagnostics.codes`.
"""

from __future__ import annotations

from dataclasses import dataclass

EXPLAINED: dict[str, str] = {
    "law": "The rule file as a whole is in order: names, types, sizes and precedence fit together. A file with an "
    "error of this kind cannot be played, so nothing else is decided.",
    "example": "An example of the rulebook comes out as the file says: from its position, by its moves. Where the "
    "result differs, either the clauses or the example say something else than the rulebook means.",
    "no-gap": "In every situation that comes up some clause applies. A gap is a case that no clause covers: add a "
    "clause, or an `otherwise`.",
    "no-clash": "Where several clauses apply and none outranks the others, they agree. A clash is a case where the "
    "rules contradict each other: state a precedence, or rule for one of the clauses and say why.",
    "no-collision": "Ends that hold at once give the same result, or one outranks the other. Else the rules "
    "do not say who has won: state a precedence between the ends.",
    "defined": "No rule uses what is not there (definedness): the top of an empty pile, two cards of a stack of one, "
    "the one player who has most where two are tied. Say what happens then, or `up to`.",
    "settled": "Play never depends on an open question. Rule for one reading, or choose one with --reading.",
    "not-stuck": "A player who must move always can (no deadlock). Say what happens without a legal move: `otherwise`, "
    "a pass, or an end.",
    "conserved": "In every position each card lies in exactly one place (conservation).",
    "decides": "Play never goes on for ever without a decision of some player (no livelock).",
    "in-range": "No number leaves the range that the file gives it (no overflow).",
    "no-leak": "Which moves are legal, and whether a choice is offered, depends only on what the player to move can "
    "see. Where a rule depends on more, trying a move reveals hidden cards (information leak), and people at a table "
    "could not apply the rule.",
    "commutes": "What a rule does to several players, piles or cards at once gives the same result in every order "
    "(commutation), and so do cards laid `in any order`, as long as they lie open. Where results differ, name the "
    "order: `for each player p from ...`, or let the cards be laid one by one.",
    "used": "Every clause takes effect in some game (coverage). A clause that never does is dead or always outranked: "
    "either the clause says nothing, or another clause should not outrank it.",
    "reached": "Every move is made, and every step of the course of play is reached, in some game (coverage).",
    "dead-clause": "A clause that can never take effect in any position says nothing (dead code).",
    "idle-order": "A precedence decides nothing if its two clauses never apply together or say the same.",
    "order": "What each line of a precedence decides: a game that goes otherwise without the line, or with two "
    "neighbours swapped, or a proof that the line changes nothing. A line that changes nothing may be left out.",
    "if-read": "What would hold under another reading of a question than the one that the file rules for: under which "
    "readings play could go on for ever, with the loop (lasso). Such a loop is no fault of the game as ruled.",
    "claim": "A property that the rule file claims of the game. Without `at` the claim is read at every decision and "
    "at the end, with `at` whenever play reaches one of these steps. A claim about a step that play never reaches is "
    "vacuous: the claim says nothing, and is not proved. Name a step that play reaches.",
    "ends": "Every game ends, whatever the luck and the choices (termination). A position that comes back shows that a "
    "game need not end: the same choices and the same luck bring it back again and again, however unlikely.",
    "ends-almost-surely": "The game ends with probability one, whatever the choices (almost-sure termination): only "
    "luck that does not last can keep play going. A position that comes back without luck shows that players can keep "
    "play from its end.",
    "end-reachable": "From every position that play reaches some moves and some luck lead to an end.",
    "some-end": "Some game ends.",
    "search": "Some smaller size of the game can be searched whole: all of its games are followed (model checking).",
    "cut": "A technique ran out of time. Give it more with --budget.",
    "other-size": "Play stops at no fault at any size that the file allows: each number, and how many play, at its "
    "least and its most, in random games. The verdicts of a run are about its own settings alone. Where play stops at "
    "another size, narrow the range in the rule file, or say what happens there.",
    "often-drawn": "Over half of the random games are drawn. Look whether the ends say who wins as the rulebook means; "
    "people may draw more or less often than chance. Fails no run.",
    "seat-ahead": "One seat wins far more of the random games than its share, by a test with an interval. Look whether "
    "the ends name the right player, and who begins. Fails no run; `claim even: fair within 5 percent` does.",
    "games-cut": "Random games go on until they are cut. Look whether an end is missing, or whether chance plays too "
    "badly ever to reach one. Fails no run.",
    "never-applied": "A prohibition, or a part of what a move does, came up in no random game. Look whether its "
    "condition is right, and whether another clause always comes first. Fails no run.",
    "techniques-agree": "All techniques that decide one obligation give the same answer. Where one proves what a game "
    "refutes, or a game is longer than was proved possible, one of the techniques is wrong. That is a fault of Hoyle: "
    "please report it with the rule file. What they disagree on stays unknown, and the run ends with 4.",
    "solvers-agree": "All solvers give the same answer to every query. Where answers differ, a solver or the query is "
    "wrong, and no proof of the run counts.",
}
"""A paragraph for each code."""


@dataclass(frozen=True, slots=True)
class Broken:
    """What is said where an obligation is broken: what happened, in a few words, and how that is mended."""

    title: str
    fix: str


BROKEN: dict[str, Broken] = {
    "law": Broken("The rule file is not in order", "see `hoyle check`"),
    "example": Broken(
        "An example comes out otherwise than the file says", "mend the rule, or write in the example what the rules say"
    ),
    "no-gap": Broken("No clause says what happens (gap)", "add a clause for this case, or one with `otherwise`"),
    "no-clash": Broken("Two clauses disagree, and nothing says which wins (clash)", "say which wins, by a precedence"),
    "no-collision": Broken(
        "Two ends hold at once, and nothing says which counts (collision)", "say which counts, by a precedence"
    ),
    "defined": Broken("A rule uses what is not there (undefined)", "say with `when` or `if` what holds otherwise"),
    "settled": Broken("Play depends on a question that is left open", "add a ruling to the question, or use --reading"),
    "not-stuck": Broken(
        "A player must move and cannot (deadlock)",
        "add an end `when no legal move`, let the player pass (`mover may do`), or write `otherwise:`",
    ),
    "conserved": Broken("A card lies in no place, or in two", "move each card from where it lies, and once"),
    "decides": Broken("Play goes on for ever, and nobody decides (livelock)", "make the repeated part end"),
    "in-range": Broken("A number leaves its range (overflow)", "widen the range, or stop before its end"),
    "no-leak": Broken(
        "What is legal gives away cards that the player does not see (information leak)",
        "ask only for cards that the player to move sees, or let the zone be seen",
    ),
    "commutes": Broken(
        "An effect on several at once depends on the order (commutation)",
        "name the order: `for each player p from ...`; of cards laid `in any order`, let them be laid one by one",
    ),
    "claim": Broken("A claim does not hold", "mend the rule that allows this, or the claim"),
    "ends": Broken("A game can go on for ever (no termination)", "add an end for a position that comes back"),
    "ends-almost-surely": Broken(
        "Players can keep the game from its end (no termination)",
        "add an end for a position that comes back, or for too many moves",
    ),
    "end-reachable": Broken("No end can be reached any more", "add an end for this position"),
    "some-end": Broken("No game ends", "add an end that play can reach"),
    "dead-clause": Broken(
        "A clause can never take effect (dead code)", "take the clause out, or mend its condition or its precedence"
    ),
    "used": Broken("A clause took effect in no game", "mend its condition if it should, or take it out"),
    "reached": Broken("A move or step came up in no game", "mend what leads to it if it should, or take it out"),
    "techniques-agree": Broken(
        "Two techniques contradict each other: this is a fault of Hoyle", "report it with the rule file; neither counts"
    ),
    "solvers-agree": Broken(
        "Two solvers contradict each other: this is a fault of Hoyle", "report it with the rule file; no proof counts"
    ),
    "other-size": Broken(
        "Play stops at another size that the file allows (other size)",
        "narrow the range in the rule file, or say what happens there",
    ),
    "often-drawn": Broken("Most random games are drawn", "look at who wins in `ends:`"),
    "seat-ahead": Broken("One seat wins far more than its share", "look at who wins in `ends:`, and at who begins"),
    "never-applied": Broken("A clause came up in no random game", "mend its condition if it should, or take it out"),
    "games-cut": Broken("Random games do not come to an end", "look for a missing end"),
}
"""For each code of an obligation that can be broken, what is said then. Where more is known, reports say that."""
