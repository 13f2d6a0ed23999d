"""pamu2fcfg of pam-u2f registers the key over a pseudo-terminal."""

import pytest

import stock_programs
from served_key import PIN, ServedKey

PIN_PROMPT = ("Enter PIN for", PIN)


@pytest.fixture
def register(toque, tmp_path, listing):
    """Runs pamu2fcfg; returns key handle, public key, type and flags of the line that it prints."""
    with ServedKey(toque, tmp_path / "store.sqlite", "--profile", "windows") as key:

        def run(*flags, pin=None):
            if pin:
                key.set_pin(pin)
            answers = [PIN_PROMPT] if pin else []
            command = ["pamu2fcfg", "-u", "ana", *flags]
            [line, *_] = stock_programs.succeed(*command, environment=listing(key), answers=answers)
            user, _, entry = line.partition(":")
            assert user == "ana"
            return entry.split(",")

        yield run


@pytest.mark.parametrize("type", ["es256", "rs256"])
def test_a_key_is_registered_for_pam(register, type):
    handle, public_key, *rest = register("-t", type.upper())
    assert handle
    assert public_key
    assert rest == [type, "+presence"]


def test_a_resident_key_with_a_pin_is_registered_for_pam(register):
    handle, _, type, flags = register("-r", "-N", pin=PIN)
    assert (handle, type, flags) == ("*", "es256", "+presence+pin")
