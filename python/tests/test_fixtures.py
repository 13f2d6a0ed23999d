"""The fixtures, used as a project uses them."""

from __future__ import annotations

import json
import os
import threading
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, Dict, Iterator, List

import pytest

from payments import METHOD, order, pay
from toque_testing import Clock, CommandFailed, ControlRefused, Device, Devices, Sandbox, ScenarioSetter, ToqueError


@pytest.fixture
def enrollment(toque_device: Device) -> str:
    return toque_device.enroll()


def test_a_payment_succeeds(toque_sandbox: Sandbox, toque_device: Device, enrollment: str) -> None:
    payment = pay(toque_sandbox, toque_device, order(toque_sandbox, enrollment))
    assert payment["status"] == "SUCCEEDED"
    toque_sandbox.verify("POST /payment-intents/{id}/authorize/", count=1, status=204)
    [request] = toque_sandbox.requests("POST /payment-intents/")
    assert (request.status, request.body["amount"], request.answer["id"]) == (201, "12.50", payment["id"])
    assert toque_sandbox.events(object=payment["id"])


def test_a_scenario_makes_a_payment_fail(
    toque_sandbox: Sandbox, toque_device: Device, enrollment: str, toque_scenario: ScenarioSetter
) -> None:
    toque_scenario("payment.insufficient_funds")
    payment = pay(toque_sandbox, toque_device, order(toque_sandbox, enrollment))
    assert (payment["status"], payment["failure_code"]) == ("FAILED", "insufficient_funds")


def test_a_scenario_ends_with_its_block(toque_scenario: ScenarioSetter) -> None:
    with toque_scenario("payment.insufficient_funds"):
        with toque_scenario("payment.fraud_suspected"):
            assert toque_scenario.default == "payment.fraud_suspected"
        assert toque_scenario.default == "payment.insufficient_funds"
    assert toque_scenario.default is None


def test_a_scenario_of_one_object_leaves_others_alone(
    toque_sandbox: Sandbox, toque_device: Device, enrollment: str, toque_scenario: ScenarioSetter
) -> None:
    failing, paid = order(toque_sandbox, enrollment), order(toque_sandbox, enrollment)
    toque_scenario("payment.fraud_suspected", object=failing["id"])
    assert pay(toque_sandbox, toque_device, failing)["failure_code"] == "fraud_suspected"
    assert pay(toque_sandbox, toque_device, paid)["status"] == "SUCCEEDED"


def test_an_unknown_scenario_names_the_nearest_one(toque_scenario: ScenarioSetter) -> None:
    with pytest.raises(ControlRefused) as refusal:
        toque_scenario("payment.insuficient_funds")
    assert str(refusal.value) == (
        "error: toque_scenario: no scenario 'payment.insuficient_funds'\n"
        "hint: did you mean payment.insufficient_funds? `toque sandbox scenarios` lists them"
    )


def test_time_passes_on_demand(toque_sandbox: Sandbox, enrollment: str, toque_clock: Clock) -> None:
    payment = order(toque_sandbox, enrollment)
    toque_clock.freeze()
    before = toque_clock.now
    assert toque_clock.frozen and toque_clock.now == before
    assert toque_clock.advance(minutes=5) == before + timedelta(minutes=5)
    assert toque_sandbox.api("GET", f"/payment-intents/{payment['id']}/")["failure_code"] == "consent_expired"


def test_the_clock_moves_to_the_next_timer(
    toque_sandbox: Sandbox, toque_device: Device, enrollment: str, toque_clock: Clock
) -> None:
    toque_clock.freeze()
    payment = order(toque_sandbox, enrollment)
    body = toque_device.sign(payment["payment_method_information"][METHOD]["fido_options"])
    toque_sandbox.api("POST", f"/payment-intents/{payment['id']}/authorize/", body)
    due = toque_clock.next
    assert due and toque_clock.advance_to_next() == due
    assert toque_sandbox.api("GET", f"/payment-intents/{payment['id']}/")["status"] == "SUCCEEDED"


def test_a_clock_with_nothing_due_says_so(toque_clock: Clock) -> None:
    with pytest.raises(ToqueError, match="^error: toque_clock: nothing is due\nhint: "):
        toque_clock.advance_to_next()


def test_the_clock_is_set_before_anything_happens(toque_clock: Clock) -> None:
    noon = datetime(2026, 1, 31, 12, tzinfo=timezone.utc)
    toque_clock.freeze(noon)
    assert toque_clock.now == noon
    with pytest.raises(TypeError, match="'yesterday' is no datetime"):
        toque_clock.freeze("yesterday")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="has no time zone"):
        toque_clock.advance_to(datetime(2026, 2, 1))


def test_each_device_has_its_own_id_and_credentials(
    toque_sandbox: Sandbox, toque_device: Device, toque_device_factory: Devices, enrollment: str
) -> None:
    other = toque_device_factory(profile="android")
    assert other.risk_signals()["deviceId"] != toque_device.risk_signals()["deviceId"]
    assert toque_device.risk_signals()["deviceId"] == toque_device.risk_signals()["deviceId"]
    with pytest.raises(CommandFailed) as failure:
        pay(toque_sandbox, other, order(toque_sandbox, enrollment))
    assert "credential" in str(failure.value)


def test_risk_signals_are_changed_by_name(toque_device: Device, toque_sandbox: Sandbox) -> None:
    signals = toque_device.risk_signals(isRootedDevice=True, language="en")
    assert (signals["isRootedDevice"], signals["language"]) == (True, "en")
    assert signals["accountTenure"] == toque_sandbox.account_tenure


