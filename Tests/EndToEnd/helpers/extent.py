"""How much a test does."""

import pytest


def extent(names, usual, *extended):
    """Runs a test with its usual values, and with `tools/test --all` with the extended ones in their place."""
    values = [pytest.param(*usual, marks=pytest.mark.usual)]
    values += [pytest.param(*each, marks=pytest.mark.extended) for each in extended]
    return pytest.mark.parametrize(names, values)
