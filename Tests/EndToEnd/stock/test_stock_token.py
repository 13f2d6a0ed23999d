"""fido2-token of libfido2 manages the key over a pseudo-terminal."""

import time

from platform_client import RP_ID, credential, refused
from served_key import PIN
from stock_token import base64_text, change_pin, failed, information, set_pin, succeeded

OTHER_PIN = "código 2"
OTHER_RP_ID = "other.example"


def test_information_is_shown(token):
    info = information(token)
    assert info["proto"] == "0x02"
    assert info["caps"] == "0x05 (wink, cbor, msg)"
    assert info["version strings"] == "U2F_V2, FIDO_2_0, FIDO_2_1_PRE, FIDO_2_1, FIDO_2_3"
    assert {"credProtect", "hmac-secret", "hmac-secret-mc", "thirdPartyPayment"} <= set(
        info["extension strings"].split(", ")
    )
    assert {"rk", "up", "noplat", "noclientPin", "credMgmt", "credentialMgmtPreview", "pinUvAuthToken"} <= set(
        info["options"].split(", ")
    )
    assert info["transport strings"] == "usb"
    assert {"es256 (public-key)", "eddsa (public-key)", "es384 (public-key)"} <= set(info["algorithms"].split(", "))
    assert set(info["pin protocols"].split(", ")) == {"1", "2"}
    assert info["pin retries"] == "8"
    assert info["minpinlen"] == "4"


def test_a_pin_is_set(token):
    assert "noclientPin" in information(token)["options"]
    succeeded(set_pin(token, PIN))
    assert "noclientPin" not in information(token)["options"]
    assert "clientPin" in information(token)["options"]
    failed(set_pin(token, OTHER_PIN), "FIDO_ERR_PIN_AUTH_INVALID")
    succeeded(token("-I", "-c", pin=PIN))


def test_a_pin_of_three_characters_is_refused(token):
    # Six bytes long: the tool itself refuses PINs below four bytes.
    failed(set_pin(token, "ãõç"), "FIDO_ERR_PIN_POLICY_VIOLATION")
    assert "noclientPin" in information(token)["options"]


def test_a_pin_is_changed(token):
    succeeded(set_pin(token, PIN))
    succeeded(change_pin(token, PIN, OTHER_PIN))
    failed(token("-I", "-c", pin=PIN), "FIDO_ERR_PIN_INVALID")
    assert information(token)["pin retries"] == "7"
    succeeded(token("-I", "-c", pin=OTHER_PIN))
    assert information(token)["pin retries"] == "8"


def test_three_wrong_pins_lock_the_key_until_the_next_power_cycle(key, token):
    succeeded(set_pin(token, PIN))
    failed(change_pin(token, "wrong", OTHER_PIN), "FIDO_ERR_PIN_INVALID")
    failed(change_pin(token, "wrong", OTHER_PIN), "FIDO_ERR_PIN_INVALID")
    failed(change_pin(token, "wrong", OTHER_PIN), "FIDO_ERR_PIN_AUTH_BLOCKED")
    failed(token("-I", "-c", pin=PIN), "FIDO_ERR_PIN_AUTH_BLOCKED")
    assert information(token)["pin retries"] == "5"
    key.power_cycle()
    succeeded(token("-I", "-c", pin=PIN))
    assert information(token)["pin retries"] == "8"


def test_resident_credentials_are_listed_and_deleted(key, token):
    succeeded(set_pin(token, PIN))
    ids = {}
    with key.connect() as client:
        for rp_id, user in [(RP_ID, b"ana"), (RP_ID, b"bruno"), (OTHER_RP_ID, b"ana")]:
            credential_id, _ = credential(client.register(user, rp_id, resident=True, pin=PIN))
            ids[rp_id, user] = base64_text(credential_id)
        client.register(b"not resident", RP_ID, pin=PIN)

    def count():
        line = succeeded(token("-I", "-c", pin=PIN)).lines[0]
        return int(line.removeprefix("existing rk(s): "))

    def credentials(rp_id):
        """Returns for each credential: base64 id, display name, base64 user id, type, protection."""
        lines = succeeded(token("-L", "-k", rp_id, pin=PIN)).lines
        return {tuple(line.split(": ", 1)[1].split(" ", 4)) for line in lines}

    assert count() == 3
    relying_parties = [line.split(" ")[-1] for line in succeeded(token("-L", "-r", pin=PIN)).lines]
    assert sorted(relying_parties) == [OTHER_RP_ID, RP_ID]
    assert credentials(RP_ID) == {
        (ids[RP_ID, user], user.decode().title(), base64_text(user), "es256", "uvopt") for user in (b"ana", b"bruno")
    }

    shown = succeeded(token("-I", "-k", RP_ID, "-i", ids[RP_ID, b"ana"], pin=PIN)).output
    assert shown.startswith(ids[RP_ID, b"ana"] + "\n")
    assert "BEGIN PUBLIC KEY" in shown
    failed(token("-I", "-k", OTHER_RP_ID, "-i", ids[RP_ID, b"ana"], pin=PIN), "cred")

    ana = ["-i", ids[RP_ID, b"ana"], "-k", base64_text(b"ana")]
    succeeded(token("-S", "-c", *ana, "-n", "ana@new.example", "-p", "Renamed", pin=PIN))
    assert (ids[RP_ID, b"ana"], "Renamed", base64_text(b"ana"), "es256", "uvopt") in credentials(RP_ID)

    succeeded(token("-D", "-i", ids[RP_ID, b"bruno"], pin=PIN))
    assert {entry[0] for entry in credentials(RP_ID)} == {ids[RP_ID, b"ana"]}
    failed(token("-D", "-i", ids[RP_ID, b"bruno"], pin=PIN), "FIDO_ERR_NO_CREDENTIALS")
    assert count() == 2


def test_credentials_are_not_listed_with_a_wrong_pin(key, token):
    succeeded(set_pin(token, PIN))
    failed(token("-L", "-r", pin="wrong"), "FIDO_ERR_PIN_INVALID")


def test_a_reset_erases_pin_and_credentials(key, token):
    succeeded(set_pin(token, PIN))
    with key.connect() as client:
        resident, _ = credential(client.register(resident=True, pin=PIN))
        other, _ = credential(client.register())
    key.power_cycle()
    succeeded(token("-R"))
    assert "noclientPin" in information(token)["options"]
    with key.connect() as client:
        for credential_id in (resident, other):
            with refused("NO_CREDENTIALS"):
                client.sign(credential_id)


def test_a_reset_is_refused_ten_seconds_after_power_up(key, token):
    deadline = time.monotonic() + 60
    with key.connect() as client:
        with refused("NOT_ALLOWED"):
            while time.monotonic() < deadline:
                client.ctap.reset()
                time.sleep(0.5)
    failed(token("-R"), "FIDO_ERR_NOT_ALLOWED")
    key.power_cycle()
    succeeded(token("-R"))
