"""Request bodies of a backend, with the objects that every sandbox has from the start."""

from phone import RISK_SIGNALS
from provider import METHOD

CUSTOMER = "20000000-0000-4000-8000-000000000001"
INSTITUTION = "10000000-0000-4000-8000-000000000001"
BENEFICIARY = "30000000-0000-4000-8000-000000000001"


def enrollment_body(external_id=None):
    details = {
        "customer": CUSTOMER,
        "institution": INSTITUTION,
        "platform": "CROSS_PLATFORM",
        "callback_url": "https://merchant.example/return",
        "risk_signals": RISK_SIGNALS,
    }
    return {"type": METHOD, "external_id": external_id, "details": details}


def payment_body(enrollment_id, external_id=None):
    details = {"beneficiary_bank_account": BENEFICIARY, "enrollment": enrollment_id}
    return {
        "amount": "12.34",
        "allowed_payment_method_types": [METHOD],
        "customer": CUSTOMER,
        "description": "An end-to-end test",
        "statement_description": "Test",
        "external_id": external_id,
        "payment_method_details": {METHOD: details},
        "confirm": True,
    }
