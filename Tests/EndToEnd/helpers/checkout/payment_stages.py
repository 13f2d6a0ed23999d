"""The states of a payment and all changes possible in each: the rows of each provider's table of states, over HTTP."""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace

from ecommpay_sandbox import Ecommpay
from placetopay_sandbox import PlacetoPay
from takeme_sandbox import TakeMe
from yuno_sandbox import Yuno


WEEK = 7 * 86400


@dataclass(frozen=True)
class Change:
    """A client's request, its effect on the payment, and its refusal if another request was first."""

    # Its arguments are the sandbox and what the stage began with.
    send: Callable
    # Of the payment, as the API shows it.
    status: str
    # The status of the answer with its code: one of these.
    refusals: tuple
    # The total amounts taken from the payer and refunded.
    moved: tuple = (0, 0)
    # Whether a repetition gets the first answer.
    has_key: bool = False


@dataclass(frozen=True)
class Stage:
    # Makes a payment that stands there.
    begin: Callable
    # By name.
    changes: dict
    # After how many seconds the time is over for whoever has the turn, and the event by which the payment ends then.
    clock: tuple = None


def decide(decision):
    """On the payer's page."""
    return lambda sandbox, at: sandbox.decide(decision, at.page)


def control(action):
    return lambda sandbox, at: sandbox.action(action, at.payment)


# Control has codes of its own, whatever the provider. A page says that somebody has decided, or that the time is over.
CONTROL = ("400 invalid_status",)
BY_CONTROL = ("409 invalid_status", "410 expired")

# ecommpay


def ecommpay_payment(scenario=None, action="sale", method="card", seconds=1):
    """`seconds` after the app has paid by the method; the providers answer within one."""

    def begin(ecommpay):
        options = ecommpay.options(action=action)
        session = ecommpay.session(options, scenario)
        if method:
            body = {"method": method} | ({"token": "tok_success"} if method == "card" else {})
            ecommpay.expect([200], "POST", f"{session}/pay", body)
            ecommpay.advance(seconds)
        shown = ecommpay.shown(session)
        page = shown.get("acs_url") or shown.get("redirect_url")
        return SimpleNamespace(payment=options["payment_id"], session=session, page=page)

    return begin


def in_session(path, body=None):
    return lambda ecommpay, at: ecommpay.send("POST", f"{at.session}/{path}", body)


def gate(path, amount=None):
    payment = {} if amount is None else {"payment": {"amount": amount, "currency": "USD"}}
    return lambda ecommpay, at: ecommpay.gate(f"card/{path}", at.payment, **payment)


ISSUER, SESSION, GATE = ("409 502", "410 502"), ("400 illegalState",), ("400 502",)
# A payment that goes on has another clock, which control would end as well.
LEFT = {"leave": Change(in_session("cancel"), "decline", SESSION)}
EXPIRED = {"expire": Change(control("expire"), "decline", CONTROL)}
DECIDED = LEFT | EXPIRED | {
    "approve": Change(decide("approve"), "success", ISSUER, (1999, 0)),
    "decline": Change(decide("decline"), "decline", ISSUER),
    "approve by control": Change(control("approve"), "success", BY_CONTROL, (1999, 0)),
}
CLARIFIED = {"fields": {f"billing_{name}": "x" for name in ("country", "city", "postal", "address")}}
ECOMMPAY = {
    "opened": Stage(
        ecommpay_payment(method=None),
        LEFT | {"pay": Change(in_session("pay", {"method": "card", "token": "tok_success"}), "processing", SESSION)},
        (1800, "person_gone"),
    ),
    "processing": Stage(ecommpay_payment(seconds=0), EXPIRED),
    "at the issuer": Stage(ecommpay_payment(), DECIDED, (1800, "person_gone")),
    "on the Payment Page": Stage(ecommpay_payment(method="qiwi"), DECIDED, (1800, "person_gone")),
    "to be clarified": Stage(
        ecommpay_payment("payment.clarification"),
        LEFT | {"clarify": Change(in_session("clarification", CLARIFIED), "processing", SESSION)},
        (1800, "person_gone"),
    ),
    "to be tried again": Stage(
        ecommpay_payment("payment.cascade"), LEFT | {"retry": Change(in_session("retry"), "processing", SESSION)},
        (1800, "person_gone"),
    ),
    "held": Stage(
        ecommpay_payment("payment.frictionless", "auth"),
        {
            "capture": Change(gate("capture"), "success", GATE, (1999, 0)),
            "capture a part": Change(gate("capture", 1500), "success", GATE, (1500, 0)),
            "capture by control": Change(control("capture"), "success", CONTROL, (1999, 0)),
            "cancel": Change(gate("cancel"), "cancelled", GATE),
            "expire": Change(control("expire"), "cancelled", CONTROL),
        },
        (WEEK, "hold_expired"),
    ),
    "paid": Stage(
        ecommpay_payment("payment.frictionless"),
        {
            "refund": Change(gate("refund", 1999), "refunded", GATE, (1999, 1999)),
            # Two of them are too much.
            "refund more than half": Change(gate("refund", 1500), "partially refunded", GATE, (1999, 1500)),
        },
    ),
}  # fmt: skip

