"""`toque verify`: its input, its verdicts in the order of the ceremonies, and its exit code."""

import json
import os
import subprocess

import fido2.cbor
import fido2.webauthn
import pytest

import schemas
from device import Device
from samples import decode, encode, registration_options, sign_options
from terminal import Terminal

ORIGIN = "https://belvo.com"
MIB = 1 << 20


@pytest.fixture(scope="module")
def ceremonies(toque, tmp_path_factory):
    """A valid registration and a valid authentication."""
    device = Device(toque, tmp_path_factory.mktemp("device"))
    options = registration_options()
    response = device.register(options)
    data = fido2.webauthn.AttestationObject(decode(response["response"]["attestationObject"])).auth_data
    registration = {
        "id": "registration",
        "kind": "registration",
        "options": options,
        "origins": [ORIGIN],
        "rpId": "belvo.com",
        "response": response,
    }
    options = sign_options(response["id"])
    authentication = {
        "id": "authentication",
        "kind": "authentication",
        "options": options,
        "origins": [ORIGIN],
        "rpId": "belvo.com",
        "response": device.sign(options),
        "credential": {
            "id": response["id"],
            "publicKey": encode(fido2.cbor.encode(dict(data.credential_data.public_key))),
            "signCount": data.counter,
            "backupEligible": bool(data.flags & data.FLAG.BE),
            "backupState": bool(data.flags & data.FLAG.BS),
            "userHandle": registration["options"]["user"]["id"],
        },
    }
    return registration, authentication


def lines(*ceremonies):
    return "".join(json.dumps(ceremony) + "\n" for ceremony in ceremonies)


def verify(toque, stdin, *arguments):
    """Returns the exit code and the verdicts, all valid against the schema."""
    result = toque.run("verify", *arguments, stdin=stdin)
    verdicts = [json.loads(line) for line in result.stdout.splitlines()]
    for verdict in verdicts:
        schemas.validate("verdict", verdict)
    return result.returncode, verdicts


def shown(verdicts):
    return [(verdict["id"], verdict.get("code", verdict["verdict"])) for verdict in verdicts]


VALID = [("registration", "valid"), ("authentication", "valid")]


def test_an_empty_credential_id_is_refused(toque, ceremonies):
    registration, authentication = ceremonies
    response = registration["response"]
    attestation = fido2.cbor.decode(decode(response["response"]["attestationObject"]))
    data = attestation["authData"]
    size = int.from_bytes(data[53:55], "big")
    attestation["authData"] = data[:53] + bytes(2) + data[55 + size :]
    attested = response["response"] | {"attestationObject": encode(fido2.cbor.encode(attestation))}
    unnamed = {"id": "", "rawId": ""}
    code, verdicts = verify(
        toque,
        lines(
            registration | {"id": "attested", "response": response | {"response": attested}},
            registration | {"id": "response", "response": response | unnamed},
            authentication | {"id": "stored", "credential": authentication["credential"] | {"id": ""}},
            authentication
            | {"id": "options", "options": sign_options("") | {"challenge": authentication["options"]["challenge"]}},
        ),
    )
    assert code == 1
    assert shown(verdicts) == [
        ("attested", "malformed_authenticator_data"),
        ("response", "malformed_response"),
        ("stored", "malformed_ceremony"),
        ("options", "malformed_options"),
    ]


def test_ceremonies_match_the_schema(ceremonies):
    for ceremony in ceremonies:
        schemas.validate("ceremony", ceremony)


@pytest.mark.parametrize(
    "text",
    [
        lambda ceremonies: json.dumps(ceremonies),
        lambda ceremonies: json.dumps(ceremonies, indent=2),
        lambda ceremonies: json.dumps({"set": "mine", "ceremonies": ceremonies}, indent=4),
        lambda ceremonies: lines(*ceremonies),
        lambda ceremonies: "\ufeff" + lines(*ceremonies).replace("\n", "\r\n\r\n  \n"),
        lambda ceremonies: lines(*ceremonies).rstrip(),
    ],
    ids=["array", "pretty array", "pretty object", "JSON Lines", "BOM, CRLF and blank lines", "no last line end"],
)
def test_one_document_and_json_lines_give_the_same_verdicts(toque, ceremonies, text):
    code, verdicts = verify(toque, text(list(ceremonies)))
    assert (code, shown(verdicts)) == (0, VALID)


