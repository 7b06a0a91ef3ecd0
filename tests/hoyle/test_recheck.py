"""`hoyle verify --certificates` and `hoyle recheck`: proofs are decided again, and nothing that was changed passes."""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.commands.cli import main
from verify.certificates.manifest import Invariant, Manifest, digest, from_text, to_text

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
"""
BYTES = int(os.environ.get("HOYLE_CORRUPTIONS", "20"))
"""So many bytes are changed, one at a time; 500 in `make soundness`."""

FILE = "invariant-1.smt2"


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
    assert "Tiny: 2 of 2 certificates hold" in told
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
    path = copy / ("manifest.json", FILE, "rules.hoyle")[number % 3]
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
    "a setting that is none": lambda m: replace(m, settings=(("nothing", "1"),)),
    "another game": lambda m: replace(m, game="Other"),
    "a file elsewhere": of_first(lambda one: replace(one, file="../certificates/invariant-1.smt2")),
    "a file that is not there": of_first(lambda one: replace(one, file="invariant-7.smt2")),
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


def test_where_no_certificate_is_nothing_was_checked(hoyle, copy):
    sealed(copy, lambda manifest: replace(manifest, invariants=()))
    code, told, _ = hoyle("recheck", str(copy))
    assert code == 3
    assert "no certificate is here, so nothing is checked" in told


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
