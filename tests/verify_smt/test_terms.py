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


def test_a_quotient_of_the_least_number_of_so_many_bits_is_right():
    """What is divided is brought to a multiple first, which may need one bit more."""
    wanted = z3.BitVec("n", 3)
    quotient = t.divide(t.Num(wanted, -4, 3), 3)
    assert isinstance(quotient, t.Num)
    assert z3.simplify(z3.substitute(quotient.term, (wanted, z3.BitVecVal(-4, 3)))).as_signed_long() == -2
