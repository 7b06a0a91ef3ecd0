"""Terms of the solver mean what the interpreter computes."""

import z3

from verify.smt.encode import terms as t


def test_a_quotient_is_rounded_down_also_below_zero():
    solver, wanted = z3.Solver(), z3.BitVec("n", 6)
    for by in (1, 2, 3, 5, 20):
        quotient = t.divide(t.Num(wanted, -20, 17), by)
        assert isinstance(quotient, t.Num)
        assert (quotient.low, quotient.high) == (-20 // by, 17 // by)
        for value in range(-20, 18):
            solver.push()
            solver.add(wanted == value)
            assert solver.check(z3.Not(t.equal(quotient, value // by))) == z3.unsat, (value, by)
            solver.pop()
    assert t.divide(-7, 2) == -4
