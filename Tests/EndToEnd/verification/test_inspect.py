"""How `toque inspect` decodes its input."""

import json
import os
import select
import subprocess

import pytest

import stock_programs
from samples import REGISTRATION, decode

# {1: 0}
MAP = "a10100"


def tree(toque, *arguments, **options):
    return toque.output("inspect", *arguments, "--json", **options)


@pytest.fixture
def response(toque, tmp_path):
    store = ["--store", tmp_path / "store.sqlite", "--gesture", "approve"]
    return toque.output("register", REGISTRATION, *store)


def find(node, *labels):
    for label in labels:
        node = next(child for child in node["children"] if child["label"] == label)
    return node


def test_a_registration_response_is_decoded(toque, response):
    shown = tree(toque, stdin=json.dumps(response))
    assert shown["type"] == "json"
    assert shown["tree"]["label"] == "RegistrationResponse"
    data = find(shown["tree"], "response", "attestationObject", "authData")
    assert find(data, "flags")["value"].startswith("5d = UP UV")


def test_each_text_form_of_bytes_gives_the_same_tree(toque, response, tmp_path):
    text = response["response"]["attestationObject"]
    raw = decode(text)
    file = tmp_path / "object.bin"
    file.write_bytes(raw)
    trees = [
        tree(toque, text),
        tree(toque, raw.hex()),
        tree(toque, file),
        tree(toque, "-", stdin=raw.hex().upper() + "\n"),
    ]
    assert {shown["type"] for shown in trees} == {"attestation-object"}
    assert [shown.get("encoding") for shown in trees] == ["base64url", "hex", None, "hex"]
    assert all(shown["tree"] == trees[0]["tree"] for shown in trees)
    assert trees[0]["tree"]["range"] == [0, len(raw)]


def test_authenticator_data_is_printed_as_text(toque, response):
    result = toque.run("inspect", response["response"]["authenticatorData"], "--rp-id", "belvo.com")
    assert result.returncode == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "base64url of authenticator data"
    assert lines[1].startswith("authenticatorData: ")
    assert "= SHA-256(belvo.com) [0..31]" in lines[2]
    assert lines[3] == "  flags: 5d = UP UV BE BS AT [32..32]"


def test_an_empty_credential_id_is_a_problem(toque, response):
    data = decode(response["response"]["authenticatorData"])
    size = int.from_bytes(data[53:55], "big")
    shown = tree(toque, (data[:53] + bytes(2) + data[55 + size :]).hex(), "--as", "authenticator-data")
    assert find(shown["tree"], "attestedCredentialData", "credentialId")["problem"] == "empty, expected at least 1 byte"


def test_a_pem_argument_is_not_taken_for_an_option(toque, tmp_path):
    """PEM starts with a hyphen, like an option."""
    certificate = tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", tmp_path / "key.pem"]
        + ["-subj", "/CN=example", "-out", certificate],
        check=True,
        capture_output=True,
    )
    shown = tree(toque, certificate)
    assert shown["type"] == "pem"
    assert tree(toque, certificate.read_text()) == shown


def test_problems_in_the_input_do_not_fail_the_command(toque):
    result = toque.run("inspect", "a2020001001801", "--as", "cbor")
    assert result.returncode == 0
    assert "! not canonical: the key is out of order" in result.stdout
    assert "! 2 bytes too many" in result.stdout


def test_the_output_of_fido2_tools_is_decoded(toque, key):
    request = "\n".join(["AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=", "belvo.com", "ana", "AQID"]) + "\n"
    made = stock_programs.run("fido2-cred", "-M", key.location, stdin=request)
    assert made.code == 0, made.errors
    shown = tree(toque, stdin=made.output)
    assert shown["type"] == "fido2-cred"
    assert "SHA-256(belvo.com)" in find(shown["tree"], "authenticator data", "rpIdHash")["value"]
    assert find(shown["tree"], "attestation certificate", "validity").get("problem") is None

    hash, rp_id, _, _, credential, *_ = made.lines
    signed = stock_programs.run("fido2-assert", "-G", key.location, stdin=f"{hash}\n{rp_id}\n{credential}\n")
    assert signed.code == 0, signed.errors
    shown = tree(toque, stdin=signed.output)
    assert shown["type"] == "fido2-assert"
    assert find(shown["tree"], "authenticator data", "flags")["value"].startswith("01 = UP")


