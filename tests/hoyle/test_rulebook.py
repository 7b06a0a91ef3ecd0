"""Holds the rulebook: everything is told, in words, in both formats, whatever a rule file's author wrote."""

import re
from dataclasses import fields, is_dataclass, replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest

from engine.pages import frame
from hoyle.commands.cli import main
from hoyle.english.document.marks import sentence, unmarked
from hoyle.english.document.model import Heading, Item, List, Page, Para, Table
from hoyle.english.document.render import to_html, to_markdown
from hoyle.english.effects import tell
from hoyle.english.english import English
from hoyle.english.grammar import YOU, Noun, article, joined, lemma_of, listed, number, plural, says, third
from hoyle.english.rulebook.course import Leaf, Loop, Only, Part, course
from hoyle.english.rulebook.page import rulebook
from hoyle.english.teller import Env
from hoyle.sources.files import find, game_names, load_file, parse_file
from spec.ir import nodes as ir
from spec.ir.display import named
from spec.names.settings import choices
from tests.everyday import FULL, everyday
from tests.spec.sample import GAME
from tests.verify_smt.small import game as game_in

GAMES = game_names()
VOID = {"meta", "link", "br", "hr", "img", "input"}
LOADED: dict = {}


def game_of(name, as_written=False, **settings):
    key = (name, as_written, tuple(settings.items()))
    if key not in LOADED:
        game = load_file(name, settings, as_written=as_written).game
        assert game is not None, f"{name} {settings}"
        LOADED[key] = game
    return LOADED[key]


@cache
def page_of(name, as_written=False, **settings):
    return rulebook(game_of(name, as_written, **settings), as_written=as_written)


def editions():
    for name in GAMES:
        path = find(name)
        parsed = parse_file(path).file.sections if "editions" in path.read_text(encoding="utf-8") else ()
        found = [c.words for c in choices(parsed) if c.kind == "edition"]
        for edition in found[0] if found else ("",):
            yield name, ({"edition": edition} if edition else {})


CASES = [pytest.param(n, s, id="@".join([n, *s.values()])) for n, s in editions()]


def nodes(root):
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack.extend(node)
        elif is_dataclass(node) and not isinstance(node, type):
            yield node
            stack.extend(getattr(node, f.name) for f in fields(node))


def paragraphs(page: Page):
    """Every paragraph of a page, those of lists among them."""
    stack: list = list(page.blocks)
    while stack:
        block = stack.pop()
        match block:
            case Para():
                yield block
            case List(items):
                stack.extend(items)
            case Item(para, children):
                stack.extend([para, *children])
            case _:
                assert isinstance(block, Heading | Table)


# ---------------------------------------------------------------- every node is told


def missing_classes(game, union):
    return {c.__name__ for c in get_args(union)} - {type(n).__name__ for n in nodes(game)}


@pytest.mark.parametrize("union", [ir.Expr, ir.Effect, ir.Range, ir.Choice, ir.Clause], ids=str)
def test_sample_holds_every_class(union):
    assert missing_classes(GAME, union) == set()


def test_missing_class_is_reported():
    assert "Roll" in missing_classes(replace(GAME, routines=()), ir.Effect)


def test_every_expression_is_told():
    told, env = English(GAME), Env()
    for node in nodes(GAME):
        if not isinstance(node, ir.Expr):
            continue
        text = told.noun(node, env).text
        assert text.strip(), node
        if told.is_truth(node):
            for holds in (True, False):
                assert told.when(node, env, holds=holds).strip(), node
            assert told.when(node, env) != told.when(node, env, holds=False), node


def test_every_effect_is_told():
    told = English(GAME)
    for node in nodes(GAME):
        if isinstance(node, ir.Effect):
            assert all(sentence(item.para.text) for item in tell(told, (node,), Env())), node


def test_unknown_node_is_a_fault_of_ours():
    with pytest.raises(AssertionError):
        English(GAME).clause(ir.Shuffle(ir.Place("stock", ())), Env())  # type: ignore[arg-type]


