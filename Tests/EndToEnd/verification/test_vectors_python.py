"""tools/vectors-python, the example that checks libraries with the vectors."""

import json
import subprocess
import sys

import pytest

from command import HANGING, ROOT

FOLDER = ROOT / "tools/vectors-python"


def check(*arguments):
    return subprocess.run(
        [sys.executable, FOLDER / "check.py", *arguments], capture_output=True, text=True, timeout=HANGING
    )


@pytest.fixture
def lacks():
    return json.loads((FOLDER / "lacks.json").read_text())


@pytest.fixture
def stated(lacks, tmp_path):
    """Checks all vectors against a different lacks.json."""

    def check_with(change):
        change(lacks)
        file = tmp_path / "lacks.json"
        file.write_text(json.dumps(lacks))
        return check("--lacks", file)

    return check_with


@pytest.fixture
def payment(tmp_path):
    """Checks one valid payment after a change."""

    def check_with(change):
        vectors = json.loads((ROOT / "vectors/biometric-pix/profiles.json").read_text())
        [ceremony] = [each for each in vectors["ceremonies"] if each["id"] == "ios-es256-none/payment"]
        change(ceremony)
        (tmp_path / "vectors.json").write_text(json.dumps(vectors | {"ceremonies": [ceremony]}))
        return check(tmp_path / "vectors.json")

    return check_with


def test_each_library_lacks_exactly_what_is_stated(lacks):
    result = check()
    assert result.returncode == 0, result.stdout + result.stderr
    for library in lacks:
        assert f"{library} " in result.stdout
        for rule in lacks[library]["accepts"] + lacks[library]["refuses"]:
            assert rule in result.stdout


@pytest.mark.extended
def test_a_missing_feature_that_is_not_stated_fails(stated):
    result = stated(lambda lacks: lacks["fido2"]["accepts"].remove("cross_origin_not_allowed: cross-origin"))
    assert result.returncode == 1
    assert "not stated: accepts cross_origin_not_allowed: cross-origin" in result.stdout


@pytest.mark.extended
def test_a_stated_gap_that_the_library_has_closed_fails(stated):
    result = stated(lambda lacks: lacks["webauthn"]["accepts"].append("bad_signature: signature-changed"))
    assert result.returncode == 1
    assert "no longer: accepts bad_signature: signature-changed" in result.stdout


def test_a_valid_ceremony_is_accepted_by_both(payment):
    assert payment(lambda ceremony: None).returncode == 0


def test_a_refused_valid_ceremony_fails(payment):
    result = payment(lambda ceremony: ceremony.update(rpId="example.org"))
    assert result.returncode == 1
    assert result.stdout.count("not stated: refuses ios-es256-none/payment") == 2


def test_an_accepted_invalid_ceremony_fails(payment):
    result = payment(
        lambda ceremony: ceremony.update(
            id="ios-es256-none/payment/nothing", expected={"verdict": "invalid", "code": "bad_signature"}
        )
    )
    assert result.returncode == 1
    assert result.stdout.count("not stated: accepts bad_signature: nothing") == 2


def test_a_folder_without_vectors_fails(tmp_path):
    assert check(tmp_path).returncode == 1


def test_an_unreadable_file_is_named(tmp_path):
    file = tmp_path / "vectors.json"
    for content in (None, b"\xff", b"{"):
        if content:
            file.write_bytes(content)
        result = check(file)
        assert result.returncode == 1
        assert result.stderr.startswith(f"{file}: "), result.stderr


def test_the_pinned_packages_equal_those_of_the_tests():
    def packages(file):
        return {line for line in file.read_text().splitlines() if "==" in line}

    assert packages(FOLDER / "requirements.txt") <= packages(ROOT / "Tests/EndToEnd/requirements.txt")
