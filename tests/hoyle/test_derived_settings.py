"""A number that follows from settings may be told only as it is, as the log of a game tells it."""

from hoyle.api import load
from hoyle.commands.cli import main


def test_a_log_of_a_game_with_derived_numbers_replays(tmp_path, capsys):
    state = load("pigeon").new_initial_state(seed=1)
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
    log = tmp_path / "log.json"
    log.write_text(state.serialize(), encoding="utf-8")
    assert main(["replay", "pigeon", str(log)]) == 0
    assert "All 5 moves replay." in capsys.readouterr().out


def test_a_derived_number_cannot_be_set_to_another_value(capsys):
    assert main(["check", "pigeon", "--set", "short_hand=7"]) == 2
    assert "`short_hand` follows from other settings and is 4 here, not 7" in capsys.readouterr().err
