"""`hoyle verify --certificates` and `hoyle recheck`: proofs are decided again, and nothing that was changed passes."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import cvc5
import pytest

from hoyle.commands.cli import main
from hoyle.sources.files import lower, parse_text
from verify.certificates.definitions import Refused
from verify.certificates.inductive import ByInduction, Ending, Inducted, parts, text_of
from verify.certificates.manifest import Invariant, Manifest, digest, from_text, to_text
from verify.certificates.played import Played
from verify.obligations.certificate import Lemma

RULES = """game "Tiny":
  players 2
  deck 1..4 of red, blue
  number dealt: 1 to 3, usually 2

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  pile: stack, face up

state:
  laid: 0 to 8

move play(c: card from hand of mover):
  permit any
  does lay: move c to pile; add 1 to laid

ends:
  out at turn when hand of mover is empty: mover wins

play:
  step deal: shuffle deck; deal dealt from deck to each hand
  turns from player 1:
    choice turn: mover does play

claim all_counted: always size of pile = laid
claim few: always size of hand of player 1 <= 2
claim ends: every game ends
claim three_lie: sometimes size of pile = 3
"""
BYTES = int(os.environ.get("HOYLE_CORRUPTIONS", "20"))
"""So many bytes are changed, one at a time; 500 in `make soundness`."""

FILE = "invariant-1.smt2"
FILES = ("manifest.json", FILE, "rules.hoyle", "induction-1.smt2", "game-1.json")


@pytest.fixture(name="folder", scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Certificates of two claims, as the command writes them."""
    folder = tmp_path_factory.mktemp("tiny")
    rules = folder / "tiny.hoyle"
    rules.write_text(RULES, encoding="utf-8")
    made = folder / "certificates"
    assert main(["verify", str(rules), "--certificates", str(made), "--budget", "30", "--games", "20"]) == 0
    return made


