"""Payments through the provider's API, as a backend makes them."""

from __future__ import annotations

from typing import Any, Dict

from toque_testing import Device, Sandbox

METHOD = "open_finance_biometric_pix"


def order(sandbox: Sandbox, enrollment: str, amount: str = "12.50") -> Dict[str, Any]:
    """A new payment intent."""
    account = sandbox.beneficiary_bank_account
    body = {
        "amount": amount,
        "allowed_payment_method_types": [METHOD],
        "customer": sandbox.customer,
        "description": "Coffee",
        "statement_description": "Loja Exemplo",
        "payment_method_details": {METHOD: {"beneficiary_bank_account": account, "enrollment": enrollment}},
        "confirm": True,
    }
    payment: Dict[str, Any] = sandbox.api("POST", "/payment-intents/", body)
    return payment


def pay(sandbox: Sandbox, device: Device, payment: Dict[str, Any], **sign: Any) -> Dict[str, Any]:
    """The payment intent after the device has signed it and ten seconds have passed."""
    body = device.sign(payment["payment_method_information"][METHOD]["fido_options"], **sign)
    path = f"/payment-intents/{payment['id']}/"
    sandbox.api("POST", f"{path}authorize/", body)
    sandbox.clock.advance(seconds=10)
    ended: Dict[str, Any] = sandbox.api("GET", path)
    return ended
