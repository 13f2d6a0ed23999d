"""`toque key passphrase`: a key file that is useless without the passphrase, from files and at the terminal."""

import json

import pytest
from fido2.ctap2 import ClientPin

from holder import private_file, refused
from platform_client import HASH, credential
from samples import REGISTRATION, sign_options
from served_key import PIN, ServedKey
from terminal import Terminal

PASSPHRASE = "correct horse"


@pytest.fixture
def store(tmp_path):
    return tmp_path / "store.sqlite"


@pytest.fixture
def passphrase(tmp_path):
    return private_file(tmp_path / "passphrase", f"{PASSPHRASE}\n")


@pytest.fixture
def wrong(tmp_path):
    return private_file(tmp_path / "wrong", "another\n")


def manage(toque, action, store, *arguments):
    return toque.run("key", "passphrase", action, "--store", store, *arguments)


def seal(toque, store, file):
    result = manage(toque, "set", store, "--new-passphrase-file", file)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "The passphrase is set.\n")


def serve(toque, store, *arguments):
    """Runs a `toque key serve` that must fail to start; returns how it ends."""
    result = toque.run("key", "serve", "--pty", "--store", store, "--gesture", "approve", *arguments)
    assert result.stdout == ""
    return result


def test_a_sealed_store_keeps_its_credentials_and_pin(toque, store, passphrase, wrong):
    with ServedKey(toque, store) as key:
        key.set_pin()
        with key.connect() as client:
            credential_id, public_key = credential(client.register(resident=True, pin=PIN))
    seal(toque, store, passphrase)
    result = serve(toque, store)
    assert result.returncode == 2
    assert "--passphrase-file: no passphrase was given\nhint: pass --passphrase-file FILE" in result.stderr
    result = serve(toque, store, "--passphrase-file", wrong)
    assert result.returncode == 3
    assert f"this is not the passphrase of {store}.key" in result.stderr
    with ServedKey(toque, store, "--passphrase-file", passphrase) as key, key.connect() as client:
        client.sign(credential_id).verify(HASH, public_key)
        assert ClientPin(client.ctap).get_pin_retries()[0] == 8
        client.pin().get_pin_token(PIN, ClientPin.PERMISSION.CREDENTIAL_MGMT)


def test_a_sealed_key_file_does_not_contain_the_key(toque, store, passphrase):
    with ServedKey(toque, store):
        pass
    file = store.with_name(store.name + ".key")
    key = file.read_bytes()
    seal(toque, store, passphrase)
    assert key not in file.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_passphrase_is_changed_and_removed(toque, store, passphrase, wrong, tmp_path):
    seal(toque, store, passphrase)
    new = private_file(tmp_path / "new", "battery staple\n")
    for action, arguments in [("set", ["--new-passphrase-file", new]), ("remove", [])]:
        result = manage(toque, action, store, *arguments, "--passphrase-file", wrong)
        assert result.returncode == 3 and "this is not the passphrase" in result.stderr
    result = manage(toque, "set", store, "--new-passphrase-file", new, "--passphrase-file", passphrase)
    assert (result.returncode, result.stderr) == (0, "The passphrase is changed.\n")
    assert serve(toque, store, "--passphrase-file", passphrase).returncode == 3
    result = manage(toque, "remove", store, "--passphrase-file", new)
    assert result.returncode == 0
    with ServedKey(toque, store) as key, key.connect() as client:
        client.register()
    assert refused(toque, "key", "passphrase", "remove", "--store", store).endswith("has no passphrase")


def test_a_new_store_can_start_with_a_passphrase(toque, store, passphrase):
    """Then no key file without a passphrase ever existed."""
    assert not store.exists()
    seal(toque, store, passphrase)
    assert serve(toque, store).returncode == 2
    with ServedKey(toque, store, "--passphrase-file", passphrase) as key, key.connect() as client:
        client.register()


