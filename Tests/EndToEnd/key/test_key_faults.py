"""The key is killed at random moments, runs out of disk, or may not write: it keeps everything that it confirmed."""

import random
import shutil
import sqlite3
import subprocess
import threading

import pytest
from fido2.ctap import CtapError

from full_disk import NO_MOUNTS, LimitedFiles, SmallDisk, can_mount, read_only
from answer_ledger import Ledger
from platform_client import GET_ASSERTION, HASH, RP_ID, credential, refused
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
def test_kills_lose_nothing_that_the_key_confirmed(toque, tmp_path, link):
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
    """Kills at a random moment, usually during an operation."""
    timer = threading.Timer(chance.uniform(0, 0.2), key.process.kill)
    timer.start()
    with pytest.raises(ConnectionError):
        while True:
            ledger.operate(client)
    timer.join()


def kill_between(key, client, ledger, chance):
    """Kills right after an answer."""
    for _ in range(chance.randrange(8)):
        ledger.operate(client)
    ledger.operate(client, weights=(1, 1, 1, 1))
    key.process.kill()


@pytest.fixture(params=[LimitedFiles, SmallDisk], ids=lambda disk: disk.__name__)
def disk(request, tmp_path):
    if request.param is SmallDisk and not can_mount():
        pytest.skip(f"{request.node.name} {NO_MOUNTS}")
    folder = tmp_path / "disk"
    folder.mkdir()
    return request.param(folder)


@pytest.fixture
def client(toque, disk):
    """A client of a key on that disk."""
    store = disk.folder / "store.sqlite"
    with ServedKey(toque, store, prefix=disk.prefix, **disk.popen) as key, key.connect() as client:
        disk.process = key.process
        yield client


def refusal(command):
    """Returns the status name of the first command that fails because the disk is full."""
    with pytest.raises(CtapError) as refusal:
        for _ in range(1000):  # SQLite first overwrites the existing pages of its journal.
            command()
    return refusal.value.code.name


def test_a_full_disk_refuses_new_credentials_and_keeps_others(client, disk):
    made = [credential(client.register(b"before", resident=resident)) for resident in (False, True)]
    before = client.sign(made[0][0]).auth_data.counter
    disk.fill()
    # SQLite does not report a file size limit as a full disk.
    expected = {"KEY_STORE_FULL"} if isinstance(disk, SmallDisk) else {"KEY_STORE_FULL", "OTHER"}
    assert refusal(lambda: client.register(b"during", resident=True)) in expected
    assert refusal(lambda: client.sign(made[0][0])) == "OTHER"
    # Operations that write nothing work: the credential's key is in its id.
    made.append(credential(client.register()))
    disk.free()
    for credential_id, public_key in made:
        assertion = client.sign(credential_id)
        assertion.verify(HASH, public_key)
        assert assertion.auth_data.counter > before
    client.register(b"after", resident=True)
    assert client.sign().user["id"] == b"after"


def test_a_full_disk_gives_no_free_pin_tries(client, disk):
    """The key records each attempt before it compares the PIN: otherwise a full disk would allow unlimited tries."""
    pin = client.pin()
    pin.set_pin(PIN)
    disk.fill()
    assert refusal(lambda: pin.get_pin_token(PIN, GET_ASSERTION, RP_ID)) == "OTHER"
    with refused("OTHER"):
        pin.get_pin_token("wrong", GET_ASSERTION, RP_ID)
    assert refusal(lambda: pin.change_pin(PIN, "5678")) == "OTHER"
    disk.free()
    pin.get_pin_token(PIN, GET_ASSERTION, RP_ID)
    assert pin.get_pin_retries()[0] == 8
    pin.change_pin(PIN, "5678")
    pin.get_pin_token("5678", GET_ASSERTION, RP_ID)


@pytest.mark.skipif(not can_mount(), reason=f"test_a_read_only_store_is_refused_and_keeps_its_credentials {NO_MOUNTS}")
def test_a_read_only_store_is_refused_and_keeps_its_credentials(toque, tmp_path):
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
