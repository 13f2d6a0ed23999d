"""`toque checkout pay takeme`: the device, whose source the merchant's server charges."""

import json

import pytest

from api_client import Client
from receiver import Receiver
from simulator import Simulator, free_port


class Merchant:
    """Charges each source that a webhook calls chargeable, unless it is switched off."""

    def __init__(self):
        self.url, self.works, self.charges, self.events = "", True, [], []
        self.wait_until = None

    def take(self, received):
        event = received.body
        self.events.append((event["type"], event["data"]["id"]))
        if self.works and event["type"] == "source.chargeable":
            self.charge(event["data"]["id"])
        return 200

    def charge(self, source):
        client = Client(self.url, key=None)
        client.headers["Authorization"] = "Bearer sk_test_sandbox"
        answer = client.send("POST", "/v1/charges", {"source": source}, {"Idempotency-Key": source})
        self.charges.append(answer.status)


@pytest.fixture
def merchant():
    return Merchant()


@pytest.fixture
def pay(toque, tmp_path, merchant):
    with Receiver(merchant.take) as receiver:
        merchant.wait_until = receiver.wait_until
        arguments = ["--provider", "takeme", "--port", 0, "--memory", "--webhook", receiver.url]
        with Simulator(toque, *arguments) as simulator:
            merchant.url = simulator.url

            def run(script, *arguments, gesture="approve", **environment):
                return toque.run(
                    *["checkout", "pay", "takeme", "--amount", "10", "--script", script, "--gesture", gesture],
                    *["--store", tmp_path / "store.sqlite", *arguments],
                    environment={"TOQUE_TAKEME_SERVER": simulator.url} | environment,
                )

            yield run


def test_a_source_that_the_merchant_charges_is_paid(pay, merchant):
    result = pay("choose:Alipay,confirm,authorize")
    assert (result.returncode, result.stdout) == (0, "paid: 10 JPY\n"), result.stderr
    assert merchant.charges == [201]


def test_an_unreachable_server_and_a_refusal_exit_differently(pay):
    nobody = {"TOQUE_TAKEME_SERVER": f"http://127.0.0.1:{free_port()}"}
    assert pay("confirm", **nobody).returncode == 3
    refused = pay("confirm", "--public-key", "pk_test_other")
    assert (refused.returncode, "401" in refused.stderr) == (1, True), refused.stderr
    wrong = pay("confirm", TOQUE_TAKEME_SERVER="shop")
    assert (wrong.returncode, "TOQUE_TAKEME_SERVER" in wrong.stderr) == (2, True), wrong.stderr


def test_a_declined_gesture_declines_the_payment(pay, merchant):
    result = pay("confirm,authorize,close", gesture="decline")
    assert result.returncode == 1, result.stderr
    merchant.wait_until(lambda _: merchant.events)
    assert ([event for event, _ in merchant.events], merchant.charges) == (["source.failed"], [])


def test_an_authorized_source_that_nobody_charges_has_no_result_yet(pay, merchant):
    merchant.works = False
    result = pay("confirm,authorize", "--timeout", "2s", "--json")
    assert result.returncode == 4, result.stderr
    assert json.loads(result.stdout)["state"] == "possibleSuccess"


def test_the_same_command_continues_with_the_same_source(pay, merchant, tmp_path):
    journal = ["--journal", tmp_path / "payment.json"]
    merchant.works = False
    first = pay("confirm,authorize", "--timeout", "2s", *journal)
    assert first.returncode == 4, first.stderr
    [(_, source)] = merchant.events
    merchant.charge(source)
    for _ in range(2):
        again = pay("confirm", *journal)
        assert (again.returncode, again.stdout) == (0, "paid: 10 JPY\n"), again.stderr
    assert {source for _, source in merchant.events} == {source}
    assert merchant.charges == [201]
    other = pay("confirm", "--currency", "USD", *journal)
    assert (other.returncode, "another payment" in other.stderr) == (1, True), other.stderr


@pytest.mark.parametrize(
    "script, gesture",
    [
        ("confirm,cancel,close", "approve"),
        ("close", "approve"),
        ("confirm,authorize,close", "decline"),
        ("", "approve"),
    ],
)
def test_a_person_who_does_not_authorize_does_not_pay(pay, merchant, script, gesture):
    assert pay(script, gesture=gesture).returncode == 1
    assert merchant.charges == []


def test_a_wrong_key_and_a_missing_server_make_no_payment(pay):
    assert pay("close", "--public-key", "pk_test_other").returncode == 1
    assert pay("close", "--server", "nowhere").returncode == 2
