"""How much a test does."""

import pytest


def extent(names, usual, *extended):
    """Runs a test with its usual values, or under `tools/test --all` with the extended ones."""
    values = [pytest.param(*usual, marks=pytest.mark.usual)]
    values += [pytest.param(*each, marks=pytest.mark.extended) for each in extended]
    return pytest.mark.parametrize(names, values)
