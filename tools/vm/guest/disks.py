"""Disks that the key unlocks. Runs as root, who owns them."""

import contextlib
import os
import subprocess
import tempfile
from pathlib import Path

from harness import PATIENCE, Key, check, output

SYSTEMD_CRYPTSETUP = "/lib/systemd/systemd-cryptsetup"
VOLUME = "toque-test"
PASSPHRASE = "the first way in"
TEXT = b"what the volume keeps"


@contextlib.contextmanager
def volume():
    """A loop device with an encrypted volume, whose first slot a passphrase opens."""
    output("modprobe", "--all", "loop", "dm_crypt")
    with tempfile.TemporaryDirectory() as folder:
        image, passphrase = Path(folder) / "image", Path(folder) / "passphrase"
        with image.open("wb") as file:
            file.truncate(32 << 20)
        passphrase.write_text(PASSPHRASE)
        # A test's passphrase needs no slow hash, which takes minutes without hardware virtualization.
        hashed = ["--pbkdf", "pbkdf2", "--pbkdf-force-iterations", "1000"]
        output("cryptsetup", "luksFormat", "--batch-mode", "--type", "luks2", *hashed, image, passphrase)
        device = output("losetup", "--find", "--show", image).strip()
        try:
            yield device
        finally:
            output("losetup", "--detach", device)


def enroll(device, key, *options):
    environment = os.environ | {"PASSWORD": PASSPHRASE}
    output("systemd-cryptenroll", f"--fido2-device={key.path}", *options, device, env=environment)


def attach(device):
    """Opens the volume with the plugged-in key, as systemd does at boot."""
    command = [SYSTEMD_CRYPTSETUP, "attach", VOLUME, device, "-", "fido2-device=auto,headless=true,token-timeout=1"]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


@contextlib.contextmanager
def opened(device):
    result = attach(device)
    assert result.returncode == 0, result.stderr
    try:
        yield Path("/dev/mapper") / VOLUME
    finally:
        output(SYSTEMD_CRYPTSETUP, "detach", VOLUME)


def is_unlocked_by(device):
    """Whether data in the volume survives until the key opens it again."""
    with opened(device) as path, path.open("r+b") as disk:
        disk.write(TEXT)
    with opened(device) as path, path.open("rb") as disk:
        return disk.read(len(TEXT)) == TEXT


@contextlib.contextmanager
def pin_file():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pin"
        path.touch(mode=0o600)
        path.write_text("4711\n")
        yield path


@check
def cryptenroll():
    """systemd-cryptenroll adds the key to a LUKS volume, systemd-cryptsetup opens it with this key and no other"""
    with volume() as device:
        with Key() as key:
            enroll(device, key)
            assert is_unlocked_by(device)
        with Key():
            assert attach(device).returncode != 0


@check
def cryptenroll_with_pin():
    """systemd-cryptenroll adds a key that has a PIN, with --fido2-with-client-pin=no"""
    with pin_file() as pin, volume() as device:
        with Key("--pin-file", pin) as key:
            enroll(device, key, "--fido2-with-client-pin=no")
            assert is_unlocked_by(device)


@check
def cryptenroll_with_finger():
    """systemd-cryptenroll adds a key that verifies a fingerprint, with --fido2-with-user-verification=yes"""
    with pin_file() as pin, volume() as device:
        with Key("--profile", "fingerprint-key", "--pin-file", pin, gesture="finger:thumb") as key:
            output("toque", "key", "fingerprints", "add", "--device", key.path, "--pin-file", pin)
            enroll(device, key, "--fido2-with-client-pin=no", "--fido2-with-user-verification=yes")
            assert is_unlocked_by(device)
