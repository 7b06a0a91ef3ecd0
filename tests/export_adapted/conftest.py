"""The exported modules of every game, importable."""

import pytest

from hoyle.sources.files import game_names
from tests.conformance.harness import rules
from tests.export_adapted.modules import write


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        made = tmp_path_factory.mktemp("adapted")
        patch.syspath_prepend(made)
        for name in game_names():
            write(made, rules(name), name)
        yield made
