"""Payments by a careful merchant and a careful app, to whom any answer may be lost: what a provider takes once they
repeat as it is, and before they repeat anything else they look whether it has counted."""

import time
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


class EcommpayFlow:
    """The steps of which ecommpay's flows are made."""

    def __init__(self, ecommpay, number, scenario=None, **options):
        self.ecommpay = ecommpay
        # The same parameters, signed, lead to the same payment.
        options = ecommpay.options(payment_id=f"flow-{number}", **options)
        self.payment = options["payment_id"]
        self.session = answered(lambda: ecommpay.session(options, scenario))

    def is_no_longer(self, status):
        return lambda: self.ecommpay.word(self.payment) != status

    def pay(self):
        once(lambda: self.ecommpay.pay(self.session), lambda: "operation" in self.ecommpay.shown(self.session))

    def reach(self, status):
        until(self.ecommpay, lambda: self.ecommpay.word(self.payment), lambda word: word == status)
        return self.payment, status

    def in_session(self, path, body, status):
        """What the app sends while the payment has the status."""
        target = f"{self.session}/{path}"
        once(lambda: self.ecommpay.send("POST", target, body), self.is_no_longer(status))

    def approve(self):
        page = answered(lambda: self.ecommpay.shown(self.session))["acs_url"]
        once(lambda: self.ecommpay.decide("approve", page), self.is_no_longer("awaiting 3ds result"))

    def gate(self, path, amount, status):
        part = {"amount": amount, "currency": "USD"}
        once(lambda: self.ecommpay.gate(f"card/{path}", self.payment, payment=part), self.is_no_longer(status))


def ecommpay_hold(ecommpay, number):
    """A hold that the issuer asks the person about, captured in part, of which a part is refunded."""
    flow = EcommpayFlow(ecommpay, number, action="auth")
    yield flow.payment, "awaiting customer"
    flow.pay()
    yield flow.reach("awaiting 3ds result")
    flow.approve()
    yield flow.payment, "awaiting capture"
    flow.gate("capture", 1500, "awaiting capture")
    yield flow.payment, "success"
    flow.gate("refund", 500, "success")
    yield flow.payment, "partially refunded"


def ecommpay_sale(ecommpay, number):
    """A sale for which the platform asks more of the person."""
    flow = EcommpayFlow(ecommpay, number, "payment.clarification")
    flow.pay()
    yield flow.reach("awaiting clarification")
    fields = {f"billing_{name}": "x" for name in ("country", "city", "postal", "address")}
    flow.in_session("clarification", {"fields": fields}, "awaiting clarification")
    yield flow.reach("awaiting 3ds result")
    flow.approve()
    yield flow.payment, "success"


def ecommpay_second_attempt(ecommpay, number):
    """A sale that the first provider declines."""
    flow = EcommpayFlow(ecommpay, number, "payment.cascade")
    flow.pay()
    yield flow.reach("awaiting customer")
    flow.in_session("retry", None, "awaiting customer")
    yield flow.reach("success")


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


class YunoFlow:
    """The steps of which Yuno's flows are made."""

    def __init__(self, yuno, method, scenario=None, **options):
        self.yuno = yuno
        # A session whose id is lost is one that nobody pays.
        self.session = answered(lambda: yuno.session(scenario, **options))
        # The same session leads to the same payment.
        status, self.view = answered(lambda: yuno.pay(self.session, method))
        assert status in (200, 201), self.view
        self.payment = self.view["payment"]

    @property
    def state(self):
        return self.payment, answered(lambda: self.yuno.word(self.payment))

    def person(self, call, status):
        """What the person does while the payment has the status."""
        once(call, lambda: self.yuno.word(self.payment) != status)

    def operate(self, name, transaction=0, value=None):
        key = self.yuno.idempotency_key()
        amount = {} if value is None else {"amount": {"currency": "BRL", "value": value}}
        while True:
            status, answer = answered(lambda: self.yuno.operate(name, self.payment, transaction, key, **amount))
            if answer.get("code") != "REQUEST_IN_PROCESS":
                break
            # On a shared database, a killed instance's request is in process for a few seconds of the real time.
            time.sleep(0.1)
        assert status == 200, answer


def yuno_hold(yuno, number):
    """A hold that the issuer asks the person about, captured in part, of which a part is refunded."""
    flow = YunoFlow(yuno, "CARD", "payment.challenge", capture=False)
    yield flow.state
    flow.person(lambda: yuno.decide("approve", flow.view["action"]["url"]), YUNO_HOLD[0])
    yield flow.state
    flow.operate("capture", 0, 8)
    yield flow.state
    flow.operate("refund", 1, 3)
    yield flow.state


def yuno_wallet(yuno, number):
    """A wallet's sheet, confirmed and refunded."""
    flow = YunoFlow(yuno, "APPLE_PAY")
    yield flow.state
    flow.person(lambda: yuno.device("POST", flow.session, "/confirm"), "PENDING/IN_PROCESS")
    yield flow.state
    flow.operate("refund")
    yield flow.state


def yuno_cancellation(yuno, number):
    """A Pix code that the merchant cancels."""
    flow = YunoFlow(yuno, "PIX")
    yield flow.state
    flow.operate("cancel")
    yield flow.state


YUNO_HOLD = [
    "PENDING/WAITING_ADDITIONAL_STEP", "PENDING/AUTHORIZED", "SUCCEEDED/PARTIALLY_CAPTURED",
    "SUCCEEDED/PARTIALLY_REFUNDED",
]  # fmt: skip
YUNO_WALLET = ["READY_TO_PAY/CREATED", "PENDING/IN_PROCESS", "SUCCEEDED/APPROVED", "REFUNDED/REFUNDED"]
YUNO_CANCELLATION = ["PENDING/PENDING_PROVIDER_CONFIRMATION", "CANCELED/CANCELED"]
ECOMMPAY_HOLD = [
    "awaiting customer", "processing", "awaiting 3ds result", "awaiting capture", "success", "partially refunded",
]  # fmt: skip
ECOMMPAY_SALE = [
    "awaiting customer", "processing", "awaiting clarification", "processing", "awaiting 3ds result", "success",
]  # fmt: skip
ECOMMPAY_SECOND_ATTEMPT = ["awaiting customer", "processing", "awaiting customer", "processing", "success"]

# By provider; of several each has its turn.
FLOWS = {
    Ecommpay: [
        Flow(ecommpay_hold, ECOMMPAY_HOLD, ECOMMPAY_HOLD[1:], (1500, 500)),
        Flow(ecommpay_sale, ECOMMPAY_SALE, ECOMMPAY_SALE[1:], (1999, 0)),
        Flow(ecommpay_second_attempt, ECOMMPAY_SECOND_ATTEMPT, ECOMMPAY_SECOND_ATTEMPT[1:], (1999, 0)),
    ],
    PlacetoPay: [
        Flow(placetopay_parts, ["PENDING", "APPROVED_PARTIAL", "APPROVED"], ["APPROVED"], (100.1, 0)),
        Flow(placetopay_cancellation, ["PENDING", "REJECTED"], ["REJECTED"], (0, 0)),
    ],
    TakeMe: [Flow(takeme_charge, ["pending", "chargeable", "consumed"], ["chargeable", "consumed"], (10, 0))],
    Yuno: [
        Flow(yuno_hold, YUNO_HOLD, YUNO_HOLD, (8, 3)),
        Flow(yuno_wallet, YUNO_WALLET, YUNO_WALLET, (10, 10)),
        Flow(yuno_cancellation, YUNO_CANCELLATION, YUNO_CANCELLATION, (0, 0)),
    ],
}
