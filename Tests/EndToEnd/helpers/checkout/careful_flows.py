"""Payments by a careful merchant and a careful app, to whom any answer may be lost: what a provider takes once they
repeat as it is, and before they repeat anything else they look whether it has counted."""

from collections.abc import Callable
from dataclasses import dataclass

from api_client import Lost
from ecommpay_sandbox import Ecommpay
from placetopay_sandbox import PlacetoPay
from takeme_sandbox import TakeMe
from yuno_sandbox import Yuno


@dataclass(frozen=True)
class Flow:
    # Gives the payment and its status, each time that an answer tells it. Its arguments are a sandbox and the flow's
    # number, which no other flow in the sandbox has.
    run: Callable
    # The statuses that the payment goes through.
    life: list
    # Those that webhooks tell.
    told: list
    # What was taken of the payer in the end, and what was given back.
    moved: tuple


def answered(call):
    """What an answer gives. The request is repeated as it is, until there is an answer."""
    while True:
        try:
            return call()
        except Lost:
            pass


def once(call, has_counted):
    """A request that would count each time. Before it is repeated, `has_counted` looks."""
    while True:
        try:
            status, answer = call()
        except Lost:
            if answered(has_counted):
                return
            continue
        assert status == 200, (status, answer)
        return


def until(sandbox, call, is_over):
    """The first answer that is so."""
    while True:
        value = answered(call)
        if is_over(value):
            return value
        sandbox.let_time_pass()


# ecommpay: the same payment id, and the status first


def ecommpay_hold(ecommpay, number):
    """A hold that the issuer asks the person about, captured in part, of which a part is refunded."""
    options = ecommpay.options(payment_id=f"flow-{number}", action="auth")
    payment = options["payment_id"]
    # The same parameters, signed, lead to the same payment.
    session = answered(lambda: ecommpay.session(options))
    yield payment, "awaiting customer"

    def is_no_longer(status):
        return lambda: ecommpay.word(payment) != status

    once(lambda: ecommpay.pay(session), is_no_longer("awaiting customer"))
    page = until(ecommpay, lambda: ecommpay.shown(session).get("acs_url"), bool)
    yield payment, "awaiting 3ds result"
    once(lambda: ecommpay.decide("approve", page), is_no_longer("awaiting 3ds result"))
    yield payment, "awaiting capture"
    part = {"amount": 1500, "currency": "USD"}
    once(lambda: ecommpay.gate("card/capture", payment, payment=part), is_no_longer("awaiting capture"))
    yield payment, "success"
    part = {"amount": 500, "currency": "USD"}
    once(lambda: ecommpay.gate("card/refund", payment, payment=part), is_no_longer("success"))
    yield payment, "partially refunded"


# PlacetoPay: each request has an auth of its own, and the session says what has become of it


def placetopay_parts(placetopay, number):
    """A session that is paid in two parts."""
    order = placetopay.order(100.10, in_parts=True)
    # A session whose number is lost is one that nobody pays.
    session, page = answered(lambda: placetopay.session(order, "session.partial"))
    yield session, "PENDING"
    for parts, status in ((1, "APPROVED_PARTIAL"), (2, "APPROVED")):

        def is_paid():
            return len(placetopay.information(session)["payment"] or []) >= parts

        once(lambda: placetopay.decide("approve", page), is_paid)
        yield session, status


def placetopay_cancellation(placetopay, number):
    """A session that the merchant cancels."""
    order = placetopay.order()
    session, _ = answered(lambda: placetopay.session(order))
    yield session, "PENDING"
    once(lambda: placetopay.post(f"/{session}/cancel"), lambda: placetopay.word(session) == "REJECTED")
    yield session, "REJECTED"


# TakeMe: the same idempotency key


def takeme_charge(takeme, number):
    """A source that the merchant charges."""
    source = answered(lambda: takeme.created(key=f"source {number}"))
    yield source["id"], "pending"
    page = source["redirect"]["url"]
    once(lambda: takeme.decide("approve", page), lambda: takeme.word(source["id"]) != "pending")
    yield source["id"], "chargeable"
    charge = answered(lambda: takeme.charge(source["id"], key=f"charge {number}"))
    assert charge.status == 201, charge
    yield source["id"], "consumed"


# Yuno: the same session, and the same idempotency key


def yuno_hold(yuno, number):
    """A hold that the issuer asks the person about, captured in part, of which a part is refunded."""
    # A session whose id is lost is one that nobody pays.
    session = answered(lambda: yuno.session("payment.challenge", capture=False))
    status, view = answered(lambda: yuno.pay(session, "CARD"))
    assert status in (200, 201), view
    payment = view["payment"]
    yield payment, CHALLENGED
    once(lambda: yuno.decide("approve", view["action"]["url"]), lambda: yuno.word(payment) != CHALLENGED)
    until(yuno, lambda: yuno.word(payment), lambda word: word != CHALLENGED)
    yield payment, "PENDING/AUTHORIZED"
    for transaction, (name, value, status) in enumerate(
        [("capture", 8, "SUCCEEDED/PARTIALLY_CAPTURED"), ("refund", 3, "SUCCEEDED/PARTIALLY_REFUNDED")]
    ):
        key = yuno.idempotency_key()
        amount = {"currency": "BRL", "value": value}
        status, answer = answered(lambda: yuno.operate(name, payment, transaction, key, amount=amount))
        assert status == 200, answer
        yield payment, f"{answer['status']}/{answer['sub_status']}"


CHALLENGED = "PENDING/WAITING_ADDITIONAL_STEP"

ECOMMPAY_LIFE = [
    "awaiting customer", "processing", "awaiting 3ds result", "awaiting capture", "success", "partially refunded",
]  # fmt: skip
YUNO_LIFE = [CHALLENGED, "PENDING/AUTHORIZED", "SUCCEEDED/PARTIALLY_CAPTURED", "SUCCEEDED/PARTIALLY_REFUNDED"]

# By provider; of several each has its turn.
FLOWS = {
    Ecommpay: [Flow(ecommpay_hold, ECOMMPAY_LIFE, ECOMMPAY_LIFE[1:], (1500, 500))],
    PlacetoPay: [
        Flow(placetopay_parts, ["PENDING", "APPROVED_PARTIAL", "APPROVED"], ["APPROVED"], (100.1, 0)),
        Flow(placetopay_cancellation, ["PENDING", "REJECTED"], ["REJECTED"], (0, 0)),
    ],
    TakeMe: [Flow(takeme_charge, ["pending", "chargeable", "consumed"], ["chargeable", "consumed"], (10, 0))],
    Yuno: [Flow(yuno_hold, YUNO_LIFE, YUNO_LIFE, (8, 3))],
}