# PlacetoPay


def placetopay_session(scenario=None, in_parts=False, approvals=0):
    def begin(placetopay):
        # No seed is out of its own five minutes when the session is over.
        order = placetopay.order(100.0, in_parts) | {"expiration": placetopay.seed(300)}
        number, page = placetopay.session(order, scenario)
        for _ in range(approvals):
            placetopay.decide("approve", page)
        return SimpleNamespace(payment=number, page=page)

    return begin


CHECKOUT, REFUSED = ("409 409", "410 410"), ("400 BR",)
ENDED = {
    "leave": Change(decide("cancel"), "REJECTED", CHECKOUT),
    "cancel": Change(lambda sandbox, at: sandbox.post(f"/{at.payment}/cancel"), "REJECTED", REFUSED),
    "expire": Change(control("expire"), "REJECTED", CONTROL),
}
PLACETOPAY = {
    "open": Stage(
        placetopay_session(),
        ENDED | {
            "approve": Change(decide("approve"), "APPROVED", CHECKOUT, (100.0, 0)),
            "approve by control": Change(control("approve"), "APPROVED", BY_CONTROL, (100.0, 0)),
        },
        (300, "expired"),
    ),
    "open for a last attempt": Stage(
        placetopay_session("transaction.XN"),
        ENDED | {
            "approve": Change(decide("approve"), "REJECTED", CHECKOUT),
            "decline": Change(decide("decline"), "REJECTED", CHECKOUT),
        },
        (300, "expired"),
    ),
    "at the bank": Stage(
        placetopay_session("transaction.pending", approvals=1),
        {"expire": Change(control("expire"), "REJECTED", CONTROL)},
    ),
    "paid in part": Stage(
        placetopay_session("session.partial", True, approvals=1),
        {
            "approve": Change(decide("approve"), "APPROVED", CHECKOUT, (100.0, 0)),
            "leave": Change(decide("cancel"), "PARTIAL_EXPIRED", CHECKOUT, (50.0, 0)),
            "expire": Change(control("expire"), "PARTIAL_EXPIRED", CONTROL, (50.0, 0)),
        },
        (300, "expired"),
    ),
}  # fmt: skip

# TakeMe


def takeme_source(takeme):
    source = takeme.created()
    return SimpleNamespace(payment=source["id"], page=source["redirect"]["url"])


def charge(has_key=False):
    return lambda takeme, at: takeme.charge(at.payment, at.payment if has_key else None)


WALLET = ("409 invalid_status", "410 expired")
CONFLICT = ("409 source_consumed", "409 source_not_chargeable")
TAKEME = {
    "pending": Stage(
        # An authorized source has another clock, which control would end as well.
        takeme_source,
        {
            "approve": Change(decide("approve"), "chargeable", WALLET),
            "decline": Change(decide("decline"), "failed", WALLET),
            "approve by control": Change(control("approve"), "chargeable", BY_CONTROL),
        },
        (900, "authorization_expired"),
    ),
    "chargeable": Stage(
        lambda takeme: SimpleNamespace(payment=takeme.chargeable()["id"]),
        {
            "charge": Change(charge(), "consumed", CONFLICT, (10, 0)),
            "charge with a key": Change(charge(has_key=True), "consumed", CONFLICT, (10, 0), has_key=True),
            "expire": Change(control("expire"), "failed", CONTROL),
        },
        (3600, "charge_expired"),
    ),
}  # fmt: skip