def test_a_store_without_a_passphrase_refuses_one(toque, store, passphrase):
    line = f"--passphrase-file: {store}.key has no passphrase"
    for _ in range(2):  # For a new store and for an existing one.
        result = serve(toque, store, "--passphrase-file", passphrase)
        assert result.returncode == 1 and line in result.stderr
        result = manage(toque, "set", store, "--new-passphrase-file", passphrase, "--passphrase-file", passphrase)
        assert result.returncode == 1 and line in result.stderr
        toque.output("register", REGISTRATION, "--store", store, "--gesture", "approve")
    assert line in refused(
        toque, "register", REGISTRATION, "--store", store, "--gesture", "approve", "--passphrase-file", passphrase)
    environment = {"TOQUE_PASSPHRASE_FILE": str(passphrase)}
    result = toque.run("register", REGISTRATION, "--store", store, "--gesture", "approve", environment=environment)
    assert result.returncode == 0
    assert f"TOQUE_PASSPHRASE_FILE is ignored: {store}.key has no passphrase." in result.stderr


def test_a_missing_key_file_is_not_recreated(toque, store, passphrase):
    with ServedKey(toque, store):
        pass
    store.with_name(store.name + ".key").unlink()
    result = manage(toque, "set", store, "--new-passphrase-file", passphrase)
    assert result.returncode == 3
    assert f"the key file {store}.key is not there" in result.stderr


def test_the_in_process_authenticator_accepts_a_passphrase(toque, passphrase, tmp_path):
    """Its store has a path of its own; the environment can also name the file."""
    arguments = ["--gesture", "approve"]
    made = toque.output("register", REGISTRATION, *arguments)
    options = json.dumps(sign_options(made["id"]))
    result = toque.run("key", "passphrase", "set", "--credentials", "--new-passphrase-file", passphrase)
    assert result.returncode == 0, result
    unasked = toque.run("sign", "-", *arguments, stdin=options)
    assert (unasked.returncode, unasked.stdout) == (2, "")
    assert "--passphrase-file" in unasked.stderr
    environment = {"TOQUE_PASSPHRASE_FILE": str(passphrase)}
    assert toque.output("sign", "-", *arguments, stdin=options, environment=environment)["id"]
    assert toque.output("sign", "-", *arguments, "--passphrase-file", passphrase, stdin=options)["id"]
    result = toque.run("key", "passphrase", "remove", "--credentials", environment=environment)
    assert result.returncode == 0, result
    assert toque.output("sign", "-", *arguments, stdin=options)["id"]


def test_the_terminal_asks_for_the_passphrase_and_does_not_show_it(toque, store, passphrase):
    command = ["key", "passphrase", "set", "--store", store]
    with Terminal(toque, *command) as terminal:
        terminal.wait_for("New passphrase: ")
        terminal.type(f"{PASSPHRASE}\n")
        terminal.wait_for("New passphrase again: ")
        terminal.type("correct hrose\n")
        terminal.wait_for("the two passphrases differ; nothing was changed")
        assert terminal.end() == 1
    assert not store.with_name(store.name + ".key").exists()
    with Terminal(toque, *command) as terminal:
        for question in ("New passphrase: ", "New passphrase again: "):
            terminal.wait_for(question)
            terminal.type(f"{PASSPHRASE}\n")
        terminal.wait_for("The passphrase is set.")
        assert PASSPHRASE not in terminal.text
        assert terminal.end() == 0
    with Terminal(toque, "key", "serve", "--pty", "--store", store) as terminal:
        terminal.wait_for("Passphrase of the key file: ")
        terminal.type(f"{PASSPHRASE}\n")
        terminal.wait_for("/dev/pts/")
        assert PASSPHRASE not in terminal.text
        terminal.interrupt()
        assert terminal.end() == 0


@pytest.mark.parametrize(
    "content, mode, said",
    [("", 0o600, "on one line"), ("a\nb\n", 0o600, "on one line"), ("a\n", 0o644, "chmod 600")],
)
def test_a_file_without_a_passphrase_is_refused(toque, store, tmp_path, content, mode, said):
    file = private_file(tmp_path / "file", content)
    file.chmod(mode)
    result = manage(toque, "set", store, "--new-passphrase-file", file)
    assert (result.returncode, result.stdout) == (1, "")
    assert said in result.stderr
