"""kill -9 of each provider's sandbox at many moments while many clients pay: no answered change is lost, nothing is
paid twice, and webhooks arrive in each payment's order."""

import copy
import threading

import pytest

from careful_flows import FLOWS
from checkout_sandbox import carry
from contract import Contract
from extent import extent
from killing import Killer, assert_same_lanes, lanes
from simulator import free_port

CLIENTS = 8
SEED = 4714


class PaymentKiller(Killer):
    """Checks after each restart that payments have the status that was answered, or a later one."""

    def __init__(self, sandbox):
        super().__init__(sandbox.simulator, SEED)
        self.sandbox = sandbox
        # About as many kills per payment for each provider, however many requests a payment takes.
        steps = max(len(flow.life) for flow in FLOWS[type(sandbox)])
        self.between = 6 * steps, 20 * steps
        self.lock = threading.Lock()
        # By payment: its flow, and the index of its status in the flow's life.
        self.payments, self.news = {}, {}

    def saw(self, payment, flow, status):
        with self.lock:
            self.payments[payment] = self.news[payment] = flow, flow.life.index(status)

    def answered(self):
        """Returns the statuses answered since the last call."""
        with self.lock:
            news, self.news = self.news, {}
            return news

    def check(self, answered):
        for payment, (flow, place) in answered.items():
            status = self.sandbox.word(payment)
            told = flow.life[place]
            assert status in flow.life[place:], f"{payment} was {told}, and is {status} after kill {self.kills}"


@extent("flows", [24], [100])
@pytest.mark.parametrize("provider", FLOWS, ids=lambda provider: provider.provider)
def test_kill_9_loses_no_answered_change(toque, tmp_path, provider, flows):
    options = ["--authorization", "button", "--port", free_port(), "--database", tmp_path / "sandbox.sqlite"]
    with provider.open(toque, *options, is_clock_live=True) as sandbox:
        # Answers are checked against the document, which is fetched once.
        Contract.of(sandbox.url)
        killer = PaymentKiller(sandbox)
        # The same sandbox, but requests wait while it is down.
        shop = copy.copy(sandbox)
        shop.carry = lambda *request: killer.gate.attempt(lambda: carry(*request))

        def serve(client):
            for number in range(client, flows, CLIENTS):
                flow = FLOWS[provider][number % len(FLOWS[provider])]
                for payment, status in flow.run(shop, number):
                    killer.saw(payment, flow, status)

        killer.run(CLIENTS, serve)
        assert killer.kills >= max(1, flows // 25)
        print(f"{killer.kills} kills among {killer.gate.requests} requests")

        assert len(killer.payments) == flows
        for payment, (flow, _) in killer.payments.items():
            assert (sandbox.word(payment), sandbox.moved(payment)) == (flow.life[-1], flow.moved), payment
        check_webhooks(sandbox, {payment: flow.told for payment, (flow, _) in killer.payments.items()})


def check_webhooks(sandbox, expected):
    """Waits until each expected webhook has come at least once and in order, and none about another payment."""

    def told(received):
        return lanes((sandbox.subject(each.body), sandbox.news(each.body)) for each in received)

    count = sum(map(len, expected.values()))
    received = sandbox.receiver.wait_until(lambda received: sum(map(len, told(received).values())) >= count)
    assert_same_lanes(told(received), expected)
    assert all(map(sandbox.is_genuine, received))
