"""`toque checkout pay placetopay`: a device with a session's page, but no login and no secret."""

import datetime
import itertools
import json
import urllib.request

import pytest

import placetopay_reference as reference
from simulator import Simulator

RETURN, CANCEL = "redirection://receipt?return", "https://loja.example/cancel"


@pytest.fixture
def sessions(toque):
    """Makes sessions as the merchant's server does."""
    nonces = itertools.count(1)
    with Simulator(toque, "--provider", "placetopay", "--port", 0, "--memory") as simulator:

        def make():
            seed = datetime.datetime.now(reference.COLOMBIA).isoformat(timespec="seconds")
            number = next(nonces)
            body = {
                "auth": reference.auth("sandbox", "sandbox", str(number).encode(), seed),
                "payment": {"reference": f"order-{number}", "amount": {"currency": "COP", "total": 165000}},
                "returnUrl": RETURN,
                "cancelUrl": CANCEL,
                "ipAddress": "127.0.0.1",
                "userAgent": "test",
            }
            request = urllib.request.Request(
                f"{simulator.url}/api/session", json.dumps(body).encode(), {"Content-Type": "application/json"}
            )
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["processUrl"]

        yield make


@pytest.mark.parametrize(
    "script, gesture, code",
    [
        ("authorize", "approve", 0),
        ("cancel", "approve", 1),
        ("close", "approve", 4),
        ("authorize", "decline", 4),
        (f"return:{RETURN}", "approve", 4),
        ("", "approve", 4),
    ],
)
def test_the_exit_code_tells_whether_the_session_is_still_open(toque, tmp_path, sessions, script, gesture, code):
    urls = ["--process-url", sessions(), "--return-url", RETURN, "--cancel-url", CANCEL]
    passkey = ["--gesture", gesture, "--store", tmp_path / "store.sqlite"]
    result = toque.run("checkout", "pay", "placetopay", *urls, "--script", script, *passkey)
    assert result.returncode == code, result.stderr


def test_a_link_to_the_return_url_closes_nothing(toque, tmp_path, sessions):
    urls = ["--process-url", sessions(), "--return-url", RETURN, "--cancel-url", CANCEL]
    script = f"tap:{RETURN},return:{RETURN}&x=1,authorize"
    passkey = ["--gesture", "approve", "--store", tmp_path / "store.sqlite"]
    result = toque.run("checkout", "pay", "placetopay", *urls, "--script", script, "--json", *passkey)
    assert result.returncode == 0, result.stderr
    answer = json.loads(result.stdout)
    assert (answer["decision"], answer["location"], answer["status"]) == ("approved", RETURN, "APPROVED")
