"""Refusals of the provider and the bank, over HTTP, with the command as the device."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from device import Device
from provider import Provider, Refused, begin_enrollment, enroll, fido_options
from samples import decode, encode, registration_options

ELSEWHERE = "https://login.belvo.com"  # The client allows this origin to use the RP ID; the bank does not.


@pytest.fixture(scope="module")
def enrolled(toque, provider, tmp_path_factory):
    """A device and its enrollment."""
    device = Device(toque, tmp_path_factory.mktemp("device"))
    return device, enroll(provider, device)


class Payment:
    """A new payment and a device's answer to it."""

    def __init__(self, provider, device, enrollment_id, *flags):
        self.provider = provider
        intent = provider.create_payment(enrollment_id)
        self.id = intent["id"]
        self.options = fido_options(intent)
        self.body = device.authorization(self.options, device.risk_signals(provider.account_tenure), *flags)

    def result(self):
        """Returns 204 for any bytes, as the bank judges them later."""
        assert self.provider.authorize(self.id, self.body) is None
        return self.provider.payment_result(self.id)

    def assert_succeeds(self):
        result = self.result()
        assert result["status"] == "SUCCEEDED", result

    def assert_fails(self, verdict):
        result = self.result()
        assert result["status"] == "FAILED"
        assert result["failure_code"] == "biometric_validation_error"
        assert verdict in result["failure_message"]
        assert [charge["status"] for charge in result["charges"]] == ["FAILED"]


@pytest.fixture
def payment(provider, enrolled):
    return lambda *flags: Payment(provider, *enrolled, *flags)


def test_a_second_authorization_changes_nothing(payment):
    first = payment()
    first.assert_succeeds()
    with pytest.raises(Refused) as refusal:
        first.provider.authorize(first.id, first.body)
    assert refusal.value.status == 400
    assert refusal.value.errors[0]["code"] == "invalid_status"
    assert first.provider.payment_result(first.id)["status"] == "SUCCEEDED"


def test_a_replayed_challenge_is_refused(payment):
    first, second = payment(), payment()
    first.assert_succeeds()
    second.body = first.body
    second.assert_fails("challenge_mismatch")


def test_a_payment_from_another_origin_is_refused(payment):
    payment("--origin", ELSEWHERE).assert_fails("origin_not_allowed")


def test_an_enrollment_from_another_origin_is_refused(toque, provider, tmp_path):
    device = Device(toque, tmp_path)
    enrollment_id, options = begin_enrollment(provider, device)
    provider.confirm(enrollment_id, device.register(options, "--body", "--origin", ELSEWHERE))
    result = provider.enrollment_result(enrollment_id)
    assert (result["status"], result["status_reason_code"]) == ("FAILED", "biometric_validation_error")
    assert "origin_not_allowed" in result["status_reason_message"]


def test_the_client_refuses_an_origin_that_is_not_the_relying_partys(toque, provider, tmp_path):
    device = Device(toque, tmp_path)
    _, options = begin_enrollment(provider, device)
    result = toque.run("register", "-", *device.flags, "--origin", "https://belvo.example", stdin=json.dumps(options))
    assert (result.returncode, result.stdout) == (1, "")
    assert "SecurityError" in result.stderr


def test_a_tampered_signature_is_refused(payment):
    tampered = payment()
    response = tampered.body["assertion"]["response"]
    signature = decode(response["signature"])
    response["signature"] = encode(signature[:-1] + bytes([signature[-1] ^ 1]))
    tampered.assert_fails("bad_signature")


@pytest.fixture
def stranger(toque, tmp_path):
    """Another device's answer to the options of somebody else's payment."""
    device = Device(toque, tmp_path)
    credential = {"type": "public-key", "id": device.register(registration_options())["id"]}
    return lambda payment: device.sign(payment.options | {"allowCredentials": [credential]}, "--body")["assertion"]


def test_a_signature_by_another_key_is_refused(payment, stranger):
    forged = payment()
    forged.body["assertion"]["response"]["signature"] = stranger(forged)["response"]["signature"]
    forged.assert_fails("bad_signature")


def test_a_credential_of_another_device_is_refused(payment, stranger):
    foreign = payment()
    foreign.body["assertion"] = stranger(foreign)
    foreign.assert_fails("credential_not_allowed")


def test_a_declined_gesture_signs_nothing(toque, provider, enrolled):
    device, enrollment_id = enrolled
    payment = provider.create_payment(enrollment_id)
    flags = [*device.flags[:-1], "decline"]
    result = toque.run("sign", "-", *flags, stdin=json.dumps(fido_options(payment)))
    assert (result.returncode, result.stdout) == (1, "")
    assert "NotAllowedError" in result.stderr
    assert provider.request("GET", f"/payment-intents/{payment['id']}/")["status"] == "PENDING"


def test_an_enrollment_declined_at_the_bank_fails(toque, provider, tmp_path):
    device = Device(toque, tmp_path)
    enrollment = provider.create_enrollment(device.risk_signals(provider.account_tenure))
    answer = provider.complete_redirection(device.approve(enrollment["details"]["redirect_url"], "--decline"))
    assert (answer["status"], answer["status_reason_code"]) == ("FAILED", "rejected_by_user")
    with pytest.raises(Refused) as refusal:
        provider.confirm(enrollment["id"], {})
    assert refusal.value.status == 400


def test_the_account_holder_decides_once(toque, provider, tmp_path):
    device = Device(toque, tmp_path)
    enrollment = provider.create_enrollment(device.risk_signals(provider.account_tenure))
    device.approve(enrollment["details"]["redirect_url"])
    second = toque.run("approve", enrollment["details"]["redirect_url"], "--decline")
    assert (second.returncode, second.stdout) == (1, "")
    assert "409" in second.stderr


@pytest.mark.parametrize("rivals", [2, 8])
def test_one_of_several_confirmations_at_once_wins(toque, provider, tmp_path, rivals):
    device = Device(toque, tmp_path)
    enrollment_id, options = begin_enrollment(provider, device)
    body = device.register(options, "--body")
    start = threading.Barrier(rivals)

    def confirm(_):
        start.wait()
        try:
            provider.confirm(enrollment_id, body)
            return 204
        except Refused as refusal:
            return refusal.status

    with ThreadPoolExecutor(rivals) as pool:
        statuses = sorted(pool.map(confirm, range(rivals)))
    assert statuses == [204] + [400] * (rivals - 1)
    assert provider.enrollment_result(enrollment_id)["status"] == "SUCCEEDED"


def test_a_wrong_api_key_is_refused(provider):
    stranger = Provider(provider.url, key="sandbox:wrong")
    with pytest.raises(Refused) as refusal:
        stranger.request("GET", "/institutions/")
    assert refusal.value.status == 401
