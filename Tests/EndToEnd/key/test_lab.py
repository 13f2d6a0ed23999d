"""The profile `lab`: stock libraries and `toque verify` judge its output; options control its behavior."""

import base64
import importlib.util
import json
import ssl
from datetime import UTC, datetime

import fido2.cbor
import pytest
from fido2.ctap2 import Ctap2
from fido2.webauthn import AttestationObject, AuthenticatorData

from command import ROOT
from platform_client import ES256, HASH, RP_ID
from samples import decode, encode, registration_options, sign_options
from served_key import ServedKey

ORIGIN = "https://belvo.com"
VECTORS = ROOT / "tools/vectors-python"
LACKS = json.loads((VECTORS / "lacks.json").read_text())

FORMATS = ["none", "packed", "packed-self", "fido-u2f", "tpm", "android-key", "android-safetynet", "apple", "compound"]
ALGORITHMS = [-7, -8, -9, -19, -35, -36, -37, -38, -39, -47, -51, -52, -53, -257, -258, -259]


def load_libraries():
    specification = importlib.util.spec_from_file_location("vector_libraries", VECTORS / "libraries.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module.LIBRARIES


LIBRARIES = load_libraries()


class Lab:
    """The profile with a store of its own, and its authority's certificate."""

    def __init__(self, toque, folder):
        self.toque = toque
        self.folder = folder
        self.flags = ["--store", folder / "store.sqlite", "--profile", "lab", "--gesture", "approve"]
        self.pem = toque.run("key", "attestation-ca", "--store", folder / "store.sqlite").stdout
        (folder / "ca.pem").write_text(self.pem)

    def register(self, *options, algorithms=(-7,), formats=()):
        """Returns a registration as a ceremony for `toque verify`."""
        asked = registration_options() | {
            "attestation": "direct",
            "attestationFormats": list(formats),
            "pubKeyCredParams": [{"type": "public-key", "alg": algorithm} for algorithm in algorithms],
            "extensions": {},
        }
        response = self.toque.output("register", "-", *self.flags, *options, stdin=json.dumps(asked))
        return {
            "id": "registration",
            "kind": "registration",
            "options": asked,
            "origins": [ORIGIN],
            "rpId": "belvo.com",
            "response": response,
            "time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        }

    def sign(self, registration, *options, user_verification="preferred"):
        """Returns an assertion as a ceremony, with the record stored at registration."""
        asked = sign_options(registration["response"]["id"]) | {"userVerification": user_verification}
        data = authenticator_data(registration)
        return {
            "id": "authentication",
            "kind": "authentication",
            "options": asked,
            "origins": [ORIGIN],
            "rpId": "belvo.com",
            "response": self.toque.output("sign", "-", *self.flags, *options, stdin=json.dumps(asked)),
            "credential": {
                "id": registration["response"]["id"],
                "publicKey": encode(fido2.cbor.encode(dict(data.credential_data.public_key))),
                "signCount": data.counter,
                "backupEligible": bool(data.flags & data.FLAG.BE),
                "backupState": bool(data.flags & data.FLAG.BS),
            },
        }

    def verify(self, *ceremonies):
        """Returns the verdicts of `toque verify`."""
        lines = "".join(json.dumps(ceremony) + "\n" for ceremony in ceremonies)
        result = self.toque.run("verify", "-", "--anchors", self.folder / "ca.pem", stdin=lines)
        return [json.loads(line) for line in result.stdout.splitlines()]


def attestation(registration):
    return AttestationObject(decode(registration["response"]["response"]["attestationObject"]))


def authenticator_data(registration):
    return attestation(registration).auth_data


@pytest.fixture(scope="module")
def lab(toque, tmp_path_factory):
    return Lab(toque, tmp_path_factory.mktemp("lab"))


def test_python_libraries_verify_each_format(lab):
    anchor = base64.b64encode(ssl.PEM_cert_to_DER_cert(lab.pem)).decode()
    registrations = {format: lab.register("--attestation", format) for format in FORMATS}
    for format, ceremony in registrations.items():
        name = format.removesuffix("-self")
        assert attestation(ceremony).fmt == name
        if format not in ("none", "packed-self"):
            ceremony = ceremony | {"trustAnchors": [anchor]}
        for library in LIBRARIES:
            if f"format {name}" in LACKS[library.name]["refuses"]:
                continue
            library.verify(ceremony)
    verdicts = dict(zip(registrations, lab.verify(*registrations.values()), strict=True))
    for format, verdict in verdicts.items():
        assert verdict["verdict"] == "valid", (format, verdict)
        assert verdict["attestation"]["trusted"] == (format not in ("none", "packed-self"))


def test_python_libraries_verify_each_algorithm(lab):
    ceremonies = []
    for algorithm in ALGORITHMS:
        registration = lab.register("--attestation", "packed-self", algorithms=[algorithm])
        assert authenticator_data(registration).credential_data.public_key[3] == algorithm
        authentication = lab.sign(registration)
        for library in LIBRARIES:
            if f"algorithm {algorithm}" in LACKS[library.name]["refuses"]:
                continue
            library.verify(registration)
            library.verify(authentication)
        ceremonies += [registration, authentication]
    for ceremony, verdict in zip(ceremonies, lab.verify(*ceremonies), strict=True):
        assert verdict["verdict"] == "valid", (ceremony["options"].get("pubKeyCredParams"), verdict)


def test_the_relying_partys_preference_picks_the_format(lab):
    assert attestation(lab.register(formats=["no-such", "apple", "packed"])).fmt == "apple"
    assert attestation(lab.register()).fmt == "packed"


def test_the_verifier_refuses_an_rs1_credential(lab):
    registration = lab.register(algorithms=[-65535])
    assert authenticator_data(registration).credential_data.public_key[3] == -65535
    [verdict] = lab.verify(registration)
    assert verdict["code"] == "algorithm_not_allowed"


def test_the_aaguid_and_the_transports_are_set_by_options(lab):
    aaguid = "00112233-4455-6677-8899-aabbccddeeff"
    registration = lab.register("--aaguid", aaguid.upper(), "--transports", "nfc,no-such")
    assert registration["response"]["response"]["transports"] == ["nfc", "no-such"]
    [verdict] = lab.verify(registration)
    assert verdict["attestation"]["aaguid"] == aaguid and verdict["attestation"]["trusted"]


@pytest.mark.parametrize(
    "behavior, counts",
    [
        ("zero", [0, 0, 0]),
        ("per-credential", [0, 1, 2]),
        ("per-credential:4294967294", [4294967294, 4294967295, 0]),
        ("constant:5", [5, 5, 5]),
        ("regresses:6", [6, 5, 4]),
    ],
)
def test_the_next_process_continues_the_counter(lab, behavior, counts):
    registration = lab.register("--counter", behavior)
    # It continues whether or not the option is repeated.
    made = [lab.sign(registration), lab.sign(registration, "--counter", behavior)]
    data = [AuthenticatorData(decode(each["response"]["response"]["authenticatorData"])) for each in made]
    assert [authenticator_data(registration).counter] + [each.counter for each in data] == counts


def test_wrong_counters_and_flags_are_refused_by_the_verifier(lab):
    registration = lab.register("--counter", "per-credential:9")
    wrong = [
        lab.sign(registration, "--counter", "constant:9"),
        lab.sign(registration, "--backup", "eligible", "--counter", "constant:10"),
        lab.sign(registration, "--backup", "inconsistent", "--counter", "constant:10"),
    ]
    unverified = lab.sign(registration, "--user-verification", "none", "--counter", "constant:10")
    wrong.append(unverified | {"policy": {"userVerification": "required"}})
    codes = [verdict.get("code") for verdict in lab.verify(*wrong)]
    assert codes == [
        "counter_regressed", "backup_eligibility_changed", "invalid_backup_flags", "user_not_verified",
    ]  # fmt: skip


def test_a_served_key_attests_in_each_format(toque, tmp_path):
    with ServedKey(toque, tmp_path / "store.sqlite", "--profile", "lab") as key, key.connect() as client:
        info = client.ctap.info
        assert set(info.attestation_formats) == set(FORMATS) - {"none", "packed-self", "compound"}
        assert {entry["alg"] for entry in info.algorithms} >= set(ALGORITHMS)
        for name in info.attestation_formats:
            members = {
                1: HASH,
                2: {"id": RP_ID},
                3: {"id": b"user", "name": "user"},
                4: [{"alg": ES256, "type": "public-key"}],
                11: [name],
            }
            made = client.ctap.send_cbor(Ctap2.CMD.MAKE_CREDENTIAL, members)
            assert made[1] == name
            data = AuthenticatorData(made[2]).credential_data
            client.sign(data.credential_id).verify(HASH, data.public_key)


def test_a_served_key_follows_its_options(toque, tmp_path):
    options = ["--attestation", "tpm", "--large-blobs", "credential", "--counter", "constant:3"]
    with ServedKey(toque, tmp_path / "store.sqlite", "--profile", "lab", *options) as key, key.connect() as client:
        info = client.ctap.info
        assert info.attestation_formats == ["tpm"]
        assert "largeBlob" in info.extensions and "largeBlobKey" not in info.extensions
        made = client.register()
        assert (made.fmt, made.auth_data.counter) == ("tpm", 3)


@pytest.mark.parametrize(
    "options, said",
    [
        (["--counter", "zero"], "--counter: requires --profile lab; the profile is ios"),
        (["--profile", "security-key", "--attestation", "tpm"], "--attestation: requires --profile lab; the"),
        (["--profile", "lab", "--attestation", "jwt"], "--attestation"),
        (["--profile", "lab", "--counter", "constant"], "--counter"),
        (["--profile", "lab", "--aaguid", "1234"], "--aaguid"),
        (["--profile", "lab", "--transports", "usb,"], "--transports"),
        (["--profile", "lab", "--attestation", "fido-u2f", "--aaguid", "0" * 8 + "-0000" * 3 + "-" + "0" * 12], "U2F"),
        (["--authenticator", "/dev/null", "--counter", "zero"], "requires --authenticator soft"),
    ],
)
def test_register_refuses_wrong_usage(toque, options, said):
    result = toque.run("register", "-", "--gesture", "approve", *options, stdin="{}")
    assert result.returncode == 2, result.stderr
    assert said in result.stderr


@pytest.mark.parametrize(
    "options, said",
    [
        (["--attestation", "tpm"], "--attestation: requires --profile lab"),
        (["--profile", "lab", "--attestation", "compound"], "use `toque register`"),
        (["--profile", "lab", "--attestation", "tpm", "--self-attestation"], "packed-self"),
        (
            ["--profile", "lab", "--attestation", "tpm", "--attestation-certificate", "x", "--attestation-key", "x"],
            "--attestation-certificate: requires --attestation packed",
        ),
    ],
)
def test_serve_refuses_wrong_usage(toque, options, said):
    result = toque.run("key", "serve", "--pty", "--memory", "--gesture", "approve", *options)
    assert result.returncode == 2, result.stderr
    assert said in result.stderr
