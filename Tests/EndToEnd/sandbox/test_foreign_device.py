"""A third-party device enrolls and pays: SoftWebauthnDevice of soft-webauthn, which knows nothing of Toque."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from soft_webauthn import SoftWebauthnDevice

from device import Device
from foreign_device import ORIGIN, VerifyingDevice, body, creation_options, request_options
from provider import begin_enrollment, fido_options


@pytest.fixture
def person(toque, tmp_path):
    """Toque plays only the account holder and the risk signals here, no ceremony."""
    return Device(toque, tmp_path)


def enroll(provider, person, device):
    enrollment_id, options = begin_enrollment(provider, person)
    provider.confirm(enrollment_id, {"confirmation_data": body(device.create(creation_options(options), ORIGIN))})
    return provider.enrollment_result(enrollment_id)


def pay(provider, person, device, enrollment_id):
    payment = provider.create_payment(enrollment_id)
    assertion = body(device.get(request_options(fido_options(payment)), ORIGIN))
    signals = person.risk_signals(provider.account_tenure)
    provider.authorize(payment["id"], {"risk_signals": signals, "assertion": assertion})
    return provider.payment_result(payment["id"])


def test_a_foreign_device_enrolls_and_pays(provider, person):
    device = VerifyingDevice()
    enrollment = enroll(provider, person, device)
    assert enrollment["status"] == "SUCCEEDED", json.dumps(enrollment)
    for _ in range(2):
        payment = pay(provider, person, device, enrollment["id"])
        assert payment["status"] == "SUCCEEDED", json.dumps(payment)
        assert [charge["status"] for charge in payment["charges"]] == ["SUCCEEDED"]
    assert device.sign_count == 2


def test_an_enrollment_without_user_verification_is_refused(provider, person):
    enrollment = enroll(provider, person, SoftWebauthnDevice())
    assert enrollment["status"] == "FAILED"
    assert "user_not_verified" in enrollment["status_reason_message"]


def test_a_counter_that_goes_back_is_refused(provider, person):
    device = VerifyingDevice()
    enrollment_id = enroll(provider, person, device)["id"]
    for counter, status in [(1, "SUCCEEDED"), (7, "SUCCEEDED"), (7, "FAILED"), (6, "FAILED"), (8, "SUCCEEDED")]:
        device.sign_count = counter - 1
        payment = pay(provider, person, device, enrollment_id)
        assert payment["status"] == status, f"counter {counter}: {payment}"
        if status == "FAILED":
            assert "counter_regressed" in payment["failure_message"]


def test_a_payment_signed_by_another_key_is_refused(provider, person):
    device = VerifyingDevice()
    enrollment_id = enroll(provider, person, device)["id"]
    device.private_key = ec.generate_private_key(ec.SECP256R1())
    payment = pay(provider, person, device, enrollment_id)
    assert payment["status"] == "FAILED"
    assert "bad_signature" in payment["failure_message"]
