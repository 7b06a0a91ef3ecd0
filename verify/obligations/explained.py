"""What each obligation's code means, for `hoyle explain`: what is owed, and what it comes from if it is broken.

Leaves what a rule file itself may get wrong to `spec.diagnostics.codes`.
"""

from __future__ import annotations

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
    "(commutation). Where results differ, name the order: `for each player p from ...`.",
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
    "techniques-agree": "All techniques that decide one obligation give the same answer. Where one proves what a game "
    "refutes, or a game is longer than was proved possible, one of the techniques is wrong. That is a fault of Hoyle: "
    "please report it with the rule file. What they disagree on stays unknown, and the run ends with 4.",
    "solvers-agree": "All solvers give the same answer to every query. Where answers differ, a solver or the query is "
    "wrong, and no proof of the run counts.",
}
"""A paragraph for each code."""
