"""docs/ctap-features.md: each supported feature names an existing test."""

import re

import pytest

from command import ROOT
from served_key import ServedKey

TABLE = (ROOT / "docs/ctap-features.md").read_text()

# Rows below the dashes, except bold headings: feature, version, Toque, test and four other products.
LINES = re.search(r"^\| Feature \|.*\n\|[-|]+\n((?:\|.*\n)+)", TABLE, re.MULTILINE)[1].splitlines()
ROWS = [line.strip("| ").split(" | ") for line in LINES if not line.startswith("| **")]


def test_the_table_has_all_its_rows_and_columns():
    assert len(ROWS) > 140 and ROWS[0][0] == "`U2F_V2`"
    for row in ROWS:
        assert len(row) == 8, row


def test_each_supported_feature_names_an_existing_test():
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
        # In Swift, the first function after @Test is the test; any later one is a helper.
        declared = {".py": rf"^def (?=test_){name}\(", ".swift": rf"@Test\b((?!\bfunc\b)(?s:.))*\bfunc {name}\("}
        is_there = re.search(declared[file.suffix], file.read_text(), re.MULTILINE)
        assert is_there, f"{feature}: {suite} has no test {name}"


def names(client):
    """The features that a key reports by name or by number."""
    info = client.ctap.get_info()
    yield from (f"`{version}`" for version in info.versions)
    yield from (*info.options, *info.extensions, *(f"Format `{name}`" for name in info.attestation_formats))
    members = client.ctap.send_cbor(0x04)
    yield from (f"{number:02X}" for number in members)


@pytest.mark.parametrize("profile", ["fingerprint-key", "ios"])
def test_each_feature_in_get_info_has_a_row(toque, tmp_path, profile):
    options = ["--profile", profile, "--pin-policy-url", "https://keys.example/pins"]
    if profile == "fingerprint-key":
        options += ["--enterprise-rp-id", "bank.example"]
    features = [re.sub(r"(\w+), (?=\w+$)", r"\1\n", row[0]) for row in ROWS]
    lines = "\n".join(features).splitlines()
    with ServedKey(toque, tmp_path / "store.sqlite", *options) as key, key.connect() as client:
        found = list(names(client))
    assert len(found) > 30
    for name in found:
        # Match whole names: "uv" and "uvAcfg" have separate rows.
        assert any(re.match(rf"{re.escape(name)}(?!\w)", line) for line in lines), name


def test_every_footnote_exists():
    used = set(re.findall(r"(?<!^)\[\^([^\]]+)\](?!:)", TABLE))
    defined = re.findall(r"^\[\^([^\]]+)\]:", TABLE, re.MULTILINE)
    assert sorted(used) == sorted(defined)