@pytest.mark.parametrize(
    "code, said, arguments, stdin",
    [
        (1, "no file has that name", ["no such thing"], ""),
        (1, "stdin: neither", [], "no such thing"),
        (1, "--as", ["fffefd"], ""),
        (1, "stdin: the input is empty", [], ""),
        (2, "--as cbor", ["--strict"], ""),
        (2, "--strict: excludes --json", ["--strict", "--as", "cbor", "--json"], ""),
        (2, "--time: ", [MAP, "--time", "yesterday"], ""),
        (3, "directory", ["/"], ""),
    ],
)
def test_wrong_arguments_and_unreadable_input_are_failures(toque, code, said, arguments, stdin):
    result = toque.run("inspect", *arguments, stdin=stdin)
    assert result.returncode == code
    assert result.stdout == "" or "--json" in arguments
    assert said in result.stderr


def test_a_private_key_is_never_shown(toque, tmp_path):
    key = tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key], check=True
    )
    secret = "".join(key.read_text().splitlines()[1:-1])
    pem = key.read_text()
    for arguments in ([key], [secret], [pem], [key, "--as", "pem", "--json"], [secret, "--as", "der"]):
        result = toque.run("inspect", *arguments)
        assert result.returncode == 1
        assert "private key" in result.stderr
        assert secret not in result.stdout + result.stderr


class TestStrictLines:
    ARGUMENTS = ["inspect", "--as", "cbor", "--strict"]

    @pytest.mark.parametrize(
        "stdin, answers",
        [
            ("", []),
            ("\n", ["error"]),
            ("\r\n", ["error"]),
            (f"{MAP}\n", ["ok"]),
            (MAP, ["ok"]),
            (f"{MAP}\r\n{MAP.upper()}\r\n", ["ok", "ok"]),
            (f"{MAP}\n\n{MAP}0\n{MAP}00\nxyz\n1800\n{MAP}", ["ok", "error", "error", "error", "error", "error", "ok"]),
        ],
    )
    def test_each_input_line_gives_one_output_line(self, toque, tmp_path, stdin, answers):
        file = tmp_path / "lines"
        file.write_bytes(stdin.encode())
        for name, given in (("-", stdin), (file, "")):
            result = toque.run(*self.ARGUMENTS, name, stdin=given)
            assert result.returncode == 0, result.stderr
            assert [line.partition(":")[0] for line in result.stdout.splitlines()] == answers

    def test_each_line_is_answered_as_it_arrives(self, toque):
        with subprocess.Popen(
            [toque.path, *self.ARGUMENTS, "-"], env=toque.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            for line, answer in [(f"{MAP}\n", b"ok\n"), ("a2020001", None), ("00\n", b"error: CBOR, byte 3: ")]:
                process.stdin.write(line.encode())
                process.stdin.flush()
                if answer:
                    assert select.select([process.stdout], [], [], 60)[0]
                    assert os.read(process.stdout.fileno(), 100).startswith(answer)
            process.stdin.close()
            assert process.stdout.read() == b""
        assert process.returncode == 0

    def test_an_overlong_line_is_one_error(self, toque):
        result = toque.run(*self.ARGUMENTS, "-", stdin="00" * (3 << 20) + f"\n{MAP}\n")
        answers = result.stdout.splitlines()
        assert len(answers) == 2
        assert answers[0].startswith("error: longer than")
        assert answers[1] == "ok"
