"""OpenSSH keys in a security key."""

import base64

import stock_programs
from served_key import PIN

MESSAGE = "A message to sign\n"
SIGNER = "ana@example.com"
ASKED = ("Enter PIN for authenticator: ", PIN)
TYPES = {"ecdsa-sk": "sk-ecdsa-sha2-nistp256@openssh.com", "ed25519-sk": "sk-ssh-ed25519@openssh.com"}


def generate(ssh_keygen, type, file, *options, answers=()):
    """A new key pair; returns the type and the blob of its public key."""
    flags = [flag for option in options for flag in ("-O", option)]
    ssh_keygen("-q", "-t", type, "-N", "", "-C", "", "-f", file, *flags, answers=answers)
    return public_key(file)


def public_key(file):
    return file.with_suffix(".pub").read_text().split()[:2]


def sign(ssh_keygen, file, answers=(), environment=None):
    """An SSH signature of the message."""
    return ssh_keygen("-Y", "sign", "-n", "test", "-f", file, stdin=MESSAGE, environment=environment, answers=answers)


def verification(public, signature, folder, message=MESSAGE):
    """How ssh-keygen judges the signature."""
    signers, signature_file = folder / "allowed_signers", folder / "message.sig"
    signers.write_text(f"{SIGNER} {' '.join(public)}\n")
    signature_file.write_text("\n".join(signature) + "\n")
    command = ["ssh-keygen", "-Y", "verify", "-n", "test", "-I", SIGNER]
    return stock_programs.run(*command, "-f", signers, "-s", signature_file, stdin=message)


def check(public, signature, folder):
    """Checks that the signature is valid, and only for its message."""
    accepted = verification(public, signature, folder)
    assert accepted.code == 0, accepted
    assert f'Good "test" signature for {SIGNER}' in accepted.output
    refused = verification(public, signature, folder, message="Another message\n")
    assert refused.code != 0, refused


def flags(signature):
    """The authenticator's flags: in OpenSSH's format they and the counter of four bytes come last."""
    return base64.b64decode("".join(signature[1:-1]))[-5]
