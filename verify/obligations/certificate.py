"""What a proof rests on, as text that another solver can decide: plain data, which results carry.

Leaves making it to `verify.smt.counting.smtlib`, and checking it to `verify.certificates`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counted:
    """A way of counting: the classes of cards by the cards' numbers in the deck (from 0), the fields that are
    remembered, and the zones in which each class is counted."""

    classes: tuple[tuple[int, ...], ...]
    fields: tuple[str, ...]
    by_class: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """A proof of a claim: `facts` define what holds at each step, in SMT-LIB, a line each; `steps` ask whether some way
    on leaves that, and `readings` whether the claim is broken somewhere, counted `read_by` perhaps more numbers."""

    counted: Counted
    facts: tuple[str, ...]
    steps: tuple[str, ...]
    read_by: Counted
    readings: tuple[str, ...]
