"""`toque vectors`, and the vectors in the repository."""

import json
import shutil
import subprocess

import pytest

import schemas
from command import ROOT

SET = "w3c-webauthn-l3"
FOLDER = ROOT / "vectors"
FILES = sorted(
    file for file in FOLDER.rglob("*.json") if file.parent != schemas.FOLDER and "set" in json.loads(file.read_text())
)
UNREADABLE = {"malformed_ceremony", "malformed_options", "malformed_response", "malformed_trust_anchor"}


@pytest.fixture(scope="module")
def generated(toque, tmp_path_factory):
    folder = tmp_path_factory.mktemp("vectors") / "a" / SET
    result = toque.run("vectors", "generate", "--set", SET, "--output", folder)
    assert result.returncode == 0, result.stderr
    return folder


@pytest.fixture
def copy(generated, tmp_path):
    return shutil.copytree(generated, tmp_path / SET)


def contents(folder):
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(FOLDER)) for file in FILES])
def test_each_vector_file_matches_the_schemas(file):
    vectors = json.loads(file.read_text())
    schemas.validate("vectors", vectors)
    for ceremony in vectors.get("ceremonies", []):
        if ceremony["expected"].get("code") not in UNREADABLE:
            schemas.validate("ceremony", ceremony)


@pytest.mark.parametrize("set", sorted({json.loads(file.read_text())["set"] for file in FILES}))
def test_generating_each_set_reproduces_it_byte_for_byte(toque, tmp_path, set):
    assert toque.run("vectors", "generate", "--set", set, "--output", tmp_path, timeout=600).returncode == 0
    assert contents(tmp_path) == contents(FOLDER / set)


def test_the_published_vectors_verify_as_expected(toque):
    result = toque.run("vectors", "verify", FOLDER, timeout=600)
    assert result.returncode == 0, result.stderr
    assert result.stdout.endswith("as expected\n")


def test_identifiers_are_unique(generated):
    identifiers = [
        vector["id"]
        for file in generated.iterdir()
        for vector in json.loads(file.read_text())["ceremonies"]
    ]
    assert len(identifiers) == len(set(identifiers))


def test_the_default_is_the_folder_vectors(toque, generated):
    shutil.copytree(generated, generated.parent / "here/vectors")
    result = subprocess.run(
        [toque.path, "vectors", "verify"], cwd=generated.parent / "here", env=toque.environment, capture_output=True
    )
    assert result.returncode == 0, result.stderr


def test_generating_again_replaces_only_the_files_of_the_set(toque, copy):
    before = contents(copy)
    (copy / "none.ES256.json").write_text(json.dumps({"set": SET}))
    (copy / "notes.txt").write_text("mine")
    assert toque.run("vectors", "generate", "--set", SET, "--output", copy).returncode == 0
    (copy / "notes.txt").unlink()
    assert contents(copy) == before


@pytest.mark.parametrize("foreign", ["mine", "{}", '{"set": "other"}', None], ids=str)
def test_a_foreign_file_is_not_overwritten(toque, tmp_path, foreign):
    file = tmp_path / "none.ES256.json"
    if foreign is None:
        (tmp_path / "elsewhere.json").write_text(json.dumps({"set": SET}))
        file.symlink_to("elsewhere.json")
    else:
        file.write_text(foreign)
    before = contents(tmp_path)
    result = toque.run("vectors", "generate", "--set", SET, "--output", tmp_path)
    assert (result.returncode, contents(tmp_path)) == (1, before)
    assert str(file) in result.stderr


def test_generating_into_an_unwritable_folder_fails(toque, tmp_path):
    (tmp_path / "file").write_text("")
    assert toque.run("vectors", "generate", "--set", SET, "--output", tmp_path / "file/x").returncode == 3
    assert toque.run("vectors", "generate", "--set", "no-such-set", "--output", tmp_path).returncode == 2
    assert toque.run("vectors", "generate", "--set", SET).returncode == 2
    # An unset shell variable.
    assert toque.run("vectors", "generate", "--set", SET, "--output", "").returncode == 2


