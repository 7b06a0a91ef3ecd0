"""Turns a move that chooses `a or b` cards into one move for each shape, called `MOVE_SHAPE`.

Works on syntax; what `cards is a SHAPE` means inside such a move is left to `spec.lower.expressions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from spec import syntax as s
from spec.names.table import Names
from spec.syntax import File
from spec.text.limits import MOST_VARIANTS


@dataclass(frozen=True, slots=True)
class Chosen:
    """The shape that a parameter's cards have in this variant of a move, out of those it may have."""

    shape: str
    among: tuple[str, ...]


def expanded(file: File, names: Names) -> tuple[File, dict[str, Mapping[str, Chosen]]]:
    """The file with every such move, offered or asked about, as its variants; and what each variant has chosen."""
    variants: dict[str, tuple[str, ...]] = {}
    chosen: dict[str, Mapping[str, Chosen]] = {}
    sections: list[s.Section] = []
    for section in file.sections:
        if not isinstance(section, s.MoveSection) or not any(_many(c) for c in section.choices):
            sections.append(section)
            continue
        if section.head.name.text in variants:
            names.report("E0202", section.head.span, f"`{section.head.name.text}` is introduced twice")
            continue
        ways = prod(len(_options(choice)) for choice in section.choices)
        if ways > MOST_VARIANTS:
            name = section.head.name
            message = (
                f"`{name.text}` would become {ways:,} moves, one for each choice of shapes; at most {MOST_VARIANTS}"
            )
            names.report("E0118", name.span, message)
            names.lost |= {name.text}
            names.used |= {
                shape.text for c in section.choices if isinstance(c.choice, s.ShapeFrom) for shape in c.choice.shapes
            }
            continue
        made = tuple(_variants(section))
        variants[section.head.name.text] = tuple(m.head.name.text for m, _ in made)
        sections.extend(m for m, _ in made)
        chosen |= {m.head.name.text: choice for m, choice in made}
    if not variants:
        return file, {}
    names.variants = variants
    return replace(file, sections=tuple(sections)), chosen


def _many(choice: s.ChoiceText) -> bool:
    return isinstance(choice.choice, s.ShapeFrom) and len(choice.choice.shapes) > 1


def _variants(section: s.MoveSection) -> Iterator[tuple[s.MoveSection, Mapping[str, Chosen]]]:
    """One move for each way of settling its choices."""
    options = [_options(choice) for choice in section.choices]
    for choices in product(*options):
        label = section.head.name.text
        picked: dict[str, Chosen] = {}
        for written, one in zip(section.choices, choices, strict=True):
            if isinstance(written.choice, s.ShapeFrom) and isinstance(one.choice, s.ShapeFrom) and _many(written):
                shape = one.choice.shapes[0].text
                label += f"_{shape}"
                picked[written.name.text] = Chosen(shape, tuple(n.text for n in written.choice.shapes))
        head = replace(section.head, name=replace(section.head.name, text=label))
        yield replace(section, head=head, choices=choices), picked


def _options(choice: s.ChoiceText) -> tuple[s.ChoiceText, ...]:
    if not isinstance(choice.choice, s.ShapeFrom):
        return (choice,)
    chosen = choice.choice
    return tuple(replace(choice, choice=replace(chosen, shapes=(shape,))) for shape in chosen.shapes)


def about(e: s.Expr, chosen: Mapping[str, Chosen], shapes: Mapping[str, object]) -> bool | None:
    """What `cards is a SHAPE` comes to where the cards were chosen as one of several shapes; None for all else."""
    match e:
        case s.IsA(s.Word(name), s.Name(shape), negated):
            pass
        case s.Binary("=" | "!=" as op, s.Word(name), s.Word(shape)) if shape in shapes:
            negated = op == "!="
        case _:
            return None
    found = chosen.get(name)
    if found is None or shape not in found.among:
        return None
    return (shape == found.shape) is not negated


def ruled_out(e: s.Expr | None, chosen: Mapping[str, Chosen], shapes: Mapping[str, object]) -> bool:
    """Does a condition not hold because the cards were chosen as another shape?"""
    match e:
        case s.Junction("and", items):
            return any(ruled_out(item, chosen, shapes) for item in items)
        case s.Junction("or", items):
            return all(ruled_out(item, chosen, shapes) for item in items)
        case None:
            return False
        case _:
            return about(e, chosen, shapes) is False