# ---------------------------------------------------------------- every clause and citation is there


def labelled(game):
    """What carries a label and must have a paragraph of its own."""
    for action in game.actions:
        yield from (c.source for c in action.clauses)
    for group in game.groups:
        yield from (c.source for c in group.clauses)
    yield from (e.source for e in game.endings)
    yield from (s.source for s in game.steps if s.source.label)
    yield from (n.source for a in game.actions for n in nodes(a.effects) if isinstance(n, ir.Cited))


def untold(game, page):
    """Labels without a paragraph, and citations of this edition without one."""
    labels = {p.label for p in paragraphs(page)}
    cited = {c for p in paragraphs(page) for c in p.cites}
    edition = dict(game.settings).get("edition", "")
    own = {c.place for c in game.citations if c.edition in ("", edition)}
    sources = [n.source for n in nodes(game) if hasattr(n, "source") and isinstance(n.source, ir.Source)]
    places = {c for s in sources if not is_claimed(game, s) for c in s.cites if c in own or not own}
    return {named(s) for s in labelled(game)} - labels, places - cited


def is_claimed(game, source):
    return any(c.source is source for c in game.claims)


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_every_clause_and_citation_is_told(name, settings):
    assert untold(game_of(name, **settings), page_of(name, **settings)) == (set(), set())


@pytest.mark.parametrize("name", everyday())
def test_every_clause_is_told_without_rulings(name):
    assert untold(game_of(name, as_written=True), page_of(name, as_written=True))[0] == set()


def test_dropped_clause_and_citation_are_reported():
    game, page = game_of("leduc_poker"), page_of("leduc_poker")
    labels, places = untold(game, replace(page, blocks=page.blocks[:6]))
    assert {"a player folded", "facing a raise", "showdown", "throw in"} <= labels
    assert "Showdown/4" in places


def test_places_of_another_edition_are_left_out():
    cited = {c for p in paragraphs(page_of("pigeon", edition="condensed")) for c in p.cites}
    assert any(c.startswith("Condensed/") for c in cited)
    assert not any(c.startswith(("Setup/", "How to Win/")) for c in cited)


def parts_of(parts: tuple[Part, ...]):
    for part in parts:
        yield part
        if isinstance(part, Only | Loop):
            yield from parts_of(part.body)


def readings(name):
    """Settings of a game in which each word of each of its choices stands once: in long runs alone."""
    every = choices(parse_file(find(name)).file.sections)
    if FULL:
        return [{c.name: word} for c in every for word in c.words]
    most = max((len(c.words) for c in every), default=0)
    return [{c.name: c.words[at % len(c.words)] for c in every} for at in range(most)]


@pytest.mark.parametrize("name", GAMES)
def test_loops_are_found_under_every_reading(name):
    for settings in [{}, *readings(name)]:
        game = game_of(name, **settings)
        leaves = [p for p in parts_of(course(game.steps)) if isinstance(p, Leaf)]
        told = [leaf.step.source.label for leaf in leaves]
        assert sorted(told) == sorted(s.source.label for s in game.steps if s.source.label)
        assert all(leaf.onward is None for leaf in leaves)


def test_unfamiliar_steps_come_one_by_one():
    assert [p.step.source.label for p in course(GAME.steps) if isinstance(p, Leaf)] == ["deal", "act", "next", "more"]


# ---------------------------------------------------------------- it reads as prose


def unreadable(text):
    """What stands in prose that is no prose: names of the rule file, operator signs, a forgotten value, a lost mark."""
    prose = re.sub(r"\]\(#[^)]*\)", "]", text)
    found = re.findall(r"\b[A-Za-z]+\\?_\w+", prose)
    found += re.findall(r"(?<=[a-z,;:] )None\b", prose)
    found += re.findall(r"(?:!=|<=|>=|&lt;|&gt;| = | \+ | - (?=\d))", prose)
    found += re.findall("[\ue000-\ue0ff]", prose)
    found += [fault for fault in CLUMSY if re.search(fault, prose)]
    return found


