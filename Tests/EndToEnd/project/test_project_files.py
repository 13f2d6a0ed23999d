"""The files that a newcomer expects are present, and link to everything else."""

import re

import pytest

from command import ROOT

LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
PAGES = sorted(file.name for file in (ROOT / "docs").glob("*.md") if file.name != "README.md")


def test_the_index_of_the_documentation_lists_each_page_once():
    listed = [link for link in LINK.findall((ROOT / "docs/README.md").read_text()) if "/" not in link]
    assert sorted(listed) == PAGES


def test_the_license_is_whole_and_names_the_authors():
    text = (ROOT / "LICENSE").read_text()
    assert text.lstrip().startswith("Apache License\n") and "Version 2.0, January 2004" in text
    assert all(f"\n   {number}. " in text for number in range(1, 10))
    assert "Copyright 2026 The Toque authors" in text
    assert "[name of copyright owner]" not in text


@pytest.mark.parametrize("name", ["SECURITY.md", "CONTRIBUTING.md", "README.md", "docs/README.md"])
def test_links_lead_to_existing_files(name):
    file = ROOT / name
    links = set(LINK.findall(file.read_text()))
    assert links
    assert [link for link in links if not (file.parent / link).exists()] == []
