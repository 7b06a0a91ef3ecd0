"""Blocks with a value go out of generated C, and it does the same things in the same order."""

import shutil
import subprocess
from itertools import count

import pytest

from engine.c.export.plain import without_blocks

GCC = shutil.which("gcc")
"""Blocks with a value are compiled as they are, too; no other compiler is sure to have them."""

PROGRAM = r"""
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
typedef long long num;
typedef uint8_t u8;
typedef uint64_t u64;
typedef uint64_t set_t;
typedef struct { num memo[4], memo_at[4], epoch; } G;
num note(G *g, num x) { (void)g; printf("%lld ", x); return x; }
num pair(G *g, num a, num b) { return note(g, 10 * a + b); }
static num play(G *g, num p) { (void)g; BODY }
int main(void) {
  G g = {{0}, {-1, -1, -1, -1}, 0};
  for (num p = 0; p < 5; p++) { printf("= %lld\n", play(&g, p)); g.epoch++; }
  return 0;
}
"""

BODIES_TEXT = r"""
# one value
return ({ num a1 = p; num b2 = 3; a1 < b2; });
# two values of which each is noted
return ({ num a1 = note(g, p); num b2 = note(g, 7); a1 - b2; });
# a value that is asked twice
return ({ num a1 = note(g, p); a1 * a1 + ({ num b2 = p; b2 * b2; }); });
# arguments
return ({ num x1 = note(g, p); num x2 = note(g, ({ num a3 = p; a3 + 1; })); pair(g, x1, x2); });
# behind and
return (p > 1 && ({ num r1 = 0; for (num v2 = 0; v2 < p; v2++) { r1 += note(g, v2); } r1; }) && p < 4);
# behind or
return (p > 2 || ({ num r1 = note(g, p); r1 += 1; r1 == 2; }) || note(g, 9) > 9);
# and within or
return ((p && ({ num r1 = 2; r1 += note(g, p); r1 > 4; })) || ({ num r2 = 1; r2 -= note(g, p); r2; }));
# kept values
return ({ if (g->memo_at[1] != g->epoch) { num v1 = note(g, p); g->memo[1] = v1; g->memo_at[1] = g->epoch; }
g->memo[1]; }) + ({ num a2 = note(g, 5); num b3 = note(g, 6); a2 * b3; });
# a question before a loop goes on
num n = 0; while (({ num r1 = 0; r1 += note(g, n); r1 < p; })) { n++; } return n;
# a loop's own question
num n = 0; for (num i = ({ num s1 = 1; s1 += note(g, p); s1; }); i < 4 && ({ num t2 = 0; t2 += note(g, i); t2
>= 0; }); i++) { if (i == 2) continue; n += i; } return n;
# else
if (({ num r1 = 0; r1 += note(g, p); r1 > 3; })) return 1; else if (({ num r2 = 1; r2 += note(g, p); r2 > 2;
})) return 2; else return 3;
# cases
switch (({ num r1 = 1; r1 += p; r1; })) { case 1: case 2: p = ({ num r2 = 4; r2 += note(g, p); r2; }); break;
case 3: { num r3 = note(g, 8); p += r3; } break; default: p = -1; } return p;
# two names at once
return ({ const u8 l_[2] = {1, 2}; const u8 *a1 = l_, *b2 = l_ + 1; note(g, a1[0]) + b2[p % 1]; });
# equal names
num n = ({ u8 l_[2]; l_[0] = (u8)p; (num)l_[0]; }); n += ({ u8 l_[2]; l_[1] = 7; (num)l_[1] + p; }); return n;
# the same block twice
return pair(g, ({ num r1 = 0; r1 += note(g, p); r1; }), ({ num r1 = 0; r1 += 3; r1; }));
# a name that is a member's
return ({ num epoch = p; epoch + g->epoch + ({ num b2 = note(g, 1); b2 += p; b2; }); });
# wide sets
return (({ set_t a1 = (set_t)1 << 40; set_t b2 = 0; b2 |= a1; b2; }) && ({ set_t r3 = 1; r3 <<= 33; r3; })) +
p;
# a block within a place
num held[3] = {1, 2, 3}; held[({ num at1 = p; at1 = at1 % 3; 0 + at1; })] = note(g, p); return held[0] + 2 *
held[1] + 3 * held[2];
"""
BODIES = dict(part.split("\n", 1) for part in BODIES_TEXT.strip("\n# ").split("\n# "))


def plain(body: str) -> str:
    numbers = count(1000)
    return without_blocks(body, lambda prefix: f"{prefix}{next(numbers)}")


def output(folder, name: str, body: str, *flags: str) -> str:
    assert GCC is not None
    source = folder / f"{name}.c"
    source.write_text(PROGRAM.replace("BODY", body), encoding="utf-8")
    command = [GCC, "-std=c11", *flags, "-o", folder / name, source]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return subprocess.run([folder / name], capture_output=True, text=True, check=True, timeout=10).stdout


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_the_same_is_done_in_the_same_order(tmp_path, body):
    made = plain(body)
    assert "({" not in made
    expected = output(tmp_path, "blocks", body)
    assert output(tmp_path, "plain", made, "-Wall", "-Wextra", "-pedantic", "-Werror") == expected
    assert len(expected.splitlines()) == 5


def test_blocks_that_only_name_values_become_expressions():
    assert plain("return ({ num a1 = g->s.fields[2]; num b2 = 3; (a1 == b2); });") == "return g->s.fields[2] == 3;"
    assert plain("x = ({ set_t a1 = y; set_t b2 = z; a1 & ~b2; });") == "x = y & ~z;"
    assert plain("return ({ num x1 = a->p; num x2 = f(g, b); pair(g, x1, x2); });") == "return pair(g, a->p, f(g, b));"


def test_numbers_stay_as_wide_as_they_were():
    """Fields are numbers of 32 bits, and their sum is one of 64."""
    made = plain("return ({ num a1 = g->s.fields[1]; num b2 = g->s.fields[2]; a1 + b2; });")
    assert made == "return (num)g->s.fields[1] + (num)g->s.fields[2];"