CLUMSY = (
    r"\bof they\b", r"\bor always\b", r"\bholds (?:always|never)\b", r"\ball cards of \w+ (?:\w+ )?cards\b",
    r"\bthe player (?:after|before) the player\b", r"\bas many as the [\w ]+ onto\b", r"\bmake the move \*pass\*",
)  # fmt: skip
"""What the rulebook said once, and nobody would."""


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_pages_read_as_prose(name, settings):
    assert unreadable(to_markdown(page_of(name, **settings))) == []


@pytest.mark.parametrize(
    "line",
    [
        "the hand_size becomes one",
        "if it is at most None",
        "if a <= b",
        "x = 4",
        "two \ue003cards",
        "the place of they in the order of players",
        "until you pass or always:",
        "“Has announced” holds never.",
        "put all cards of the passed cards into your hand",
        "the coins of the player after the player",
        "the top cards of the column, as many as the number onto the stock",
        "you must make the move *pass*",
    ],
)
def test_unreadable_line_is_reported(line):
    assert unreadable(line) != []


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_paragraphs_are_sentences(name, settings):
    for para in paragraphs(page_of(name, **settings)):
        text = unmarked(para.text)
        first = text.lstrip("“(")[:1]
        assert first.isupper() or not first.isalpha(), text
        assert text.rstrip("”’)").endswith((".", "!", "?", ":")), text
        assert "  " not in text, text