# Yuno


def yuno_payment(method, scenario=None, capture=True):
    def begin(yuno):
        session = yuno.session(scenario, capture=capture)
        status, view = yuno.pay(session, method)
        assert status == 201, view
        transaction = yuno.payment(view["payment"])["transactions"][0]["id"]
        return SimpleNamespace(
            payment=view["payment"], session=session, page=view["action"].get("url"), transaction=transaction
        )

    return begin


def operate(name, value=None, has_key=False):
    """With a key of this request alone, or one that stands for the operation."""
    amount = {} if value is None else {"amount": {"currency": "BRL", "value": value}}

    def send(yuno, at):
        key = at.payment if has_key else yuno.idempotency_key()
        return yuno.operate(name, at.payment, key=key, tid=at.transaction, **amount)

    return send


PAYER_PAGE, INVALID = ("409 INVALID_STATUS", "410 INVALID_STATUS"), ("400 INVALID_STATUS",)
CANCELED = {
    "cancel": Change(operate("cancel"), "CANCELED/CANCELED", INVALID),
    "cancel by control": Change(control("cancel"), "CANCELED/CANCELED", CONTROL),
    "expire": Change(control("expire"), "EXPIRED/EXPIRED", CONTROL),
}
APPROVED = Change(decide("approve"), "SUCCEEDED/APPROVED", PAYER_PAGE, (10, 0))
DECLINED = Change(decide("decline"), "DECLINED/DECLINED", PAYER_PAGE)
YUNO = {
    "code shown": Stage(yuno_payment("PIX"), CANCELED | {"approve": APPROVED}, (1800, "code_expired")),
    "sheet shown": Stage(
        yuno_payment("APPLE_PAY"),
        CANCELED | {
            "confirm": Change(
                lambda yuno, at: yuno.device("POST", at.session, "/confirm"), "SUCCEEDED/APPROVED", INVALID, (10, 0))
        },
        (900, "provider_silent"),
    ),
    "at the issuer": Stage(
        yuno_payment("CARD", "payment.challenge"),
        {
            "approve": APPROVED, "decline": DECLINED,
            "expire": Change(control("expire"), "DECLINED/DECLINED", CONTROL),
        },
        (600, "challenge_expired"),
    ),
    "redirected": Stage(
        yuno_payment("MERCADO_PAGO_CHECKOUT_PRO"), CANCELED | {"approve": APPROVED, "decline": DECLINED},
        (1800, "redirect_expired"),
    ),
    "held": Stage(
        yuno_payment("CARD", capture=False),
        CANCELED | {
            "capture": Change(operate("capture"), "SUCCEEDED/CAPTURED", INVALID, (10, 0)),
            "capture with a key": Change(
                operate("capture", has_key=True), "SUCCEEDED/CAPTURED", (*INVALID, "400 REQUEST_IN_PROCESS"), (10, 0),
                has_key=True),
            "capture a part": Change(operate("capture", 6), "SUCCEEDED/PARTIALLY_CAPTURED", INVALID, (6, 0)),
        },
        (WEEK, "authorization_expired"),
    ),
    "paid": Stage(
        yuno_payment("CARD"),
        {
            "refund": Change(operate("refund", 10), "REFUNDED/REFUNDED", (*INVALID, "400 INVALID_AMOUNT"), (10, 10)),
            # Two of them are too much.
            "refund more than half": Change(
                operate("refund", 6), "SUCCEEDED/PARTIALLY_REFUNDED", (*INVALID, "400 INVALID_AMOUNT"), (10, 6)),
        },
    ),
}  # fmt: skip

STAGES = {Ecommpay: ECOMMPAY, PlacetoPay: PLACETOPAY, TakeMe: TAKEME, Yuno: YUNO}
