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
# An enumeration at any depth, with its body.
ENUM = re.compile(rf"^( *)(?:(?:{MODIFIERS}) )*enum \w+[^\n]*\{{\n((?:\1 .*\n|\n)*)\1\}}", re.M)
PARENTHESES = r"\((?:[^()]|\([^()]*\))*\)"
# Switches with a default whose patterns have the names of one enumeration's cases.
DEFAULTS = {
    "Attestation/TPM/TPMPublicArea.swift": "TPMAlgorithm is a structure",
    "Inspector/CBOR/LocatedCBORReader.swift": "its patterns have conditions",
    "SecurityKey/Management/KeyManager+Fingerprints.swift": "the caller chose the statuses that can occur",
    "toque/Key/KeyFingerprints+Display.swift": "FingerprintSampleStatus is a structure",
}


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


def files_of_folders(suffix, *bases):
    files = [file.relative_to(ROOT) for base in bases for file in (ROOT / base).rglob(f"*{suffix}")]
    return collections.Counter(file.parent for file in files).items()


def test_a_folder_has_at_most_fifteen_files_and_more_than_one():
    swift = files_of_folders(".swift", "Sources", "Tests")
    # A target's own folder may have one file beside folders, or one file in all.
    assert {folder for folder, count in swift if count > 15 or count == 1 and len(folder.parts) > 2} == set()
    assert {folder for folder, count in files_of_folders(".py", "Tests", "tools") if count > 15} == set()


def names_of_cases(enum):
    """The names of an enumeration's own cases."""
    indent, body = enum.groups()
    lists = re.findall(rf"^{indent}    (?:indirect )?case (.*)", body, re.M)
    return {re.match(r"\w*", part.strip(" `"))[0] for line in lists for part in re.sub(PARENTHESES, "", line).split(",")}


def switches_with_default(text):
    """The patterns of each switch over one value that has a default."""
    for end in re.finditer(r"^( *)default:", text, re.M):
        indent = end[1]
        *_, begin = re.finditer(rf"^{indent}(?:\S.*)?\bswitch .*\{{$", text[: end.start()], re.M)
        cases = re.findall(rf"^{indent}case ((?:[^:()]|{PARENTHESES})*):", text[begin.end() : end.start()], re.M)
        bare = [re.sub(r" where .*", "", re.sub(PARENTHESES, "", case), flags=re.S) for case in cases]
        yield [pattern.strip() for case in bare for pattern in case.split(",")]


def test_a_switch_over_an_enumeration_of_our_own_has_no_default():
    texts = {file.relative_to(ROOT / "Sources"): file.read_text() for file in (ROOT / "Sources").rglob("*.swift")}
    enums = [names_of_cases(enum) for text in texts.values() for enum in ENUM.finditer(text)]
    found = set()
    for file, text in texts.items():
        for patterns in switches_with_default(text):
            names = {pattern.strip(".?") for pattern in patterns} - {"nil"}
            is_of_names = names and all(re.fullmatch(r"\.\w+\??|nil", pattern) for pattern in patterns)
            if is_of_names and any(names <= cases for cases in enums):
                found.add(str(file))
    assert found == DEFAULTS.keys()