def test_a_person_who_declines_signs_nothing(toque_sandbox: Sandbox, toque_device: Device, enrollment: str) -> None:
    with pytest.raises(CommandFailed, match="^error: toque sign: NotAllowedError: the person declined") as failure:
        pay(toque_sandbox, toque_device, order(toque_sandbox, enrollment), gesture="decline")
    assert failure.value.exit_code != 0


def enroll(sandbox: Sandbox, device: Device) -> Dict[str, Any]:
    """A new enrollment whose person is at the bank's page."""
    details = {
        "customer": sandbox.customer,
        "institution": sandbox.institution,
        "platform": "CROSS_PLATFORM",
        "callback_url": "https://merchant.example/return",
        "risk_signals": device.risk_signals(),
    }
    enrollment: Dict[str, Any] = sandbox.api("POST", "/enrollments/", {"type": METHOD, "details": details})
    return enrollment


def test_a_device_is_enrolled_step_by_step(toque_sandbox: Sandbox, toque_device: Device, toque_clock: Clock) -> None:
    enrollment = enroll(toque_sandbox, toque_device)
    approval = toque_device.approve(enrollment["details"]["redirect_url"], deliver=False)
    assert approval.callback_url.startswith("https://merchant.example/return") and approval.delivered is None
    toque_sandbox.api("POST", "/enrollments/complete-redirection/", approval.body)
    toque_clock.advance(seconds=10)
    path = f"/enrollments/{enrollment['id']}/"
    options = toque_sandbox.api("GET", f"{path}fido-registration-options/")
    toque_sandbox.api("POST", f"{path}confirm/", toque_device.register(options))
    toque_clock.advance(seconds=10)
    assert toque_sandbox.api("GET", path)["status"] == "SUCCEEDED"


def test_a_person_declines_at_the_bank(toque_sandbox: Sandbox, toque_device: Device) -> None:
    enrollment = enroll(toque_sandbox, toque_device)
    approval = toque_device.decline(enrollment["details"]["redirect_url"], deliver=False)
    assert "error=access_denied" in approval.callback_url


def test_triggered_objects_are_decided_by_name(toque_sandbox: Sandbox) -> None:
    failed = toque_sandbox.trigger("payment.failed", reason="fraud_suspected", external_id="order-7")
    assert (failed["status"], failed["failure_code"]) == ("FAILED", "fraud_suspected")
    with pytest.raises(ControlRefused, match="reson"):
        toque_sandbox.trigger("payment.failed", reson="fraud_suspected")
    enrollment = toque_sandbox.trigger("enrollment.succeeded")
    toque_sandbox.revoke(enrollment["id"])
    assert toque_sandbox.api("GET", f"/enrollments/{enrollment['id']}/")["status"] == "CANCELED"


class Receiver(HTTPServer):
    """Takes webhooks."""

    def __init__(self) -> None:
        self.bodies: List[Dict[str, Any]] = []
        super().__init__(("127.0.0.1", 0), Taker)
        self.url = f"http://127.0.0.1:{self.server_port}/webhooks"


class Taker(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        self.server.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        thread = threading.Thread(target=receiver.serve_forever)
        thread.start()
        yield receiver
        receiver.shutdown()
        thread.join()


def test_webhooks_arrive_until_their_endpoint_is_removed(
    toque_sandbox: Sandbox, toque_clock: Clock, receiver: Receiver
) -> None:
    with toque_sandbox.webhooks.add(receiver.url) as webhook:
        assert [each.url for each in toque_sandbox.webhooks.list()] == [webhook.url]
        payment = toque_sandbox.trigger("payment.failed", reason="fraud_suspected")
        toque_clock.advance(seconds=1)
        deliveries = toque_sandbox.webhooks.deliveries(object=payment["id"], state="delivered")
        assert deliveries
        count = len(receiver.bodies)
        deliveries[0].replay()
        toque_clock.advance(seconds=1)
        [replayed] = receiver.bodies[count:]
        assert replayed in receiver.bodies[:count]
    assert toque_sandbox.webhooks.list() == []


def test_a_wrong_number_of_requests_is_shown(toque_sandbox: Sandbox) -> None:
    toque_sandbox.api("GET", "/customers/")
    toque_sandbox.verify("GET /customers/")
    toque_sandbox.verify("GET /customers/", at_least=1, at_most=1)
    toque_sandbox.verify("POST /payment-intents/", count=0)
    with pytest.raises(AssertionError) as failure:
        toque_sandbox.verify("GET /customers/", count=2)
    assert str(failure.value).splitlines() == [
        "GET /customers/: 1 request, expected 2",
        "last requests:",
        "  200  GET    /customers/",
    ]
    with pytest.raises(AssertionError, match="expected at least 2 and at most 3"):
        toque_sandbox.verify("GET /customers/", at_least=2, at_most=3)
    with pytest.raises(ToqueError, match="write it as"):
        toque_sandbox.verify("/customers/")


def test_a_backend_inherits_the_environment(toque_sandbox: Sandbox) -> None:
    assert toque_sandbox.environment.items() <= os.environ.items()
    assert set(toque_sandbox.environment) == {
        "TOQUE_SERVER",
        "TOQUE_API_KEY_ID",
        "TOQUE_API_KEY_SECRET",
        "TOQUE_CUSTOMER",
        "TOQUE_ACCOUNT_TENURE",
        "TOQUE_INSTITUTION",
        "TOQUE_BENEFICIARY_BANK_ACCOUNT",
    }