@pytest.fixture(name="copy")
def another(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def test_what_was_proved_is_decided_again(hoyle, folder):
    code, told, _ = hoyle("recheck", str(folder))
    assert code == 0
    assert "Tiny: 6 of 6 certificates hold" in told
    assert "claim few: always size of hand of player 1 <= 2" in told
    assert "which answered" in told
    assert "every card lies in exactly one place" in told  # proved otherwise, and told to have no certificate


def test_it_is_said_of_which_rules_they_are(hoyle, folder, tmp_path):
    assert hoyle("recheck", str(folder), str(folder.parent / "tiny.hoyle"))[0] == 0
    other = tmp_path / "other.hoyle"
    other.write_text(RULES.replace("<= 2", "<= 3"), encoding="utf-8")
    code, told, _ = hoyle("recheck", str(folder), str(other))
    assert code == 1
    assert "about other rules" in told


def test_certificates_are_not_overwritten_unasked(hoyle, folder):
    code, _, said = hoyle("verify", str(folder.parent / "tiny.hoyle"), "--certificates", str(folder), "--budget", "5")
    assert code == 2
    assert "holds certificates already" in said


@pytest.mark.parametrize("number", range(BYTES))
def test_a_changed_byte_is_noticed(hoyle, copy, number):
    luck = random.Random(number)
    path = copy / FILES[number % len(FILES)]
    data = bytearray(path.read_bytes())
    at = luck.randrange(len(data))
    data[at] = luck.choice([byte for byte in range(32, 127) if byte != data[at]])
    path.write_bytes(data)
    assert hoyle("recheck", str(copy))[0] == 1


# ---------------------------------------------------------------- changes of who can write digests, too


def sealed(
    copy: Path, change: Callable[[Manifest], Manifest], edit: Callable[[str], str] = str, rules: str = ""
) -> None:
    """Changes an invariant's file, the rules and the manifest, and mends every digest."""
    text = edit((copy / FILE).read_text(encoding="utf-8"))
    (copy / FILE).write_text(text, encoding="utf-8")
    manifest = from_text((copy / "manifest.json").read_text(encoding="utf-8"))
    if rules:
        (copy / "rules.hoyle").write_text(rules, encoding="utf-8")
        manifest = replace(manifest, rules=digest(rules))
    manifest = replace(manifest, invariants=tuple(replace(one, sha256=digest(text)) for one in manifest.invariants))
    (copy / "manifest.json").write_text(to_text(change(manifest)), encoding="utf-8")


def same(manifest: Manifest) -> Manifest:
    return manifest


def of_first(change: Callable[[Invariant], Invariant]) -> Callable[[Manifest], Manifest]:
    return lambda manifest: replace(manifest, invariants=(change(manifest.invariants[0]), *manifest.invariants[1:]))


def facts(value: str, only: str = "at_2") -> Callable[[str], str]:
    """Says something else of what holds at a step."""
    return lambda text: re.sub(rf"(\(define-fun {only} \([^\n]*?\)\) Bool )[^\n]*", rf"\g<1>{value})", text)


def without(folder: Path) -> Iterator[str]:
    """The text of the certificate where a question is left out, or made easier."""
    text = (folder / FILE).read_text(encoding="utf-8")
    for block in re.findall(r"\(push 1\).*?\(pop 1\)\n", text, re.DOTALL):
        yield text.replace(block, "", 1)
        yield text.replace(block, block.replace("(check-sat)", "(assert false)\n(check-sat)"), 1)


TEXTS = {
    "anything holds at a step": facts("true"),
    "nothing holds at a step": facts("false"),
    "anything holds at the end": facts("true", "ended"),
    "nothing holds at the first step": facts("false", "at_0"),
    "another number of cards": facts("(= n0 3)"),
    "a step says nothing": lambda text: re.sub(r"\(define-fun at_2 [^\n]*\n", "", text),
    "a step is told twice": lambda text: re.sub(r"(\(define-fun at_2 [^\n]*\n)", r"\1\1", text),
    "an assumption is hidden": lambda text: text.replace("(push 1)", "(assert false)\n(push 1)", 1),
    "an assumption hides in a definition": facts("true) (assert false"),
    "a definition hides another": facts("true) (define-fun at_3 () Bool true"),
    "a definition writes a file": facts('true) (set-option :diagnostic-output-channel "x"'),
    "a definition names a number of a question": facts("(= x0 1)"),
    "a definition is no formula": facts("(bvadd n0 n1)"),
    "brackets without end": facts("(not " * 3_000 + "true" + ")" * 3_000),
    "another logic": lambda text: text.replace("QF_LIA", "ALL"),
    "an empty file": lambda text: "",
    "a line more": lambda text: text + "(check-sat)\n",
}


@pytest.mark.parametrize("edit", TEXTS.values(), ids=TEXTS)
def test_a_changed_formula_is_refused(hoyle, copy, edit):
    sealed(copy, same, edit)
    code, told, said = hoyle("recheck", str(copy))
    assert (code, said) == (1, "")
    assert "REFUSED" in told


def test_each_question_has_to_be_there_as_it_is(hoyle, folder, tmp_path):
    for number, text in enumerate(without(folder)):
        copy = Path(shutil.copytree(folder, tmp_path / str(number)))
        (copy / FILE).write_text(text, encoding="utf-8")
        sealed(copy, same)
        assert hoyle("recheck", str(copy))[0] == 1


MANIFESTS = {
    "another setting": lambda m: replace(m, settings=(*m.settings, ("dealt", "3"))),
    "a file's other setting": of_first(lambda one: replace(one, settings=(("players", "2"), ("dealt", "3")))),
    "a setting that is none": lambda m: replace(m, settings=(("nothing", "1"),)),
    "another game": lambda m: replace(m, game="Other"),
    "a file elsewhere": of_first(lambda one: replace(one, file="../certificates/invariant-1.smt2")),
    "a file that is not there": of_first(lambda one: replace(one, file="invariant-7.smt2")),
    "the same claim twice": lambda m: replace(
        m, games=(*m.games, *(replace(one, file="game-7.json") for one in m.games))
    ),
    "the same file twice": lambda m: replace(m, invariants=(*m.invariants, *m.invariants)),
    "a claim that is none": of_first(lambda one: replace(one, claims=(replace(one.claims[0], name="other"),))),
    "a claim of another kind": of_first(lambda one: replace(one, claims=(replace(one.claims[0], name="ends"),))),
    "claims exchanged": of_first(lambda one: replace(one, claims=one.claims[::-1])),
    "another sentence": of_first(lambda one: replace(one, claims=(replace(one.claims[0], sentence="all is well"),))),
    "a claim left out": of_first(lambda one: replace(one, claims=one.claims[:1])),
    "no claim": of_first(lambda one: replace(one, claims=())),
    "cards left out": of_first(lambda one: replace(one, counted=replace(one.counted, classes=((0, 1),)))),
    "cards twice": of_first(lambda one: replace(one, counted=replace(one.counted, classes=one.counted.classes * 2))),
    "a field left out": of_first(lambda one: replace(one, counted=replace(one.counted, fields=()))),
    "a field that is none": of_first(lambda one: replace(one, counted=replace(one.counted, fields=("other",)))),
    "a zone that is none": of_first(lambda one: replace(one, counted=replace(one.counted, by_class=("other",)))),
}


@pytest.mark.parametrize("change", MANIFESTS.values(), ids=MANIFESTS)
def test_a_changed_manifest_is_refused(hoyle, copy, change):
    sealed(copy, change)
    code, told, _ = hoyle("recheck", str(copy))
    assert (code, "efused" in told or "REFUSED" in told) == (1, True)


@pytest.mark.parametrize(
    "change",
    [
        ("permit any", "permit any when laid < 3"),
        ("add 1 to laid", "add 2 to laid"),
        ("always size of pile = laid", "always size of pile <= laid + 1"),
        ("<= 2", "<= 1"),
        ("usually 2", "usually 3"),
        ("claim ends: every", "claim ends: ever"),
    ],
)
def test_they_are_about_their_rules_alone(hoyle, copy, change):
    sealed(copy, same, rules=RULES.replace(*change))
    assert hoyle("recheck", str(copy))[0] == 1


# ---------------------------------------------------------------- proofs by induction and by measures, and games


def forged(copy: Path, change: Callable[[ByInduction], ByInduction]) -> None:
    """Changes a proof by induction, and makes its questions anew where they can be made: by who has all of Hoyle."""
    manifest = from_text((copy / "manifest.json").read_text(encoding="utf-8"))
    game = lower(parse_text("rules.hoyle", RULES)).game
    assert game is not None
    changed = change(manifest.inductions[0])
    text = (copy / changed.file).read_text(encoding="utf-8")
    with suppress(Refused):
        text = text_of(game.title, tuple(parts(game, changed)))
    (copy / changed.file).write_text(text, encoding="utf-8")
    changed = replace(changed, sha256=digest(text))
    (copy / "manifest.json").write_text(to_text(replace(manifest, inductions=(changed,))), encoding="utf-8")


def of_end(change: Callable[[Ending], Ending]) -> Callable[[ByInduction], ByInduction]:
    return lambda one: replace(one, ending=None if one.ending is None else change(one.ending))


def of_level(**other: Any) -> Callable[[ByInduction], ByInduction]:
    return of_end(lambda end: replace(end, levels=(replace(end.levels[0], **other),)))


def lemma(words: str, at: tuple[int, ...] | None = None) -> Callable[[ByInduction], ByInduction]:
    return lambda one: replace(one, lemmas=(*one.lemmas, Lemma(words, at)))


SAME = Lemma("few", None)
HOLDS = "the condition holds at every decision and at the end"
FORGED = {
    "a lemma that is false": lemma("laid stays as it was"),
    "a lemma that is false later": lemma("pile is empty"),
    "a lemma that is none": lemma("all is well"),
    "a claim that is false": lambda one: replace(one, claims=(Inducted("few", "all is well", (SAME,)),)),
    "a claim that needs more": lambda one: replace(one, claims=(Inducted("all_counted", HOLDS, ()),)),
    "a way on left out": of_end(lambda end: replace(end, edges=end.edges[:-2])),
    "a way on that is none": of_end(lambda end: replace(end, edges=(*end.edges, (7, 2)))),
    "no level": of_end(lambda end: replace(end, levels=())),
    "the level twice": of_end(lambda end: replace(end, levels=end.levels * 2)),
    "a measure that grows": of_level(measure="makes laid smaller, and nothing makes laid larger again"),
    "a measure of cards that grows": of_level(measure="takes a card from pile for good", cells=(3,)),
    "a measure of no cards": of_level(measure="takes a card from nowhere for good", cells=(99,)),
    "a measure that is none": of_level(measure="makes all well"),
    "a level that ranks nothing": of_level(rest=((1, 2),)),
    "a level with others' ways on": of_level(rest=((0, 2),)),
    "something else follows": of_end(lambda end: replace(end, follows=(("ends", "all is well"),))),
    "nothing follows": of_end(lambda end: replace(end, follows=())),
    "other settings": lambda one: replace(one, settings=(("players", "2"), ("dealt", "1"))),
    "no claim at all": lambda one: replace(one, ending=None),
}


@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED)
def test_a_forged_proof_by_induction_is_refused(hoyle, copy, change):
    forged(copy, change)
    code, told, _ = hoyle("recheck", str(copy))
    assert (code, "efused" in told or "REFUSED" in told) == (1, True)


