"""Names of a rule file meet none of the run-time's."""

import re

from engine.c.export.header import run_time, template
from engine.c.rules.names import KEYWORDS, RUN_TIME


def test_all_that_the_run_time_defines_is_reserved():
    text = re.sub(r"/\*.*?\*/", "", run_time() + template("run.c") + template("source.c"), flags=re.DOTALL)
    found = set(
        re.findall(r"^(?:static )?(?:inline )?(?:_Noreturn )?(?:const )?\w+ \*?(?!GAME)(\w+)\(", text, re.MULTILINE)
    )
    found |= set(re.findall(r"^(?:typedef .*|} )\b(?!GAME)(\w+);", text, re.MULTILINE))
    assert {"stop", "can_total", "play_on", "pattern", "writer"} <= found
    assert found - RUN_TIME - KEYWORDS == set()
