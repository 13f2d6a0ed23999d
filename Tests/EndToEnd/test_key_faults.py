"""The key is killed at random moments, runs out of disk, or may not write: what it answered stands."""

import random
import shutil
import sqlite3
import subprocess
import threading

import pytest
from fido2.ctap import CtapError

from disk import NO_MOUNTS, LimitedFiles, SmallDisk, can_mount, read_only
from ledger import Ledger
from platform_client import GET_ASSERTION, HASH, RP_ID, credential
from served_key import PIN, ServedKey

OPERATIONS = 500


def integrity(store, folder):
    """SQLite's verdict on a copy of the store and its journal, so that the key itself has to recover the store."""
    for file in (store, store.with_name(f"{store.name}-wal")):
        if file.exists():
            shutil.copy(file, folder)
    with sqlite3.connect(folder / store.name) as database:
        return database.execute("PRAGMA integrity_check").fetchall()


@pytest.mark.parametrize("link", ["pty", "socket"])
def test_kill(toque, tmp_path, link):
    store, copy = tmp_path / "store.sqlite", tmp_path / "copy"
    options = ["--pty"] if link == "pty" else ["--socket", tmp_path / "key.socket"]
    chance = random.Random(link)
    ledger = Ledger(chance)
    with ServedKey(toque, store, link=options) as key:
        key.set_pin(PIN)
        while ledger.operations < OPERATIONS // 2:
            with key.connect() as client:
                ledger.recover(client)
                for credential_id in list(ledger.public_keys)[-3:]:
                    ledger.check(client, credential_id)
                chance.choice([kill_within, kill_between])(key, client, ledger, chance)
            key.kill()
            copy.mkdir()
            assert integrity(store, copy) == [("ok",)]
            shutil.rmtree(copy)
            key.start()
        with key.connect() as client:
            ledger.check_all(client)


def kill_within(key, client, ledger, chance):
    """At any moment, most of which are within an operation."""
    timer = threading.Timer(chance.uniform(0, 0.2), key.process.kill)
    timer.start()
    with pytest.raises(ConnectionError):
        while True:
            ledger.operate(client)
    timer.join()


def kill_between(key, client, ledger, chance):
    """Right behind an answer."""
    for _ in range(chance.randrange(8)):
        ledger.operate(client)
    ledger.operate(client, weights=(1, 1, 1, 1))
    key.process.kill()


@pytest.mark.parametrize("disk_type", [LimitedFiles, SmallDisk])
def test_full_disk(toque, tmp_path, disk_type):
    if disk_type is SmallDisk and not can_mount():
        pytest.skip(f"test_full_disk[SmallDisk] {NO_MOUNTS}")
    folder = tmp_path / "disk"
    folder.mkdir()
    disk = disk_type(folder)
    with ServedKey(toque, folder / "store.sqlite", prefix=disk.prefix, **disk.popen) as key:
        key.set_pin(PIN)
        with key.connect() as client:
            made = [client.register(b"before", resident=resident, pin=PIN) for resident in (False, True)]
            before = client.sign(credential(made[0])[0], pin=PIN).auth_data.counter

            disk.fill(key.process)
            statuses = {name: refusal(command, client, made[0]) for name, command in WRITES.items()}
            client.ctap.get_info()
            disk.free(key.process)

            assert statuses["register"] in (
                {"KEY_STORE_FULL"} if disk_type is SmallDisk else {"KEY_STORE_FULL", "OTHER"}
            )
            assert {statuses[name] for name in ("sign", "attempt", "change PIN")} == {"OTHER"}
            for registration in made:
                credential_id, public_key = credential(registration)
                assertion = client.sign(credential_id, pin=PIN)
                assertion.verify(HASH, public_key)
                assert assertion.auth_data.counter > before
            client.register(b"after", resident=True, pin=PIN)
            assert client.pin().get_pin_retries()[0] == 8


# On a full disk none of them may succeed. A token comes before each that is to be made with the PIN.
WRITES = {
    "register": lambda client, made: client.register(b"during", resident=False),
    "sign": lambda client, made: client.sign(credential(made)[0]),
    "attempt": lambda client, made: client.pin().get_pin_token(PIN, GET_ASSERTION, RP_ID),
    "change PIN": lambda client, made: client.pin().change_pin(PIN, "5678"),
}


def refusal(command, client, made):
    """The name of the status with which a command ends once the disk has no room for it."""
    with pytest.raises(CtapError) as refusal:
        for _ in range(10_000):  # The pages of a journal that is there are filled first.
            command(client, made)
    return refusal.value.code.name


@pytest.mark.skipif(not can_mount(), reason=f"test_read_only_store {NO_MOUNTS}")
def test_read_only_store(toque, tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    store = folder / "store.sqlite"
    key = ServedKey(toque, store)
    with key:
        key.set_pin(PIN)
        with key.connect() as client:
            credential_id, public_key = credential(client.register(pin=PIN))
            counter = client.sign(credential_id).auth_data.counter
    result = subprocess.run([*read_only(folder), *key.command], env=toque.environment, capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (3, "")
    assert "read-only" in result.stderr
    with ServedKey(toque, store) as key, key.connect() as client:
        assertion = client.sign(credential_id, pin=PIN)
        assertion.verify(HASH, public_key)
        assert assertion.auth_data.counter > counter
