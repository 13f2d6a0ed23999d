"""The faulty ceremonies: as many as asked for, the same in every run, spread evenly over bases and kinds of fault."""

import random
from dataclasses import dataclass

from . import faults_of_authenticator_data  # noqa: F401
from . import faults_of_certificates  # noqa: F401
from . import faults_of_client_data  # noqa: F401
from . import faults_of_responses  # noqa: F401
from . import faults_of_statements  # noqa: F401
from .bases import BASES
from .ceremony import Ceremony
from .fault import KINDS, Kind, Occurrence

SEED = "toque"
# So many faults of a pair that are all there already tell that it has no others.
PATIENCE = 3


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


def faulty_ceremonies(count):
    """Round by round a fault of each kind in each base, until there are enough."""
    known = {base().document("") for base in BASES}
    steps = {base.name: steps_of(base) for base in BASES}
    pairs = [(base, kind) for base in BASES for kind in KINDS if kind.step in steps[base.name]]
    # The last round may end before it has been through.
    random.Random(SEED).shuffle(pairs)
    failures = {}
    cases = []
    number = 0
    while pairs:
        going_on = []
        for base, kind in pairs:
            occurrence = Occurrence(kind, f"{SEED} {base.name} {kind} {number}")
            ceremony = base(occurrence)
            document = ceremony.document("")
            if occurrence.happened and document not in known:
                known.add(document)
                cases.append(Case(base, kind, ceremony))
                if len(cases) == count:
                    return cases
            else:
                failures[base.name, kind] = failures.get((base.name, kind), 0) + 1
            if failures.get((base.name, kind), 0) < PATIENCE:
                going_on.append((base, kind))
        pairs = going_on
        number += 1
    return cases