def test_what_can_be_forged_can_be_made(hoyle, copy):
    """The same with nothing changed holds: so it is the change that is refused."""
    forged(copy, lambda one: one)
    assert hoyle("recheck", str(copy))[0] == 0
    forged(copy, lambda one: replace(one, claims=(Inducted("all_counted", HOLDS, (Lemma("all_counted", None),)),)))
    assert hoyle("recheck", str(copy))[0] == 0


@pytest.mark.parametrize("file", [FILE, "induction-1.smt2"])
def test_any_solver_reads_a_whole_file(folder, file):
    text = (folder / file).read_text(encoding="utf-8")
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("incremental", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, file)
    said = []
    while not (command := parser.nextCommand()).isNull():
        said += str(command.invoke(solver, parser.getSymbolManager())).split()
    assert len(said) == text.count("(check-sat)") > 3
    assert set(said) == {"unsat"}


def replayed(copy: Path, change: Callable[[Played], Played], edit: Callable[[str], str] = str) -> None:
    """Changes a game and what is said of it, and mends the digests."""
    manifest = from_text((copy / "manifest.json").read_text(encoding="utf-8"))
    one = manifest.games[0]
    text = edit((copy / one.file).read_text(encoding="utf-8"))
    (copy / one.file).write_text(text, encoding="utf-8")
    changed = change(replace(one, sha256=digest(text)))
    (copy / "manifest.json").write_text(to_text(replace(manifest, games=(changed,))), encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "edit"),
    [
        (lambda one: replace(one, name="few"), str),
        (lambda one: replace(one, name="other"), str),
        (lambda one: replace(one, sentence="all is well"), str),
        (lambda one: replace(one, settings=(("players", "2"), ("dealt", "3"))), str),
        (lambda one: one, lambda text: text.replace("play(", "lay(", 1)),
        (lambda one: one, lambda text: json.dumps({**json.loads(text), "moves": []})),
        (lambda one: one, lambda text: json.dumps({**json.loads(text), "outcomes": [{"shuffle": "1R"}]})),
        (lambda one: one, lambda text: "[]"),
    ],
)
def test_a_game_that_shows_nothing_is_refused(hoyle, copy, change, edit):
    replayed(copy, change, edit)
    code, told, _ = hoyle("recheck", str(copy))
    assert (code, "REFUSED" in told) == (1, True)


