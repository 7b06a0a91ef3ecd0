"""What each obligation's code means, for `hoyle explain`: what is owed, and what it comes from if it is broken.

Leaves what a rule file itself may get wrong to `spec.diagnostics.codes`.
"""

from __future__ import annotations

EXPLAINED: dict[str, str] = {
    "law": "The rule file as a whole is in order: names, types, sizes and precedence fit together. Only what is in "
    "order can be played, so nothing else is decided where this is broken.",
    "example": "An example of the rulebook comes out as the file says: from its position, by its moves. Where it does "
    "not, either the clauses or the example say something else than the rulebook means.",
    "no-gap": "Wherever play asks what happens, some clause says so. A gap is a case that no clause covers: add a "
    "clause, or an `otherwise`.",
    "no-clash": "Where several clauses apply and none outranks the others, they say the same. Else the rules "
    "contradict each other there: state a precedence, or rule for one of them and say why.",
    "no-collision": "Ends that come about together give the same result, or one outranks the other. Else the rules "
    "do not say who has won: state a precedence between the ends.",
    "defined": "No rule asks for what there is not: the top of an empty pile, two cards of a stack of one, the one "
    "player who has most where two are tied. Say what happens then, or `up to`.",
    "settled": "Play never hangs on a question that is left open. Rule for one reading, or choose one with --reading.",
    "not-stuck": "Whoever must move can move. Say what happens without a legal move: `otherwise`, a pass, or an end.",
    "conserved": "In every position each card lies in exactly one place.",
    "decides": "Play never goes on for ever without anybody deciding anything.",
    "in-range": "No number leaves the range that the file gives it.",
    "no-leak": "Which moves are legal, and whether a choice is offered, follows from what the player to move can see. "
    "Where it does not, trying a move tells of hidden cards, and people at a table could not apply the rule.",
    "commutes": "What a rule gives to several players, piles or cards at once comes to the same in every order. Where "
    "it does not, say in which order: `for each player p from ...`.",
    "used": "Every clause has its way in some play. One that never has is dead, or always outranked: either it says "
    "nothing, or another clause should not stand over it.",
    "reached": "Every move is made, and every step of the course of play is reached, in some play.",
    "dead-clause": "A clause that can never have its way in any position says nothing.",
    "idle-order": "A precedence that decides nothing, since its two clauses never apply together or come to the same.",
    "order": "What each line of a precedence decides: a play that goes otherwise without it, or with two neighbours "
    "swapped, or a proof that it changes nothing. A line that changes nothing is harmless, and may be left out.",
    "if-read": "What would hold under another reading of an open question than the one that is ruled for: under which "
    "readings play could go on for ever, with the loop. It is no fault of the game as it is ruled.",
    "claim": "A property that the rule file claims of the game. Without `at` it is read at every decision and at the "
    "end, with `at` whenever play comes to one of these steps. One about a step that play never comes to is vacuous: "
    "it says nothing, and is not proved. Name a step that play comes to.",
    "ends": "Every play ends, whatever luck and the players do. A position that comes back shows that one need not: by "
    "the same choices and the same luck it comes back again and again, however unlikely that luck is.",
    "ends-almost-surely": "Play ends with probability one, whatever the players do: it goes on for ever at most by "
    "luck that does not last. A position that comes back without luck shows that players can keep play from its end.",
    "end-reachable": "From every position that play comes to some moves and some luck lead to an end.",
    "some-end": "Some play ends.",
    "search": "Every play of some smaller size of the game could be followed.",
    "cut": "A technique had no time left. Give it more with --budget.",
    "techniques-agree": "All techniques that decide one thing come to the same answer. Where one proves what a play "
    "refutes, or a play is longer than was proved possible, one of them is wrong. That is a fault of Hoyle: please "
    "report it with the rule file. What they disagree on stays unknown, and the run ends with 4.",
    "solvers-agree": "Every solver gives the same answer to every question. Where they do not, one of them, or what "
    "they were asked, is wrong, and no proof of this run counts.",
}
"""A paragraph for each code."""
