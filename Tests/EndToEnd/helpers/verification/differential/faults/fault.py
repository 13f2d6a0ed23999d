"""Kinds of fault: each goes wrong in one step of a ceremony, while all that follows is made of it as ever."""

import random
from dataclasses import dataclass

KINDS = []


@dataclass(frozen=True)
class Kind:
    """A kind of fault. `change` gets what the step made and a source of randomness, and gives what it makes instead;
    None where the kind does not go with what the step made."""

    step: str
    name: str
    change: object

    def __str__(self):
        return f"{self.step}: {self.name}"


def fault(*steps):
    """Makes a function a kind of fault of each of these steps, by its own name."""

    def register(change):
        KINDS.extend(Kind(step, change.__name__.replace("_", " "), change) for step in steps)
        return change

    return register


class Occurrence:
    """A fault of a kind in one ceremony, which its seed decides."""

    def __init__(self, kind, seed):
        self.kind = kind
        self.random = random.Random(seed)
        self.happened = False

    def __call__(self, step, value):
        if step != self.kind.step or self.happened:
            return value
        changed = self.kind.change(value, self.random)
        if changed is None:
            return value
        self.happened = True
        return changed


def flip(data, random):
    """Flips one bit."""
    changed = bytearray(data)
    changed[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(changed)
