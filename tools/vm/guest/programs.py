"""OpenSSH, PAM, u2f-host, gocryptfs and toque itself with the key."""

import getpass
import hashlib
import json
import os
import secrets
import subprocess
import tempfile
from pathlib import Path

from fido2.ctap1 import RegistrationData, SignatureData
from fido2.utils import websafe_decode, websafe_encode

from harness import PATIENCE, Key, check, output, wait_until

TYPES = ["ecdsa-sk", "ed25519-sk"]
SSHD = """
Port 2222
ListenAddress 127.0.0.1
HostKey {folder}/host
PidFile {folder}/sshd.pid
AuthorizedKeysFile {folder}/authorized
AuthenticationMethods publickey
StrictModes no
UsePAM no
"""


def generate(type, folder):
    """A key pair in the security key."""
    file = Path(folder) / type
    output("ssh-keygen", "-q", "-t", type, "-N", "", "-C", "ana", "-f", file)
    return file, file.with_suffix(".pub").read_text()


@check
def signatures():
    """ssh-keygen makes ecdsa-sk and ed25519-sk keys, signs with them and verifies"""
    with Key(), tempfile.TemporaryDirectory() as folder:
        for type in TYPES:
            file, public = generate(type, folder)
            signature = output("ssh-keygen", "-Y", "sign", "-n", "test", "-f", file, stdin="message")
            signers, signed = Path(folder) / "signers", Path(folder) / "signature"
            signers.write_text(f"ana {public}")
            signed.write_text(signature)
            verify = ["ssh-keygen", "-Y", "verify", "-n", "test", "-I", "ana", "-f", signers, "-s", signed]
            assert 'Good "test" signature for ana' in output(*verify, stdin="message")
            other = subprocess.run(verify, input=b"another", capture_output=True)
            assert other.returncode != 0


@check
def login():
    """ssh logs in with an ecdsa-sk key and with an ed25519-sk key, and not without the security key"""
    with tempfile.TemporaryDirectory() as folder:
        output("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{folder}/host")
        configuration = Path(folder) / "sshd_config"
        configuration.write_text(SSHD.format(folder=folder))
        log = Path(folder) / "sshd.log"
        with subprocess.Popen(["/usr/sbin/sshd", "-D", "-f", configuration, "-E", log]) as server:
            try:
                wait_until(lambda: log.exists() and "listening" in log.read_text(), "sshd listens")
                files = []
                with Key():
                    for type in TYPES:
                        file, public = generate(type, folder)
                        (Path(folder) / "authorized").write_text(public)
                        assert output(*ssh(folder, file)) == "logged in\n"
                        files.append(file)
                refused = subprocess.run(ssh(folder, files[-1]), capture_output=True)
                assert refused.returncode == 255 and b"Permission denied" in refused.stderr, refused
            finally:
                server.terminate()


def ssh(folder, file):
    options = {
        "IdentitiesOnly": "yes",
        "BatchMode": "yes",
        "StrictHostKeyChecking": "accept-new",
        "UserKnownHostsFile": f"{folder}/known",
    }
    flags = [flag for option in options.items() for flag in ("-o", "=".join(option))]
    return ["ssh", *flags, "-i", file, "-p", "2222", f"{getpass.getuser()}@127.0.0.1", "echo logged in"]


REGISTRATION = {
    "rp": {"id": "rp.example", "name": "Example"},
    "user": {"id": "YW5h", "name": "ana", "displayName": "Ana"},
    "challenge": "AAAAAAAAAAAAAAAAAAAAAA",
    "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
    "authenticatorSelection": {"residentKey": "required", "userVerification": "required"},
    "extensions": {"largeBlob": {"support": "required"}},
}