SENTENCES = [
    ("pigeon", "Draw cards from your deck until you hold as many cards as your hand limit (or your deck is used up)."),
    ("pigeon", "You may not do this if the bottom card of the cards does not join the slot."),
    ("pigeon", "As soon as your deck is empty, the game is over: you win."),
    ("pigeon", "When play comes to play, and you have no legal move here, the game is over: the previous player wins."),
    ("leduc_poker", "Each player draws one card from the deck into their hand."),
    ("leduc_poker", "You may do this if the number of raises is less than two."),
    ("twentyone", "Draw cards from the stock until you hold two cards (or the stock is used up)."),
    ("twentyone", "for every pile, for every card in your hand, the lowest possible points of this pile together with"),
    ("twentyone", "there are exactly two laid cards and the laid cards make a pure set on the pile."),
    ("twentyone", "If the pile is over 21, collect the pile for yourself."),
    ("twentyone", "If the laid cards make 21 with the pile without the laid cards, send on the pile."),
    ("pigeon", "A new slot becomes the landed slot."),
    ("pigeon", "Choose sweep cards from your aces and kings"),
    ("hearts", "each player scores the points at stake if they took all, and otherwise nothing."),
    ("hearts", "A heart counts one; the queen of spades counts 13; every other card counts nothing."),
    ("crazy_eights", "You may do this if the card is an 8."),
    ("crazy_eights", "The suit to match becomes the suit of the card."),
    ("crazy_eights", "You may do this if the card is of the suit to match."),
    ("hearts", "Do this again and again until your passed cards number exactly three or your hand is empty:"),
    ("hearts", "The player becomes the leader of the trick."),
    ("pigeon", "Nobody has the Pigeon any more."),
    ("corners", "You may do this if the pile at the place is empty."),
    ("reserve", "Choose one of your dealt cards, without looking."),
    ("euchre", "Otherwise diamonds if the trumps suit is hearts."),
    ("go_fish", "Do this again and again until your hand holds exactly seven cards or the pond is empty:"),
    ("go_fish", "The set of a rank with a player consists of the cards in their hand that are of the rank."),
    ("hearts", "Player 2 is on turn and the leader of the trick is player 2."),
    (
        "cribbage",
        "are the number of choices of two cards or more among the cards for which the worth of this choice is 15.",
    ),
    ("cribbage", "You become the player who laid the card of the place whose number is"),
    ("cribbage", "The points without flush of the cards are two times"),
    ("agram", "35 cards: 3 to 10 and ace in each of clubs, diamonds and hearts; 3 to 10 of spades."),
    ("president", "Your points become the points for the next to be rid of all cards."),
    ("pitch", "Otherwise minus the highest bid if “bid is made” does not hold."),
    ("pitch", "For each team, a number from 0 to 6; at the start 0."),
    ("pitch", "The highest bid becomes the chosen number."),
    ("hanabi", "For each player, five stacks of cards."),
    ("hanabi", "The turns left become the number of players whose place in the order of players is more than zero."),
    # A thing is "a card" where it is first spoken of, then "it", or "the card".
    ("crazy_eights", "A card is low if it is not an 8, not a jack, not a queen, not a king and not an ace."),
    ("crazy_eights", "A player’s total is the sum of the penalty of each card in their hand."),
    ("cuckoo", "A player counts as dealer if the player after that player is player 1."),
    ("corners", "There is space for a card and a place if the card may fill the slot at the place."),
    # "Their" can be nobody else's.
    ("scopa", "if the cards taken of the player after that player are fewer than the player’s cards taken."),
    ("skitgubbe", "For each player, put all cards of their played card into their hand; then put all their cards won"),
    ("euchre", "For each player, put all cards of this player’s played card into the won tricks of the leader"),
    ("sueca", "Player 4 draws nine cards from the deck into their hand."),
    ("whist", "Where several of these apply, follow suit outranks any card."),
    ("euchre", "is the player with the highest strength of the top card of their played card among those whose played"),
    ("euchre", "each player in turn does this, as long as the trumps called mark is off:"),
    ("euchre", "9 hearts is in player 4’s hand, there is exactly one card put away and player 1 is on turn."),
    ("hearts", "The led suit is the suit of the top card"),
    (
        "hearts",
        "A player takes a turn only if the passing direction is not no passing and their passed cards are empty;",
    ),
    ("freecell", "Put the top cards of the first column, as many as the chosen number, onto the second column."),
    ("freecell", "put the top card of the pack (if there is one) onto this column."),
    ("beggar_my_neighbour", "If the price of the top card of the pile is zero and the cards still to be paid are more"),
    ("schwimmen", "is the greatest worth of the cards in their hand that are of any one suit."),
    # A long condition is a list, and what is long in it a list of its own.
    ("baccarat", "At least one of these holds:"),
    ("klondike", "A card counts as next of its suit if at least one of these holds:"),
    ("agram", "The game ends here; see who has won."),
    ("hearts", "See whether the game is over, and who has won."),
    ("president", "You may do this if there are no cards to beat."),
    ("dou_dizhu", "You may do this if there are cards left over."),
    (
        "dou_dizhu",
        "of the cards is the highest of the ranks for which the count of the cards with this rank is more than",
    ),
    ("president", "there is no player who is not the last player to lay cards and counts as still in the round."),
    ("scopa", "holds if there are exactly four cards on the table."),
    ("scopa", "put all the cards on the table into the cards taken of the last player to take cards."),
    ("twentyone", "“Has announced” holds in no case."),
    ("blackjack", "of the dealer's open card, the dealer's hidden card and the dealer's further cards together."),
    ("briscola", "If there is a card for each, carry out draw up."),
    ("briscola", "“There is a card for each” holds if"),
    ("rummy", "Do this once:"),
    ("spades", "For each team:"),
    # Worked examples say by name who is on turn, and together what goes together.
    ("euchre", "the maker is player 1, the trumps called mark is on and player 4 is on turn."),
    ("euchre", "Player 4 makes the move put a card away with 10 diamonds."),
    ("euchre", "Player 3 passes."),
    ("euchre", "Passing is not permitted."),
    ("euchre", "player 1 and player 3 score minus one; player 2 and player 4 score one."),
    ("agram", "The move play with A clubs or 3 hearts is not permitted."),
    ("agram", "Player 1 sees their own hand."),
    ("agram", "Player 1 sees player 2’s played card and the cards out of play."),
    # Who plays alone wins or loses: there is nobody to draw with.
    ("clock_patience", "and the hour for every rank is empty, the game is over: you win."),
    ("clock_patience", "and you cannot make the move turn up a card, the game is over: you lose."),
]


