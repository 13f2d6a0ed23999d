"""docs/ctap-features.md: each feature that is claimed names the test that shows it, which is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs/ctap-features.md").read_text()

# Feature, version, Toque, test; the four others follow.
ROWS = re.findall(r"^\| ([^|*]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|(?: [^|]+ \|){4}$", TABLE, re.MULTILINE)[1:]


def test_the_table_is_read():
    assert len(ROWS) > 140 and ROWS[0][0] == "`U2F_V2`"


def test_each_feature_that_is_there_names_its_test():
    for feature, _, toque, test in ROWS:
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
        declared = rf"^def {name}\(" if file.suffix == ".py" else rf"@Test[^\n]*(?:\n.*){{0,8}}?\bfunc {name}\("
        assert re.search(declared, file.read_text(), re.MULTILINE), f"{feature}: {suite} has no test {name}"


def test_every_note_is_there():
    used = set(re.findall(r"(?<!^)\[\^([^\]]+)\](?!:)", TABLE))
    defined = re.findall(r"^\[\^([^\]]+)\]:", TABLE, re.MULTILINE)
    assert sorted(used) == sorted(defined)
