"""The key as a system device: who may use it, plugging and unplugging, and clients that misbehave."""

import os
import pty
import signal
import subprocess
import time
from pathlib import Path

from clients import client_program, device
from harness import Key, check, is_gone, listed, output, running, state, wait_until

LONGEST = 57 + 29 * 59  # The longest request that the key accepts.
UNIT = ["systemctl", "--user"]


def properties(path):
    """The properties of a device in udev."""
    return dict(line.split("=", 1) for line in output("udevadm", "info", "--query=property", path).splitlines())


@check
def rule():
    """who sits at the machine may open /dev/uhid, nobody else may"""
    assert os.access("/dev/uhid", os.R_OK | os.W_OK)
    acl = output("getfacl", "--omit-header", "--absolute-names", "/dev/uhid")
    assert "user:ana:rw-" in acl and "other::---" in acl, acl


@check
def unit():
    """the unit serves a key that udev knows for a security key; reload plugs it in anew, stop takes it away"""
    settings = Path.home() / ".config/toque/key.env"
    settings.parent.mkdir(parents=True)
    settings.write_text("TOQUE_GESTURE=approve\n")
    output(*UNIT, "start", "toque-key")
    wait_until(listed, "fido2-token -L lists the unit's key")
    [path] = listed()
    known = properties(path)
    assert known["ID_FIDO_TOKEN"] == known["ID_SECURITY_TOKEN"] == "1", known
    assert "uaccess" in known["TAGS"], known
    assert "user:ana:rw-" in output("getfacl", "--omit-header", "--absolute-names", path)
    client = device(path)
    output(*UNIT, "reload", "toque-key")
    wait_until(lambda: is_dead(client), "the client of the unplugged key finds it gone")
    client.close()
    wait_until(listed, "fido2-token -L lists the key that was plugged in anew")
    output(*UNIT, "stop", "toque-key")
    assert listed() == []


def is_dead(client):
    try:
        client.ping(b"?")
    except OSError:
        return True
    return False


@check
def tools():
    """fido2-token -L finds the key, fido2-token -I reads what it says of itself"""
    with Key() as key:
        [line] = output("fido2-token", "-L").splitlines()
        assert line.startswith(f"{key.path}: vendor=0x0000, product=0x746b"), line
        information = output("fido2-token", "-I", key.path)
        assert "FIDO_2_1" in information and f"maxmsgsiz: {LONGEST}" in information, information


@check
def python():
    """python-fido2's list_devices finds the key, which loses no report of 200 requests of maxMsgSize"""
    with Key() as key:
        client = device(key.path)
        for number in range(200):
            message = bytes([number]) * LONGEST
            assert client.ping(message) == message
        client.close()


@check
def busy():
    """nothing is lost while another program keeps the processor busy"""
    burner = subprocess.Popen(["sh", "-c", "while :; do :; done"])
    try:
        with Key() as key:
            client = device(key.path)
            for number in range(20):
                message = bytes([number]) * LONGEST
                assert client.ping(message) == message
            client.close()
    finally:
        burner.kill()
        burner.wait()


@check
def replug():
    """SIGHUP unplugs the key and plugs it in again; a client that waits for a touch is sent away"""
    with Key(gesture="timeout") as key:
        with open(key.path, "rb+", buffering=0):  # While it is open, no other device gets its number.
            waiting = subprocess.Popen(
                ["fido2-token", "-R", key.path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            time.sleep(1)  # If it does not wait yet, it finds the key gone.
            key.process.send_signal(signal.SIGHUP)
            path = key.next_path()
            assert path != key.path
            assert is_gone(key.path)
            assert waiting.wait(timeout=60) != 0
        assert listed() == [path]
        assert device(path).ping(b"back") == b"back"


@check
def killed():
    """kill -9 takes the key away, SIGTERM does and exits with 0"""
    with Key() as key:
        key.end(signal.SIGKILL)
        wait_until(lambda: is_gone(key.path), f"{key.path} goes")
    with Key() as key:
        assert key.end() == 0
        assert is_gone(key.path)


@check
def next_client():
    """a client that is killed while it waits for a touch leaves nothing to the next one"""
    with Key(gesture="timeout") as key:
        for _ in range(5):
            with running(*client_program("select", key)) as client:
                assert client.stdout.readline() == "waiting\n"
            assert "FIDO_2_1" in output("fido2-token", "-I", key.path)


@check
def suspended():
    """a client that is stopped while the key answers finds the answer when it goes on; others are served meanwhile"""
    with Key() as key, running(*client_program("suspend", key)) as client:
        wait_until(lambda: state(client) in "TZ", "the client stops itself")
        wait_until(lambda: is_served(key), "others are served")
        client.send_signal(signal.SIGCONT)
        assert client.stdout.read() == "answered\n"


def is_served(key):
    """python-fido2 fails on a packet of another channel, such as the rest of the stopped client's answer."""
    try:
        client = device(key.path)
        result = client.ping(b"?")
        client.close()
        return result == b"?"
    except Exception:
        return False


@check
def suspended_long():
    """a client that is stopped for 20 seconds while the key waits for its touch finds the answer"""
    leader, follower = pty.openpty()
    with Key(gesture=None, stdin=follower, stderr=follower, start_new_session=True) as key:
        os.close(follower)
        with running(*client_program("select", key)) as client:
            assert client.stdout.readline() == "waiting\n"
            client.send_signal(signal.SIGSTOP)
            # Longer than the kernel buffers keepalives, which come ten times a second.
            time.sleep(20)
            os.write(leader, b"y\n")
            time.sleep(1)
            client.send_signal(signal.SIGCONT)
            said = client.stdout.read()
            # Before that, it may have read that the key continues after the touch.
            assert said.endswith("answered\n"), f"the client says {said!r}"
    os.close(leader)