@pytest.mark.parametrize(("name", "said"), SENTENCES)
def test_sentence_is_said(name, said):
    told = " ".join(unmarked(p.text) for p in paragraphs(page_of(name)))
    assert said in told


VALUED = """game "Valued":
  players 2
  deck standard
zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
move lay(c: card from hand of mover):
  permit any when worth of c > 0
values worth:
{}
play:
  turns from player 1:
    choice act: mover does lay
"""
COURT = "jack, queen and king count ten."
WORTHS = [
    ("7 is 0; others are 10", "Each 7 counts nothing; every other card counts ten."),
    ("7H is 0; others are 10", "The 7 of hearts counts nothing; every other card counts ten."),
    ("7 is 0; 2..10 are as printed; others are 10",
     "Ace, jack, queen and king count ten; each 7 counts nothing; every other card counts what is printed on it."),
    ("7H is 0; 2..10 are as printed; A is 1; others are 10",
     "The 7 of hearts counts nothing; of the other cards, 2 to 10 count what is printed on them; each ace counts one; "
     + COURT),
    ("hearts are 2; 2..10 are as printed; A is 1; others are 10",
     "A heart counts two; of the other cards, 2 to 10 count what is printed on them; each ace counts one; " + COURT),
    ("hearts are 1; QS is 13; others are 0",
     "A heart counts one; the queen of spades counts 13; every other card counts nothing."),
    ("2..10 are as printed; A is 1 or 11; others are 10",
     "2 to 10 count what is printed on them; each ace counts one or eleven; " + COURT),
]  # fmt: skip


@pytest.mark.parametrize(("values", "said"), WORTHS)
def test_what_cards_count_is_told_as_a_rule_and_its_exceptions(tmp_path, values, said):
    rules = tmp_path / "valued.hoyle"
    rules.write_text(
        VALUED.format("\n".join(f"  {line}" for line in values.split("; "))).replace(
            "when worth of c > 0", "when worth of c can be 1" if " or " in values else "when worth of c > 0"
        )
    )
    game = load_file(str(rules)).game
    assert game is not None
    assert said in [unmarked(p.text) for p in paragraphs(rulebook(game))]


def test_words_of_other_readings_are_left_out():
    usual, loose = (to_markdown(page_of("pigeon", **s)) for s in ({}, {"forceplay_inner": "loose"}))
    assert "#### String\n" in usual
    assert "#### Loose string\n" not in usual
    assert "#### Loose string\n" in loose
    assert "#### Offer\n" not in usual


def test_grammar():
    assert [number(n) for n in (0, 1, 12, 13, -2)] == ["zero", "one", "twelve", "13", "minus two"]
    assert [plural(w) for w in ("card", "ace", "suit", "box", "city", "play")] == [
        "cards", "aces", "suits", "boxes", "cities", "plays",
    ]  # fmt: skip
    assert [article(w) for w in ("ace", "8", "11", "10", "king", "one-off")] == [
        "an ace", "an 8", "an 11", "a 10", "a king", "a one-off",
    ]  # fmt: skip
    assert [third(w) for w in ("have", "match", "carry", "join", "go")] == [
        "has",
        "matches",
        "carries",
        "joins",
        "goes",
    ]
    assert [lemma_of(w) for w in ("joins", "passes", "carries", "is", "less", "fit")] == [
        "join", "pass", "carry", "be", None, None,
    ]  # fmt: skip
    assert listed(["a", "b", "c"]) == "a, b and c"
    key = ir.Var("c", ir.Card())
    card = Noun("the card")
    ace, king = says(card, "be", "an ace", key=key), says(card, "be", "a king", key=key)
    assert joined([ace, king], "or").text == "the card is an ace or a king"
    assert says(YOU, "hold", "two cards", denied=True).text == "you do not hold two cards"