def test_where_no_certificate_is_nothing_was_checked(hoyle, copy):
    sealed(copy, lambda manifest: replace(manifest, invariants=(), inductions=(), games=()))
    code, told, _ = hoyle("recheck", str(copy))
    assert code == 3
    assert "no certificate is here, so nothing is checked" in told


def test_what_is_left_out_is_told(hoyle, copy):
    sealed(copy, lambda manifest: replace(manifest, games=(), without=()))
    code, told, _ = hoyle("recheck", str(copy))
    assert (code, "of which nothing here says that they are proved: 1\n  three_lie\n" in told) == (0, True)
    assert json.loads(hoyle("recheck", str(copy), "--json")[1])["nothing_of"] == ["three_lie"]


def test_settings_and_editions_are_told_and_compared(hoyle, tmp_path):
    """Certificates of two cards, or of one edition, are not taken for those of the whole game."""
    rules = tmp_path / "tiny.hoyle"
    rules.write_text(RULES.replace("  number dealt", "  editions full, short\n  number dealt"), encoding="utf-8")
    folder = tmp_path / "made"
    hoyle("verify", f"{rules}@short", "--set", "dealt=1", "--certificates", str(folder), "--budget", "10")
    code, told, _ = hoyle("recheck", str(folder), f"{rules}@short")
    assert code == 0
    assert told.startswith("Tiny, dealt=1, edition=short: ")
    assert "of another edition" not in told
    assert "another edition than full" in hoyle("recheck", str(folder), f"{rules}@full")[1]
    assert hoyle("recheck", str(folder), f"{rules}@long")[0] == 2


def test_a_solver_that_says_nothing_decides_nothing(hoyle, folder, monkeypatch):
    monkeypatch.setattr("verify.smt.counting.recheck.Checker.answer", lambda *_: "unknown")
    code, told, _ = hoyle("recheck", str(folder))
    assert code == 3
    assert "undecided" in told


@pytest.mark.parametrize(("name", "words"), [("nowhere", "there is no folder"), (".", "holds no manifest.json")])
def test_what_is_no_folder_of_certificates_is_told(hoyle, tmp_path, monkeypatch, name, words):
    monkeypatch.chdir(tmp_path)
    code, _, said = hoyle("recheck", name)
    assert code == 2
    assert words in said