def test_an_unexpected_verdict_is_named(toque, copy):
    file = copy / "none.ES256.json"
    vectors = json.loads(file.read_text())
    vectors["ceremonies"][0]["rpId"] = "example.com"
    file.write_text(json.dumps(vectors))
    result = toque.run("vectors", "verify", copy)
    assert result.returncode == 1
    assert "1 not as expected" in result.stdout
    [line] = result.stderr.splitlines()
    assert all(part in line for part in (str(file), vectors["ceremonies"][0]["id"], "rp_id_hash_mismatch"))


def test_other_documents_are_skipped_in_folders_only(toque, copy):
    options = copy / "options.json"
    shutil.copy(FOLDER / "belvo-guide/signing-options.json", options)
    assert toque.run("vectors", "verify", copy).returncode == 0
    assert toque.run("vectors", "verify", options).returncode == 1
    options.write_text("{")
    assert toque.run("vectors", "verify", copy).returncode == 1


def test_several_files_and_lines_are_verified(toque, generated, tmp_path):
    lines = tmp_path / "ceremonies.jsonl"
    ceremonies = json.loads((generated / "none.ES256.json").read_text())["ceremonies"]
    lines.write_text("".join(json.dumps(ceremony) + "\n" for ceremony in ceremonies))
    result = toque.run("vectors", "verify", lines, generated / "none.ES256.json")
    assert result.stdout == f"2 files, {2 * len(ceremonies)} verdicts, as expected\n"
    assert toque.run("vectors", "verify", lines).stdout.startswith("1 file, ")
    lines.write_text(lines.read_text() + "nonsense\n")
    assert toque.run("vectors", "verify", lines).returncode == 1
    assert toque.run("vectors", "verify", tmp_path / "missing").returncode == 3
    (tmp_path / "empty").mkdir()
    assert toque.run("vectors", "verify", tmp_path / "empty").returncode == 1


def test_cbor_vectors_are_verified(toque, tmp_path):
    file = tmp_path / "inputs.json"

    def ended(*inputs):
        document = {"set": "mine", "description": "inputs", "inputs": list(inputs)}
        schemas.validate("vectors", document)
        file.write_text(json.dumps(document))
        return toque.run("vectors", "verify", file)

    good = {"id": "zero", "input": "AA", "canonical": True}
    bad = {"id": "long zero", "input": "GAA", "canonical": False, "reason": "not in its shortest form"}
    empty = {"id": "empty", "input": "", "canonical": False, "reason": "no item"}
    assert ended(good, bad, empty).returncode == 0
    result = ended({**good, "input": "GAA"}, {**bad, "input": "AA"})
    assert (result.returncode, len(result.stderr.splitlines())) == (1, 2)


def attested(generated):
    """Returns a registration with an attestation certificate, and its anchor."""
    ceremony = json.loads((generated / "packed.ES256.json").read_text())["ceremonies"][0]
    assert ceremony["kind"] == "registration"
    return ceremony, ceremony.pop("trustAnchors")


def verdict(toque, ceremony, *arguments):
    return json.loads(toque.run("verify", *arguments, stdin=json.dumps(ceremony)).stdout)


def test_chains_are_judged_if_anchors_are_given(toque, generated, tmp_path):
    ceremony, [anchor] = attested(generated)
    pem = f"-----BEGIN CERTIFICATE-----\n{anchor}\n-----END CERTIFICATE-----\n"
    file = tmp_path / "anchor.pem"
    file.write_text(pem)
    unjudged = verdict(toque, ceremony)
    assert (unjudged["verdict"], unjudged["attestation"]["trusted"]) == ("valid", False)
    for trust in (
        verdict(toque, {**ceremony, "trustAnchors": [anchor]}),
        verdict(toque, {**ceremony, "trustAnchors": [pem]}),
        verdict(toque, {**ceremony, "trustAnchors": []}, "--anchors", file),
        verdict(toque, ceremony, "--anchors", f"packed={file}"),
    ):
        assert trust["attestation"]["trusted"], trust
    assert verdict(toque, {**ceremony, "trustAnchors": []})["code"] == "attestation_not_trusted"
    assert verdict(toque, ceremony, "--anchors", f"tpm={file}")["code"] == "attestation_not_trusted"
    late = {**ceremony, "trustAnchors": [anchor], "time": "3100-01-01T00:00:00Z"}
    assert verdict(toque, late)["code"] == "attestation_certificate_expired"
