"""The package is built as docs/design.md says."""

import collections
import json
import re
import subprocess

import pytest

from command import ROOT

# Modules of the toolchain, which no package declares.
TOOLCHAIN = {"Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Testing"}
IMPORT = re.compile(r"^(?:@\S+ )*import (\w+)", re.M)
# A type at the top level of a file.
MODIFIERS = "public|package|private|fileprivate|final|indirect"
KINDS = "struct|class|enum|actor|protocol|typealias"
TYPE = re.compile(rf"^(?:@\w+ )*(?:(?:{MODIFIERS}) )*(?:{KINDS}) (\w+)", re.M)


@pytest.fixture(scope="module")
def floors():
    """The floor of each target."""
    rows = re.findall(r"^\| (\d+) \| ((?:`[\w-]+` ?)+)\|", (ROOT / "docs/design.md").read_text(), re.M)
    return {name: int(floor) for floor, names in rows for name in re.findall(r"[\w-]+", names)}


@pytest.fixture(scope="module")
def targets():
    """The manifest's targets by name, each with what it depends on."""
    command = ["swift", "package", "--package-path", ROOT, "dump-package"]
    manifest = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    for target in manifest["targets"]:
        target["dependencies"] = {next(iter(each.values()))[0] for each in target["dependencies"]}
    return {target["name"]: target for target in manifest["targets"]}


def imports(target):
    base = "Tests" if target["type"] == "test" else "Sources"
    folder = ROOT / (target.get("path") or f"{base}/{target['name']}")
    return {module for file in folder.rglob("*.swift") for module in IMPORT.findall(file.read_text())} - TOOLCHAIN


def test_every_target_has_a_floor(floors, targets):
    assert floors.keys() == {name for name in targets if (ROOT / "Sources" / name).is_dir()}


def test_a_target_depends_only_on_floors_below_its_own(floors, targets):
    for name, floor in floors.items():
        for dependency in targets[name]["dependencies"] & floors.keys():
            assert floors[dependency] < floor, f"{name} depends on {dependency}"


def test_each_target_declares_exactly_what_it_imports(targets):
    for target in targets.values():
        assert target["dependencies"] == imports(target), target["name"]


def test_no_two_targets_declare_a_type_of_the_same_name():
    owners = collections.defaultdict(set)
    for file in (ROOT / "Sources").rglob("*.swift"):
        for name in TYPE.findall(file.read_text()):
            owners[name].add(file.relative_to(ROOT / "Sources").parts[0])
    assert {name: targets for name, targets in owners.items() if len(targets) > 1} == {}


def test_a_folder_has_at_most_fifteen_files_and_more_than_one():
    files = [file.relative_to(ROOT) for base in ("Sources", "Tests") for file in (ROOT / base).rglob("*.swift")]
    counts = collections.Counter(file.parent for file in files)
    # A target's own folder may have one file beside folders, or one file in all.
    assert {folder for folder, count in counts.items() if count > 15 or count == 1 and len(folder.parts) > 2} == set()