# ---------------------------------------------------------------- golden pages


@pytest.mark.parametrize("name", ["leduc_poker", "crazy_eights"])
def test_golden_page(name, snapshot):
    assert to_markdown(page_of(name)) == snapshot


# ---------------------------------------------------------------- HTML


class Checker(HTMLParser):
    """Finds tags that are not closed in turn, ids given twice, and links that lead nowhere."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.faults, self.ids, self.links = [], [], [], []

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        self.ids += [told["id"]] if "id" in told else []
        self.links += [told["href"]] if "href" in told else []
        self.faults += [f"<{tag}>"] if tag in ("script", "img", "iframe", "link", "object") else []
        self.faults += [name for name in told if name.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}>")


def html_faults(text):
    checker = Checker()
    checker.feed(text.replace(frame.script(frame.asset("base.js")), ""))  # the one script that is ours
    twice = {i for i in checker.ids if checker.ids.count(i) > 1}
    nowhere = {x for x in checker.links if not (x.startswith("#") and x[1:] in checker.ids)}
    return [*checker.faults, *checker.open, *sorted(twice), *sorted(nowhere)]


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_html_is_well_formed(name, settings):
    text = to_html(page_of(name, **settings))
    assert text.startswith("<!doctype html>")
    assert html_faults(text) == []
    assert "http:" not in text
    assert "https:" not in text


@pytest.mark.parametrize(
    "text",
    [
        "<p><b>x</p></b>",
        '<p id="a"></p><p id="a"></p>',
        '<a href="#b">x</a>',
        "<script></script>",
        "<p>",
        '<p onclick="x">',
    ],
)
def test_faulty_html_is_reported(text):
    assert html_faults(text) != []


def test_cards_are_drawn_in_their_colour():
    text = to_html(page_of("leduc_poker"))
    for rank, suit in (("K", "spades"), ("J", "hearts")):
        chip = (
            rf'<span class="chip" role="img" aria-label="{rank} of {suit}">{rank}<svg class="suit" fill="#[0-9a-f]+">'
        )
        assert re.search(chip, text)


# ---------------------------------------------------------------- hostile texts

HOSTILE = '<script>alert(1)</script> & "x" [y](javascript:z) *b* _i_ `c` \ue000a\ue001 \x1b[31m\n# h | <b>'


def hostile_game():
    """The sample with a hostile text wherever an author writes one."""
    question = replace(GAME.questions[0], text=HOSTILE, because=HOSTILE, chosen="low")
    reading = replace(question.readings[0], text=HOSTILE)
    example = replace(GAME.examples[0], text=HOSTILE, source=ir.Source(HOSTILE, (HOSTILE,)))
    return replace(
        GAME,
        title=HOSTILE,
        questions=(replace(question, readings=(reading, *question.readings[1:])),),
        examples=(example,),
        ending_order=(ir.Edge("out", "long", HOSTILE),),
    )


def test_hostile_texts_are_escaped_in_html():
    text = to_html(rulebook(hostile_game()))
    assert html_faults(text) == []
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert text.count("<script") == to_html(page_of("leduc_poker")).count("<script")
    assert "\x1b" not in text


def test_hostile_texts_are_escaped_in_markdown():
    text = to_markdown(rulebook(hostile_game()))
    assert "<" not in text
    assert "[y](" not in text
    assert not re.search(r"(?<!\\)\*b\\?\*", text)
    assert "\x1b" not in text
    assert not re.search("[\ue000-\ue0ff]", text)
    assert text.count("\n# ") == 0


# ---------------------------------------------------------------- the command


def test_command_prints_markdown(capsys):
    assert main(["rulebook", "leduc_poker"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# Leduc Poker\n")
    assert out == to_markdown(page_of("leduc_poker"))


def test_command_tells_settings(capsys):
    assert main(["rulebook", "pigeon@condensed", "--reading", "draw_duty=may"]) == 0
    out = capsys.readouterr().out
    assert "the condensed edition" in out
    assert "another reading than the file’s own at [draw duty](#draw-duty) (may)" in out


def test_command_writes_a_file_once(tmp_path: Path, capsys):
    page = tmp_path / "page.html"
    assert main(["rulebook", "leduc_poker", "--html", "--out", str(page)]) == 0
    first = page.read_text(encoding="utf-8")
    assert html_faults(first) == []
    assert main(["rulebook", "hearts", "--html", "--out", str(page)]) == 2
    assert page.read_text(encoding="utf-8") == first
    assert main(["rulebook", "hearts", "--html", "--out", str(page), "--force"]) == 0
    assert "<h1>Hearts</h1>" in page.read_text(encoding="utf-8")
    assert "--force" in capsys.readouterr().err


def test_command_reports_a_faulty_file(tmp_path: Path, capsys):
    file = tmp_path / "x.hoyle"
    file.write_text("game Nothing:\n", encoding="utf-8")
    assert main(["rulebook", str(file)]) == 1
    assert capsys.readouterr().out == ""


def test_cards_that_are_told_in_words_have_commas_between_them(tmp_path):
    path = tmp_path / "small.hoyle"
    path.write_text(
        """game "Small":
  players 2
  deck 1..5 of red, blue + 1..5 of hearts

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner

move lay(c: card from hand of mover):
  permit any
  does: move c to deck

ends:
  out at act when hand of mover is empty: mover wins

play:
  turns from player 1:
    choice act: mover does lay

example "five":
  given hand of mover = [1R 2R 1H 2H 3H], mover = player 1, at act, rest in deck
  legal lay(1R)
""",
        encoding="utf-8",
    )
    game = load_file(path).game
    assert game is not None
    assert "hand:** 1 of red, 2 of red, 1♥, 2♥, 3♥\n" in to_markdown(rulebook(game))


DECKS = {
    "1..2 of gold, salt 2 copies": "in each of gold and salt, from low to high, 1 and 2, two copies of each.",
    "1..3 of gold, salt + 1 of jokers 4 copies": "in each of gold and salt; 1 of jokers, four copies.",
    "1 of gold, salt 2 copies + 2 of gold, salt": "2 in each of gold and salt; 1 in each of gold and salt, two copies",
}


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_says_how_often_each_card_is_there(deck):
    text = f'game "Copies":\n  players 2\n  deck {deck}\n\nzones:\n  deck: stack, face down, starts with every card\n\n'
    text += "play:\n  step done: nothing\n\nends:\n  over at done: nobody wins\n"
    assert DECKS[deck] in to_markdown(rulebook(game_in(text)))


def test_a_rank_with_an_article_and_a_product_taken_away(hoyle, tmp_path):
    rules = tmp_path / "court.hoyle"
    rules.write_text(
        'game "Court":\n  players 2\n  deck page, squire of gold, salt + fool as "The Fool" of arcana\n\n'
        "zones:\n  deck: stack, face down, starts with every card\n  won[player]: set, face up\n\n"
        "state:\n  off[player]: 0 to 9\n\nvalues points:\n  squire is 2\n  fool is 10\n  others are 0\n\n"
        "move take:\n  permit any\n  does: draw 1 card from deck to won of mover; add 1 to off of mover\n\n"
        "ends:\n  done when deck is empty: every player p scores "
        "if off of p = 1 then points of won of p else 0 - 3 * off of p\n\n"
        "play:\n  turns from player 1:\n    choice act: mover does take\n"
    )
    told = hoyle("rulebook", str(rules))[1]
    assert "The Fool counts ten" in told
    assert "each The Fool" not in told
    assert "and otherwise minus three times their" in told
