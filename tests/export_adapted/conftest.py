"""The exported modules of every game, importable: each is written when it is first asked for."""

import pytest

from tests.export_adapted.modules import FOLDER


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        made = tmp_path_factory.mktemp("adapted")
        patch.syspath_prepend(made)
        FOLDER.append(made)
        yield made
        FOLDER.clear()
