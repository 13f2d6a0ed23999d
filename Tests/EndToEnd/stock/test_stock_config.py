"""fido2-token of libfido2 configures the key over a pseudo-terminal."""

import pytest
from fido2.ctap2 import ClientPin

from platform_client import RP_ID, refused
from served_key import PIN, ServedKey
from stock_token import StockToken, change_pin, failed, information, set_pin, succeeded

LONG_PIN = "471100"


def options(token):
    return set(information(token)["options"].split(", "))


@pytest.mark.parametrize("pin", [None, PIN])
def test_fido2_token_turns_always_uv_on_and_off(key, token, pin):
    if pin:
        succeeded(set_pin(token, pin))
    assert {"noalwaysUv", "makeCredUvNotRqd"} <= options(token)
    succeeded(token("-S", "-u", pin=pin))
    assert {"alwaysUv", "nomakeCredUvNotRqd"} <= options(token)
    with key.connect() as client, refused("PUAT_REQUIRED"):
        client.register()
    succeeded(token("-D", "-u", pin=pin))
    assert {"noalwaysUv", "makeCredUvNotRqd"} <= options(token)
    with key.connect() as client:
        client.register()


def test_fido2_token_forces_a_pin_change(token):
    failed(token("-S", "-f"), "FIDO_ERR_PIN_NOT_SET")
    succeeded(set_pin(token, PIN))
    assert information(token)["pin change required"] == "false"
    succeeded(token("-S", "-f", pin=PIN))
    assert information(token)["pin change required"] == "true"
    failed(token("-I", "-c", pin=PIN), "FIDO_ERR_PIN_POLICY_VIOLATION")
    failed(change_pin(token, PIN, PIN), "FIDO_ERR_PIN_POLICY_VIOLATION")
    succeeded(change_pin(token, PIN, LONG_PIN))
    assert information(token)["pin change required"] == "false"
    succeeded(token("-I", "-c", pin=LONG_PIN))


def test_fido2_token_sets_the_minimum_pin_length(key, token):
    succeeded(set_pin(token, PIN))
    succeeded(token("-S", "-l", "6", pin=PIN))
    assert information(token)["minpinlen"] == "6"
    assert information(token)["pin change required"] == "true"
    failed(change_pin(token, PIN, "47110"), "FIDO_ERR_PIN_POLICY_VIOLATION")
    succeeded(change_pin(token, PIN, LONG_PIN))
    failed(token("-S", "-l", "5", pin=LONG_PIN), "FIDO_ERR_PIN_POLICY_VIOLATION")
    key.power_cycle()
    assert information(token)["minpinlen"] == "6"
    # The key accepts a reset only in its first ten seconds.
    key.power_cycle()
    succeeded(token("-R"))
    assert information(token)["minpinlen"] == "4"


def test_fido2_token_sets_who_may_learn_the_minimum_pin_length(key, token):
    assert information(token)["maxrpids in minpinlen"] == "8"
    succeeded(set_pin(token, PIN))
    succeeded(token("-S", "-m", f"{RP_ID},other.example", pin=PIN))
    with key.connect() as client:
        for rp_id, told in [(RP_ID, 4), ("other.example", 4), ("third.example", None)]:
            made = client.register(rp_id=rp_id, extensions={"minPinLength": True})
            assert (made.auth_data.extensions or {}).get("minPinLength") == told
    too_many = ",".join(f"{number}.example" for number in range(9))
    failed(token("-S", "-m", too_many, pin=PIN), "FIDO_ERR_KEY_STORE_FULL")


@pytest.mark.parametrize("pin", [None, PIN])
def test_fido2_token_enables_enterprise_attestation(toque, tmp_path, pin):
    with ServedKey(toque, tmp_path / "corp.sqlite", "--enterprise-rp-id", RP_ID) as key:
        token = StockToken(key)
        if pin:
            succeeded(set_pin(token, pin))
        assert "noep" in options(token)
        for _ in range(2):
            succeeded(token("-S", "-a", pin=pin))
            assert "ep" in options(token)


def test_enterprise_attestation_of_an_incapable_key_is_refused(token):
    assert {"ep", "noep"}.isdisjoint(options(token))
    failed(token("-S", "-a"), "(0x3e)")


def test_a_wrong_pin_changes_no_setting(key, token):
    succeeded(set_pin(token, PIN))
    for arguments in (["-u"], ["-f"], ["-l", "8"], ["-m", RP_ID]):
        failed(token("-S", *arguments, pin="wrong"), "FIDO_ERR_PIN_INVALID")
        succeeded(token("-I", "-c", pin=PIN))
    assert "noalwaysUv" in options(token)
    assert information(token)["minpinlen"] == "4"
    with key.connect() as client:
        assert ClientPin(client.ctap).get_pin_retries()[0] == 8