@check
def itself():
    """toque finds the key as usb, looks after its fingers, settings and large blobs, registers and signs with it"""
    with tempfile.TemporaryDirectory() as folder:
        pin = Path(folder) / "pin"
        pin.touch(mode=0o600)
        pin.write_text("4711\n")
        options = ["--profile", "fingerprint-key", "--pin-file", pin]
        with Key(*options, gesture="finger:thumb") as key:
            assert key.path in output("toque", "key", "list")

            def manage(*arguments, **popen):
                return output("toque", "key", *arguments, "--device", "usb", "--pin-file", pin, **popen)

            finger = manage("fingerprints", "add", "--name", "thumb").strip()
            assert finger in manage("fingerprints", "list")
            made = ceremony("register", REGISTRATION)
            allowed = [{"type": "public-key", "id": made["id"]}]
            request = {"challenge": REGISTRATION["challenge"], "rpId": "rp.example", "allowCredentials": allowed}
            assert ceremony("sign", request | {"userVerification": "required"})["id"] == made["id"]
            blob = os.urandom(64).hex()
            manage("blobs", "set", "--rp-id", "rp.example", stdin=blob)
            assert manage("blobs", "get", "--rp-id", "rp.example") == blob
            manage("config", "always-uv", "on")
            assert "always-uv: on" in output("toque", "key", "config")
            manage("fingerprints", "remove", finger)
            assert manage("fingerprints", "list") == ""


def ceremony(name, options):
    return json.loads(output("toque", name, "-", "--authenticator", "usb", stdin=json.dumps(options)))


@check
def pam():
    """pamu2fcfg registers the key, pam_u2f lets in with it and not without it"""
    user = getpass.getuser()
    with Key():
        (Path.home() / "u2f_keys").write_text(output("pamu2fcfg", "-u", user))
        assert "successfully authenticated" in output("pamtester", "toque", user, "authenticate")
    with Key():
        refused = subprocess.run(["pamtester", "toque", user, "authenticate"], capture_output=True, text=True)
        assert refused.returncode != 0, refused


SITE = "https://rp.example"


def u2f_host(action, **request):
    """The answer of u2f-host, and the hash of the client data in it."""
    challenge = websafe_encode(secrets.token_bytes(32))
    request |= {"version": "U2F_V2", "challenge": challenge, "appId": SITE}
    answer = json.loads(output("u2f-host", f"--action={action}", f"--origin={SITE}", stdin=json.dumps(request)))
    client_data = websafe_decode(answer["clientData"])
    assert json.loads(client_data)["challenge"] == challenge
    return answer, hashlib.sha256(client_data).digest()


@check
def u2f():
    """u2f-host registers the key by U2F and signs in with it, and both signatures verify"""
    application = hashlib.sha256(SITE.encode()).digest()
    with Key():
        answer, client_data = u2f_host("register")
        registration = RegistrationData(websafe_decode(answer["registrationData"]))
        registration.verify(application, client_data)
        answer, client_data = u2f_host("authenticate", keyHandle=websafe_encode(registration.key_handle))
        signature = SignatureData(websafe_decode(answer["signatureData"]))
        signature.verify(application, client_data, registration.public_key)
        assert signature.user_presence == 1


@check
def encrypted_folder():
    """gocryptfs makes an encrypted folder that this key opens and no other"""

    def mount(key):
        command = ["gocryptfs", "-quiet", "-fido2", key.path, cipher, plain]
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)

    with tempfile.TemporaryDirectory() as folder:
        cipher, plain = Path(folder) / "cipher", Path(folder) / "plain"
        cipher.mkdir()
        plain.mkdir()
        with Key() as key:
            output("gocryptfs", "-quiet", "-init", "-fido2", key.path, cipher)
            for text in ["", "kept"]:
                mounted = mount(key)
                assert mounted.returncode == 0, mounted.stderr
                try:
                    note = plain / "note"
                    assert not text or note.read_text() == text
                    note.write_text("kept")
                finally:
                    output("fusermount3", "-u", plain)
        with Key() as key:
            assert mount(key).returncode != 0
