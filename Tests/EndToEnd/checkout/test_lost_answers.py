"""Any request of a payment may be lost, or its answer: a merchant and an app that follow the documents still pay once,
the right amount, and hear of it once."""

import copy
import itertools
import select

import pytest

from api_client import Lost
from careful_flows import FLOWS
from checkout_sandbox import carry
from racing import Racer


class Thief:
    """Loses one request."""

    def __init__(self, number, is_answered):
        """`number` is the request's index in the flow, from 1. Either the server gets it and nobody reads the answer,
        or the server gets all of it except the last byte."""
        self.number, self.is_answered = number, is_answered
        self.requests = 0

    @property
    def is_done(self):
        return self.requests >= self.number

    def carry(self, client, request):
        method, target, body, headers = request
        if target.startswith("/_toque/"):
            return carry(client, request)
        self.requests += 1
        if self.requests != self.number:
            return carry(client, request)
        client.headers |= headers
        racer = Racer(client, method, target, body)
        racer.start()
        with racer.socket:
            if self.is_answered:
                racer.finish()
                readable, _, _ = select.select([racer.socket], [], [], 60)
                assert readable, f"no answer to {method} {target}"
        raise Lost(f"{method} {target}")


@pytest.mark.parametrize("is_answered", [True, False], ids=["the answer", "the request"])
@pytest.mark.parametrize(
    "provider, flow",
    [pytest.param(provider, flow, id=flow.run.__name__) for provider, flows in FLOWS.items() for flow in flows],
)
def test_a_payment_with_any_lost_request_is_paid_once(sandboxes, provider, flow, is_answered):
    sandbox = sandboxes(provider)
    sandbox.changed()
    for number in itertools.count(1):
        thief = Thief(number, is_answered)
        shop = copy.copy(sandbox)
        shop.carry = thief.carry
        [payment] = {payment for payment, _ in flow.run(shop, sandbox.number())}
        assert (sandbox.word(payment), sandbox.moved(payment)) == (flow.life[-1], flow.moved), number
        # Nobody pays the duplicates that the loss caused.
        assert sandbox.changed() == {str(payment)}, number
        sandbox.advance(0)
        assert [sandbox.news(each.body) for each in sandbox.told(payment)] == flow.told, number
        if not thief.is_done:
            break
    assert number > len(flow.life)
