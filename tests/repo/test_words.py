"""What is counted of a rule file, and what is not."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILE = """# A comment of many words that counts nothing.
game "Small":
  players 2 @ "a/3"                      # two
  deck standard
  editions full, short

source full "The book":
  "a" 1..3

source short "The leaflet":
  "b" 1..2

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner @ "b/1"
  aside: set, face up under how is fresh

question how: "How?"
  reading old
  reading fresh
  ruling old because "it was there first"

define unused: yes

define told: no

move lay(c: card from hand of mover):
  permit any @ "a/1", "b/1", "a/2"
  forbid late under how is fresh when told
  precedence late > any
  does put:
    move c under deck
    shuffle deck under how is fresh

play:
  step deal: deal 5 cards from deck to each hand
  turns:
    choice act: mover does lay

claim quiet: always not told
"""


@pytest.fixture(scope="module")
def words() -> ModuleType:
    spec = importlib.util.spec_from_file_location("words", ROOT / "bench" / "words.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_only_the_rules_in_force_are_counted(words: ModuleType):
    kept = [" ".join(line.split()) for line in words.in_force(FILE).splitlines() if line.strip()]
    assert kept == [
        'game "Small":',
        'players 2 @ "a/3"',
        "deck standard",
        "editions full, short",
        "zones:",
        "deck: stack, face down, starts with every card",
        "hand[player]: set, seen by its owner @",
        "move lay(c: card from hand of mover):",
        'permit any @ "a/1", "a/2"',
        "does put:",
        "move c under deck",
        "play:",
        "step deal: deal 5 cards from deck to each hand",
        "turns:",
        "choice act: mover does lay",
    ]


def test_another_ruling_brings_other_words(words: ModuleType):
    changed = words.in_force(FILE.replace("ruling old", "ruling fresh"))
    for text in (
        "aside: set",
        "forbid late under how is fresh when told",
        "precedence late",
        "shuffle deck",
        "define told",
    ):
        assert text in changed


def test_a_file_that_cannot_be_read_is_not_counted(words: ModuleType):
    with pytest.raises(ValueError, match="does not read"):
        words.in_force("game 7\n")


def test_a_folder_without_rulebooks_is_a_failure(words: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert words.main(tmp_path) == 1
    assert "holds no rulebook" in capsys.readouterr().out


def test_the_median_is_that_of_the_games_with_a_rulebook(
    words: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    games = ("kuhn_poker", "pigeon", "whist")
    for name in games:
        (tmp_path / name).symlink_to(words.RULES / name)
    monkeypatch.setattr(words, "RULES", tmp_path)
    (tmp_path / "pigeon-full.txt").write_text("word " * 1000, encoding="utf-8")
    assert words.main(tmp_path) == 0
    out = capsys.readouterr().out
    assert "median of 1:" in out
    assert out.count("no rulebook there") == len(games) - 1
