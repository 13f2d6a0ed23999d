"""What a merchant's backend hears of: every change, in order, also when the sandbox dies on the way."""

import threading

from device import Device
from holder import private_file
from provider import Provider, enroll, fido_options
from receiver import Receiver
from simulator import Simulator, free_port


def decline(provider, device):
    """The id of an enrollment that the account holder declined: one change and so one webhook."""
    enrollment = provider.create_enrollment(device.risk_signals(provider.account_tenure))
    provider.complete_redirection(device.approve(enrollment["details"]["redirect_url"], "--decline"))
    return enrollment["id"]


def test_tells_of_every_change_in_order(toque, tmp_path):
    device = Device(toque, tmp_path / "device")
    token = private_file(tmp_path / "token", "geheim-4711\n")
    with Receiver() as receiver:
        arguments = ["--port", 0, "--memory", "--webhook", receiver.url, "--webhook-token-file", token]
        with Simulator(toque, *arguments) as simulator:
            provider = Provider(simulator.url)
            enrollment_id = enroll(provider, device)
            payment = provider.create_payment(enrollment_id)
            body = device.authorization(fido_options(payment), device.risk_signals(provider.account_tenure))
            provider.authorize(payment["id"], body)
            assert provider.payment_result(payment["id"])["status"] == "SUCCEEDED"

            received = receiver.wait_until(
                lambda received: ("PAYMENT_INTENTS", "SUCCEEDED") in [
                    (webhook.body["webhook_type"], webhook.body["data"].get("status")) for webhook in received
                ]
            )
    for webhook in received:
        assert webhook.path == "/webhooks"
        assert webhook.headers["Authorization"] == "Bearer geheim-4711"
        assert webhook.headers["Content-Type"] == "application/json"
        assert set(webhook.body) == {
            "webhook_id", "webhook_type", "webhook_code", "object_id", "external_id", "data",
        }  # fmt: skip
    ids = [webhook.body["webhook_id"] for webhook in received]
    assert len(set(ids)) == len(ids)

    def statuses(kind, object_id):
        return [
            webhook.body["data"]["status"]
            for webhook in received
            if (webhook.body["webhook_type"], webhook.body["object_id"]) == (kind, object_id)
        ]

    assert statuses("ENROLLMENTS", enrollment_id)[-1] == "SUCCEEDED"
    assert statuses("PAYMENT_INTENTS", payment["id"])[-1] == "SUCCEEDED"


def test_a_webhook_outlives_kill_9(toque, tmp_path):
    """It was under way when the sandbox was killed: it comes again, the very same."""
    device = Device(toque, tmp_path / "device")
    is_killed = threading.Event()

    def answer(_):
        is_killed.wait(30)
        return 200

    with Receiver(answer) as receiver:
        arguments = ["--port", free_port(), "--database", tmp_path / "sandbox.sqlite", "--webhook", receiver.url]
        with Simulator(toque, *arguments) as simulator:
            enrollment_id = decline(Provider(simulator.url), device)
            receiver.wait(1)
            simulator.kill()
            is_killed.set()
            simulator.start()
            first, again = receiver.wait(2)
    assert first.body == again.body
    assert first.body["object_id"] == enrollment_id
    assert first.body["data"]["status_reason_code"] == "rejected_by_user"


def test_what_is_answered_is_told_after_kill_9(toque, tmp_path):
    """The receiver takes nothing while everything happens and the sandbox is killed: nothing is lost."""
    device = Device(toque, tmp_path / "device")
    is_killed = threading.Event()
    taken = set()

    def answer(received):
        if is_killed.is_set():
            taken.add(received.body["object_id"])
        is_killed.wait(30)
        return 200

    with Receiver(answer) as receiver:
        arguments = ["--port", free_port(), "--database", tmp_path / "sandbox.sqlite", "--webhook", receiver.url]
        with Simulator(toque, *arguments) as simulator:
            provider = Provider(simulator.url)
            enrollments = {decline(provider, device) for _ in range(5)}
            # The last one's webhook may not have been begun when the process dies.
            simulator.kill()
            is_killed.set()
            simulator.start()
            receiver.wait_until(lambda _: taken == enrollments)