def test_an_extension_output_that_was_not_requested_is_reported_or_refused_by_policy(toque, ceremonies):
    ceremony = ceremonies[0] | {
        "response": ceremonies[0]["response"] | {"clientExtensionResults": {"credProps": {"rk": True}}}
    }
    strict = ceremony | {"policy": {"unsolicitedExtensions": "reject"}}
    code, [reported, refused] = verify(toque, lines(ceremony, strict))
    assert (code, reported["verdict"]) == (1, "valid")
    assert [check["check"] for check in reported["checks"] if not check["passed"]] == ["extensions"]
    assert refused["code"] == "extension_not_requested"


def test_a_file_may_hold_a_single_ceremony(toque, ceremonies, tmp_path):
    file = tmp_path / "ceremony.json"
    file.write_text(json.dumps(ceremonies[0], indent=2))
    code, [verdict] = verify(toque, "", file)
    assert code == 0
    assert verdict["attestation"].pop("aaguid")
    assert verdict["attestation"] == {"format": "none", "type": "none", "trusted": False}
    assert verdict["checks"][0] == {"check": "client_data", "section": "7.1", "step": 6, "passed": True}


def test_a_valid_ceremony_returns_the_record_to_store(toque, ceremonies):
    registration, authentication = ceremonies
    _, verdicts = verify(toque, lines(registration, authentication, {**authentication, "rpId": "example.org"}))
    assert [verdict.get("credential") for verdict in verdicts] == [authentication["credential"]] * 2 + [None]


def test_a_registration_with_only_the_required_members_is_valid(toque, ceremonies):
    registration = json.loads(json.dumps(ceremonies[0]))
    response = registration["response"]
    needed = {name: response["response"][name] for name in ("clientDataJSON", "attestationObject")}
    registration["response"] = {name: response[name] for name in ("id", "rawId", "type")} | {"response": needed}
    assert verify(toque, json.dumps(registration))[0] == 0


MALFORMED = [
    ("nonsense", None, "malformed_ceremony"),
    ("{}", None, "malformed_ceremony"),
    ("[]", None, "malformed_ceremony"),
    ("null", None, "malformed_ceremony"),
    ("42", None, "malformed_ceremony"),
    ('{"id": "x"}', "x", "malformed_ceremony"),
    ('{"id": "x", "kind": "registration"', "x", "malformed_ceremony"),
    ('{"id": "x", "kind": "registration", "kind": "registration"}', "x", "malformed_ceremony"),
    ('{"id": "x"} {}', "x", "malformed_ceremony"),
    ('{"id": "x"}\0', "x", "malformed_ceremony"),
    ('{"id": "x", "kind": "registration", "origins": []}', "x", "malformed_options"),
    ("\ufeff\ufeff{}", None, "malformed_ceremony"),
]


@pytest.mark.parametrize("line, identifier, code", MALFORMED, ids=[repr(line) for line, _, _ in MALFORMED])
def test_a_malformed_line_does_not_stop_the_others(toque, ceremonies, line, identifier, code):
    malformed, good = (identifier, code), lines(*ceremonies)
    assert shown(verify(toque, f"{line}\n{good}")[1]) == [malformed, *VALID]
    assert shown(verify(toque, f"{good}{line}\n{good}{line}")[1]) == [*VALID, malformed, *VALID, malformed]
    assert verify(toque, f"{good}{line}\n")[0] == 1


def test_a_line_that_is_not_utf8_is_malformed(toque, ceremonies, tmp_path):
    file = tmp_path / "ceremonies.jsonl"
    good = lines(*ceremonies).encode()
    file.write_bytes(b'{"id": "x", "kind": "\xff"}\n' + good + good.decode().encode("utf-16"))
    code, verdicts = verify(toque, "", file)
    assert (code, shown(verdicts)[:3]) == (1, [("x", "malformed_ceremony"), *VALID])
    assert {code for _, code in shown(verdicts)[3:]} == {"malformed_ceremony"}


MEMBERS = [
    ("origins", None, "malformed_ceremony"),
    ("trustanchors", [], "malformed_ceremony"),
    ("policy", {"allowRs1": True}, "malformed_ceremony"),
    ("policy", {"counter": "ignore"}, "malformed_ceremony"),
    ("time", "2026-02-30T00:00:00Z", "malformed_ceremony"),
    ("options", {"challenge": "AA=="}, "malformed_options"),
    ("response", {"id": "AA"}, "malformed_response"),
    ("trustAnchors", ["MIIB"], "malformed_trust_anchor"),
    ("credential", {"id": "AA"}, "malformed_ceremony"),
]


