"""`toque checkout pay yuno`: the app, which has the public key and a session that the merchant's server made."""

import itertools
import json
import urllib.request
import uuid

import pytest

from command import error_of
from simulator import Simulator, free_port

KEYS = {"public-api-key": "sandbox", "private-secret-key": "sandbox", "Content-Type": "application/json"}


class Shop:
    """The merchant's server, and the app on a device with a passkey."""

    def __init__(self, toque, url, folder):
        self.toque, self.url, self.store = toque, url, folder / "store.sqlite"
        self.orders = (f"order-{number}" for number in itertools.count(1))

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, KEYS, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def session(self):
        body = {
            "account_id": "00000000-0000-4000-8000-00000000000a",
            "merchant_order_id": next(self.orders),
            "payment_description": "A coffee",
            "country": "BR",
            "amount": {"currency": "BRL", "value": 10},
            "workflow": "SDK_SEAMLESS",
            "callback_url": "yunoexample://return",
        }
        return self.send("POST", "/v1/checkout/sessions", body)["checkout_session"]

    def pay(self, session, method, script, *arguments, gesture="approve", server=None):
        return self.toque.run(
            *["checkout", "pay", "yuno", "--session", session, "--method", method, "--script", script],
            *["--server", server or self.url, "--gesture", gesture, "--store", self.store, *arguments],
        )


@pytest.fixture
def shop(toque, tmp_path):
    with Simulator(toque, "--provider", "yuno", "--port", 0, "--memory") as simulator:
        yield Shop(toque, simulator.url, tmp_path)


@pytest.mark.parametrize(
    "method, token, script, gesture, code, result, status",
    [
        ("PIX", None, "authorize", "approve", 0, "success", ("SUCCEEDED", "APPROVED")),
        ("PIX", None, "close", "approve", 4, "processing", ("PENDING", "CLOSED_BY_USER")),
        ("CARD", "tok_success", "", "approve", 0, "success", ("SUCCEEDED", "APPROVED")),
        ("CARD", "tok_challenge", "authorize", "approve", 0, "success", ("SUCCEEDED", "APPROVED")),
        ("CARD", "tok_challenge", "cancel", "approve", 1, "reject", ("DECLINED", "DECLINED")),
        ("CARD", "tok_challenge", "authorize", "decline", 1, "reject", ("DECLINED", "DECLINED")),
        ("CARD", "tok_insufficient_funds", "", "approve", 1, "reject", ("DECLINED", "DECLINED")),
        ("APPLE_PAY", None, "confirm", "approve", 0, "success", ("SUCCEEDED", "APPROVED")),
        ("APPLE_PAY", None, "cancel", "approve", 1, "userCancell", ("PENDING", "IN_PROCESS")),
    ],
)
def test_the_exit_code_tells_the_outcome(shop, method, token, script, gesture, code, result, status):
    arguments = ["--json", *(["--token", token] if token else [])]
    answer = shop.pay(shop.session(), method, script, *arguments, gesture=gesture)
    assert answer.returncode == code, answer.stderr
    told = json.loads(answer.stdout)
    assert (told["result"], (told["status"], told["sub_status"])) == (result, status)


def test_the_same_command_continues_the_payment(shop):
    session = shop.session()
    assert shop.pay(session, "PIX", "close").returncode == 4
    done = shop.pay(session, "PIX", "authorize")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"SUCCEEDED: {session}\n"
    again = shop.pay(session, "PIX", "authorize")
    assert again.returncode == 0, again.stderr


def test_a_script_that_ends_early_approves_nothing(shop):
    answer = shop.pay(shop.session(), "PIX", "")
    assert answer.returncode == 4
    assert "PENDING" in answer.stderr


def test_missing_options_files_and_servers_make_no_payment(shop):
    assert shop.pay("unknown", "PIX", "authorize").returncode == 1
    assert shop.pay(str(uuid.uuid4()), "PIX", "authorize").returncode == 1
    assert shop.pay(shop.session(), "PIX", "authorize", "--public-key", "other").returncode == 1
    assert shop.pay(shop.session(), "CARD", "").returncode == 1
    nobody = f"http://127.0.0.1:{free_port()}"
    assert shop.pay(str(uuid.uuid4()), "PIX", "authorize", server=nobody).returncode == 3
    assert shop.pay("unknown", "PIX", "nod").returncode == 2


def test_a_refusal_and_an_unreachable_server_give_their_reason_once(shop):
    refused = shop.pay(shop.session(), "pix", "authorize", "--json")
    assert "UNAVAILABLE_PAYMENT_METHOD" in json.loads(refused.stdout)["reason"]
    assert error_of(refused.stderr).startswith("toque checkout pay yuno: failed: UNAVAILABLE_PAYMENT_METHOD: ")
    assert refused.stderr.count("left over of the script") == 1
    nobody = f"http://127.0.0.1:{free_port()}"
    silent = shop.pay(str(uuid.uuid4()), "PIX", "authorize", server=nobody)
    assert error_of(silent.stderr).startswith(f"{nobody}: the result is not known: ")
    assert silent.stderr.count("no answer") == 1
