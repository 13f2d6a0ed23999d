"""What was done by hand at a checkout provider becomes a test that passes."""

import html
import re

import pytest

from api_client import Client
from copied_test import run
from simulator import Simulator

pytestmark = pytest.mark.extended

# The trigger of the beginning, what was done then, and the object's scenario.
LIVES = {
    "ecommpay": [
        ("payment.awaiting_3ds_result", ["approve"], None),
        ("payment.awaiting_redirect_result", ["decline"], None),
        ("payment.awaiting_capture", ["capture"], None),
        ("payment.awaiting_3ds_result", ["expire"], None),
        ("payment.decline", [], None),
        ("payment.refunded", [], None),
    ],
    "placetopay": [
        ("session.pending", ["decline", "approve"], None),
        ("session.pending", ["approve"], "transaction.05"),
        ("session.approved_partial", ["expire"], None),
        ("session.rejected", [], None),
    ],
    "takeme": [
        ("source.pending", ["approve"], None),
        ("source.pending", ["decline"], None),
        ("source.pending", ["approve"], "source.refused"),
        ("source.chargeable", ["expire"], None),
        ("source.consumed", [], None),
    ],
    "yuno": [
        ("payment.pending", ["approve"], None),
        ("payment.pending", ["approve"], "payment.fraud"),
        ("payment.authorized", ["cancel"], None),
        ("payment.pending", ["expire"], None),
        ("payment.declined", [], None),
        ("payment.refunded", [], None),
    ],
}


class Sandbox:
    def __init__(self, simulator):
        self.client = Client(simulator.url)

    def control(self, method, path, body=None):
        answer = self.client.send(method, f"/_toque/{path}", body)
        assert answer.status < 300, answer.content
        return answer.json

    def live(self, event, actions, scenario):
        """Makes an object and acts on it. Returns its id and its status."""
        self.control("POST", "trigger", {"event": event})
        [made] = self.control("GET", f"objects?limit=1&kind={event.partition('.')[0]}")["objects"]
        if scenario:
            self.control("PUT", "scenario", {"scenario": scenario, "object": made["id"]})
        for action in actions:
            self.control("POST", f"objects/{made['id']}/{action}", {})
        self.control("POST", "clock/advance", {"seconds": 5})
        return made["id"], self.control("GET", f"objects/{made['id']}")["status"]

    def copied(self, identifier):
        answer = self.client.send("GET", f"/_toque/view/pytest?object={identifier}", None, {"Accept": "text/html"})
        assert answer.status == 200
        return html.unescape(re.search(r'<code[^>]* id="pytest"[^>]*>(.*?)</code>', answer.content.decode(), re.S)[1])


@pytest.mark.parametrize("provider", LIVES)
def test_a_life_at_a_checkout_provider_becomes_a_test_that_passes(toque, tmp_path, provider):
    texts = []
    with Simulator(toque, "--provider", provider, "--memory", "--port", 0) as simulator:
        sandbox = Sandbox(simulator)
        # Nobody takes these webhooks, but they are part of the history.
        sandbox.control("POST", "webhooks", {"url": "http://127.0.0.1:9/none"})
        for life in LIVES[provider]:
            identifier, status = sandbox.live(*life)
            text = sandbox.copied(identifier)
            assert f'== ("{status}", ' in text
            assert all(action in text for action in life[1]), text
            texts.append(text)
    # Each notices another end.
    changed = [text.replace("assert (", "assert ('another',) + (") for text in texts]
    parts = [text.replace("def test_", f"def test_{number}_") for number, text in enumerate(texts + changed)]
    result = run("\n\n".join(parts), toque, tmp_path, "-o", f"toque_options=--provider {provider}")
    assert f"{len(texts)} failed, {len(texts)} passed" in result.stdout, "\n".join([*texts, result.stdout, result.stderr])