@pytest.mark.parametrize("name, value, code", MEMBERS, ids=[f"{name} {value}" for name, value, _ in MEMBERS])
def test_a_malformed_member_is_named(toque, ceremonies, name, value, code):
    ceremony = {**ceremonies[1], name: value}
    if value is None:
        del ceremony[name]
    status, [verdict] = verify(toque, json.dumps(ceremony))
    assert (status, verdict["id"], verdict["code"]) == (1, "authentication", code)
    assert verdict["message"].startswith(name)
    # The schema cannot check certificates.
    assert schemas.accepts("ceremony", ceremony) == (name == "trustAnchors")


def test_the_exit_code_is_0_only_if_all_verdicts_are_as_expected(toque, ceremonies):
    registration, authentication = ceremonies
    wrong = {**authentication, "rpId": "example.org"}
    expected = {"verdict": "invalid", "code": "rp_id_hash_mismatch"}

    def ended(*ceremonies):
        code, verdicts = verify(toque, lines(*ceremonies))
        return code, [verdict.get("as_expected") for verdict in verdicts]

    assert ended(registration, authentication) == (0, [None, None])
    assert ended(registration, wrong) == (1, [None, None])
    assert ended({**wrong, "expected": expected}, registration) == (0, [True, None])
    assert ended({**wrong, "expected": {"verdict": "invalid"}}) == (0, [True])
    assert ended({**wrong, "expected": {**expected, "code": "bad_signature"}}) == (1, [False])
    assert ended({**wrong, "expected": {"verdict": "valid"}}, registration) == (1, [False, None])
    assert ended({**registration, "expected": expected}) == (1, [False])
    assert ended({**registration, "options": 7, "expected": {"verdict": "invalid", "code": "malformed_options"}}) == (
        0,
        [True],
    )


def test_a_ceremonys_own_time_and_origins_override_the_policys(toque, ceremonies):
    registration = {**ceremonies[0], "policy": {"origins": ["https://other.example"], "time": "1970-01-01T00:00:00Z"}}
    assert verify(toque, json.dumps({**registration, "time": "2026-01-31T12:00:00Z"}))[0] == 0
    del registration["origins"]
    assert shown(verify(toque, json.dumps(registration))[1]) == [("registration", "origin_not_allowed")]


def test_nothing_to_verify_is_a_failure(toque):
    for text in ("", "\n \n", "[]", '{"ceremonies": []}'):
        result = toque.run("verify", stdin=text)
        assert (result.returncode, result.stdout) == (1, "")
        assert "no ceremony" in result.stderr


def test_wrong_usage_and_unreadable_files_have_their_exit_codes(toque, tmp_path):
    assert toque.run("verify", "a", "b").returncode == 2
    assert toque.run("verify", "--no-such-flag").returncode == 2
    for file in (tmp_path / "missing.json", tmp_path):
        result = toque.run("verify", file)
        assert (result.returncode, result.stdout) == (3, "")
        assert str(file) in result.stderr
    assert toque.run("verify", "--anchors", tmp_path / "missing.pem", stdin="{}").returncode == 3


def test_many_lines_take_no_more_memory_than_few(toque, tmp_path):
    line = json.dumps({"id": "long", "description": "x" * MIB}) + "\n"

    def memory(count):
        """Returns the command's peak memory in bytes."""
        file = tmp_path / "ceremonies.jsonl"
        file.write_text(line * count)
        with open(tmp_path / "verdicts.jsonl", "wb") as verdicts:
            process = subprocess.Popen([toque.path, "verify", file], env=toque.environment, stdout=verdicts)
            _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 1
        assert len((tmp_path / "verdicts.jsonl").read_text().splitlines()) == count
        return usage.ru_maxrss * 1024

    assert memory(16) - memory(2) < 7 * MIB


def test_a_person_at_a_terminal_reads_a_summary(toque, ceremonies, tmp_path):
    file = tmp_path / "ceremonies.jsonl"
    file.write_text(lines(*ceremonies, {}))
    with Terminal(toque, "verify", file) as terminal:
        terminal.wait_for("3 verdicts, 1 not as expected")
        assert terminal.end() == 1
