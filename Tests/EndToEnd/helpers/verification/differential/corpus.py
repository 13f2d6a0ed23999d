"""The faulty ceremonies: as many as asked for, the same in every run, spread evenly over bases and kinds of fault."""

import collections
import random
from dataclasses import dataclass

from .bases import BASES
from .ceremony import Ceremony
from .faults import KINDS, Kind, Occurrence

SEED = "toque"
# So many faults of a pair that are all there already tell that it has no others.
PATIENCE = 5
# What a kind of fault gets in each round, even if a single base can have it.
ENOUGH = 20


@dataclass(frozen=True)
class Case:
    base: object
    kind: Kind
    ceremony: Ceremony


def steps_of(base):
    """The steps that the making of a ceremony has."""
    steps = set()

    def note(step, value):
        steps.add(step)
        return value

    base(note)
    return steps


def pairs():
    """Bases with the kinds of fault that they can have: first, and again and again, what only a few of them can."""
    steps = {base.name: steps_of(base) for base in BASES}
    few, many = [], []
    for kind in KINDS:
        bases = [base for base in BASES if kind.step in steps[base.name]]
        times = ENOUGH // len(bases)
        (few if times else many).extend([(base, kind) for base in bases] * max(times, 1))
    # A round may end before it has been through.
    random.Random(SEED).shuffle(many)
    return few + many


def faulty_ceremonies(count):
    """Round by round a fault for each pair, until there are enough. No two are the same, and none is valid as made."""
    known = {base().document("") for base in BASES}
    going_on = pairs()
    drawn, in_vain = collections.Counter(), collections.Counter()
    cases = []
    while going_on:
        for base, kind in going_on:
            pair = base.name, kind
            occurrence = Occurrence(kind, f"{SEED} {base.name} {kind} {drawn[pair]}")
            drawn[pair] += 1
            ceremony = base(occurrence)
            document = ceremony.document("")
            if not occurrence.happened or document in known:
                in_vain[pair] += 1
                continue
            known.add(document)
            cases.append(Case(base, kind, ceremony))
            if len(cases) == count:
                return cases
        going_on = [(base, kind) for base, kind in going_on if in_vain[base.name, kind] < PATIENCE]
    return cases
