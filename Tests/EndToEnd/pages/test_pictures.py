"""tools/screenshots: the pictures of the documentation."""

import re

import pytest

import browser
import pictures
from command import ROOT

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]


def test_the_same_input_gives_the_same_picture(toque):
    first, second = dict(pictures.make(toque)), dict(pictures.make(toque))
    assert first == second
    signs = {".png": b"\x89PNG", ".svg": b"<svg"}
    for name, picture in first.items():
        assert picture.startswith(signs[name[-4:]]) and len(picture) > 10_000, name
    # It loads nothing.
    assert re.search(rb"url\((?!#)|href|@import", first["demo.svg"]) is None
    assert len(set(first.values())) == len(first)
    assert set(first) == {path.name for path in (ROOT / "docs/pictures").iterdir()}


def test_every_picture_is_shown_dark_and_light():
    shown = {
        page.parent / target
        for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
        for target in re.findall(r"!\[[^]]+\]\(([^)]+)\)|(?:src|srcset)=\"([^\"]+)\"", page.read_text())
        for target in target
        if target
    }
    assert shown == set((ROOT / "docs/pictures").iterdir())
