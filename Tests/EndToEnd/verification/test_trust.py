"""Trust anchors and metadata decide on registrations from other makers' authenticators."""

import json

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from command import error_of
from metadata import MetadataService, entry
from attested_model import Model


@pytest.fixture(scope="module")
def model():
    return Model()


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    return MetadataService(tmp_path_factory.mktemp("metadata"))


def verdict(toque, ceremony, *flags):
    """Returns the only verdict; the command exits 0 only for a valid ceremony."""
    result = toque.run("verify", *flags, "-", stdin=json.dumps(ceremony))
    verdict = json.loads(result.stdout)
    assert result.returncode == (0 if verdict["verdict"] == "valid" else 1), result.stderr
    return verdict


def refusal(toque, ceremony, *flags):
    """Returns the error of a command that verifies nothing."""
    result = toque.run("verify", *flags, "-", stdin=json.dumps(ceremony))
    assert (result.returncode, result.stdout) == (1, ""), result.stdout
    return error_of(result.stderr)


def trust(service, blob):
    return "--metadata", blob, "--metadata-root", service.root


def test_without_anchors_an_attestation_is_not_trusted(toque, model):
    found = verdict(toque, model.registration("untrusted"))
    assert (found["verdict"], found["attestation"]["trusted"]) == ("valid", False)


@pytest.mark.parametrize("encoding", [Encoding.PEM, Encoding.DER])
def test_an_anchor_file_applies_to_one_format_or_to_all(toque, model, tmp_path, encoding):
    file = tmp_path / "root"
    file.write_bytes(model.root.public_bytes(encoding))
    ceremony = model.registration("anchored")
    assert verdict(toque, ceremony, "--anchors", file)["attestation"]["trusted"]
    assert verdict(toque, ceremony, "--anchors", f"packed={file}")["attestation"]["trusted"]
    assert verdict(toque, ceremony, "--anchors", f"tpm={file}")["code"] == "attestation_not_trusted"


def test_metadata_supplies_the_anchors_of_its_models(toque, model, service):
    ceremony = model.registration("listed")
    listed = service.blob(entry(model.aaguid, anchors=[model.root_der]))
    found = verdict(toque, ceremony, *trust(service, listed))
    assert (found["verdict"], found["attestation"]["trusted"]) == ("valid", True)
    unlisted = service.blob(entry("00000000-0000-0000-0000-000000000001", anchors=[model.root_der]))
    assert verdict(toque, ceremony, *trust(service, unlisted))["code"] == "attestation_not_trusted"


@pytest.mark.parametrize(
    "status, user_verification, code",
    [
        ("REVOKED", "discouraged", "authenticator_revoked"),
        ("ATTESTATION_KEY_COMPROMISE", "discouraged", "authenticator_compromised"),
        ("USER_KEY_REMOTE_COMPROMISE", "discouraged", "authenticator_compromised"),
        ("USER_KEY_PHYSICAL_COMPROMISE", "discouraged", "authenticator_compromised"),
        ("USER_VERIFICATION_BYPASS", "required", "user_verification_bypassed"),
        ("USER_VERIFICATION_BYPASS", "discouraged", None),
        ({"status": "REVOKED", "effectiveDate": "2999-01-01"}, "required", None),
        ("UPDATE_AVAILABLE", "required", None),
    ],
)
def test_the_status_of_a_model_in_the_metadata_decides(toque, model, service, status, user_verification, code):
    blob = service.blob(entry(model.aaguid, "FIDO_CERTIFIED_L1", status, anchors=[model.root_der]))
    ceremony = model.registration("reported", user_verification)
    assert verdict(toque, ceremony, *trust(service, blob)).get("code") == code


def test_old_metadata_is_refused(toque, model, service):
    ceremony = model.registration("old")
    flags = trust(service, service.blob(entry(model.aaguid, anchors=[model.root_der]), number=7))
    assert verdict(toque, ceremony, *flags, "--metadata-minimum", "7")["verdict"] == "valid"
    assert verdict(toque, ceremony, *flags, "--metadata-minimum", "8")["code"] == "metadata_rolled_back"
    flags = trust(service, service.blob(entry(model.aaguid), next_update="2024-02-29"))
    assert verdict(toque, ceremony, *flags)["code"] == "metadata_outdated"


def test_metadata_signed_by_another_service_is_refused(toque, model, service, tmp_path):
    ceremony = model.registration("foreign")
    blob = service.blob(entry(model.aaguid))
    other = MetadataService(tmp_path)
    assert "x5c" in refusal(toque, ceremony, "--metadata", blob, "--metadata-root", other.root)
    stranger = MetadataService(tmp_path, signer="www.example.org")
    flags = trust(stranger, stranger.blob(entry(model.aaguid, anchors=[model.root_der])))
    assert "www.example.org" in refusal(toque, ceremony, *flags)
    assert verdict(toque, ceremony, *flags, "--metadata-signer", "www.example.org")["verdict"] == "valid"
    tampered = tmp_path / "tampered.jwt"
    header, payload, signature = blob.read_text().split(".")
    tampered.write_text(f"{header}.{payload[:-4]}AAAA.{signature}")
    assert "signature" in refusal(toque, ceremony, "--metadata", tampered, "--metadata-root", service.root)
