"""docs/ctap-features.md: each feature that is claimed names the test that shows it, which is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs/ctap-features.md").read_text()

# Below the line of dashes, without the headings in bold: feature, version, Toque, test, and the four others.
LINES = re.search(r"^\| Feature \|.*\n\|[-|]+\n((?:\|.*\n)+)", TABLE, re.MULTILINE)[1].splitlines()
ROWS = [line.strip("| ").split(" | ") for line in LINES if not line.startswith("| **")]


def test_the_table_is_read():
    assert len(ROWS) > 140 and ROWS[0][0] == "`U2F_V2`"
    for row in ROWS:
        assert len(row) == 8, row


def test_each_feature_that_is_there_names_its_test():
    for feature, _, toque, test, *_ in ROWS:
        claim = re.match(r"yes|no|partly", toque)
        assert claim, feature
        if claim[0] == "no":
            assert test == "–", feature
            continue
        link = re.fullmatch(r"\[(\w+)\.(\w+)\]\(\.\./(Tests/.+)\)", test)
        assert link, feature
        suite, name, path = link.groups()
        file = ROOT / path
        assert file.is_file() and file.stem == suite, feature
        # In Swift the first function after the attribute: one further below is a helper.
        declared = {".py": rf"^def (?=test_){name}\(", ".swift": rf"@Test\b((?!\bfunc\b)(?s:.))*\bfunc {name}\("}
        is_there = re.search(declared[file.suffix], file.read_text(), re.MULTILINE)
        assert is_there, f"{feature}: {suite} has no test {name}"


def test_every_note_is_there():
    used = set(re.findall(r"(?<!^)\[\^([^\]]+)\](?!:)", TABLE))
    defined = re.findall(r"^\[\^([^\]]+)\]:", TABLE, re.MULTILINE)
    assert sorted(used) == sorted(defined)
