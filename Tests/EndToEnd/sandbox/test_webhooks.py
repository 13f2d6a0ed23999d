"""Webhooks tell a merchant's backend every change, in order, even if the sandbox is killed meanwhile."""

import threading
import urllib.parse

from device import Device
from api_client import Client
from holder import private_file
from listener import Listener
from provider import Provider, enroll, fido_options
from receiver import Receiver
from simulator import Simulator, free_port


def decline(provider, device):
    """Makes an enrollment that the account holder declines, which causes one webhook; returns its id."""
    enrollment = provider.create_enrollment(device.risk_signals(provider.account_tenure))
    provider.complete_redirection(device.approve(enrollment["details"]["redirect_url"], "--decline"))
    return enrollment["id"]


def test_webhooks_tell_every_change_in_order(toque, tmp_path):
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


def test_a_webhook_under_way_at_kill_9_is_sent_again_unchanged(toque, tmp_path):
    """The sandbox is killed during a delivery: the same bytes come again."""
    device = Device(toque, tmp_path / "device")
    is_killed = threading.Event()

    def answer(_):
        is_killed.wait(300)
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


def test_changes_answered_before_kill_9_are_told_after_it(toque, tmp_path):
    """The receiver accepts nothing until the sandbox was killed: no webhook is lost."""
    device = Device(toque, tmp_path / "device")
    is_killed = threading.Event()
    taken = set()

    def answer(received):
        if is_killed.is_set():
            taken.add(received.body["object_id"])
        is_killed.wait(300)
        return 200

    with Receiver(answer) as receiver:
        arguments = ["--port", free_port(), "--database", tmp_path / "sandbox.sqlite", "--webhook", receiver.url]
        with Simulator(toque, *arguments) as simulator:
            provider = Provider(simulator.url)
            enrollments = {decline(provider, device) for _ in range(5)}
            # The last change's webhook may not have started when the process dies.
            simulator.kill()
            is_killed.set()
            simulator.start()
            receiver.wait_until(lambda _: taken == enrollments)


def test_deliveries_are_retried_by_the_clock_and_replayed_on_demand(toque, tmp_path):
    device = Device(toque, tmp_path / "device")
    with Receiver(lambda _: 503 if len(receiver.received) == 1 else 200) as receiver:
        with Simulator(toque, "--port", 0, "--memory", "--webhook", receiver.url) as simulator:
            provider = Provider(simulator.url)

            def deliveries():
                return provider.request("GET", "/_toque/deliveries")["deliveries"]

            provider.request("POST", "/_toque/clock/freeze", {})
            enrollment_id = decline(provider, device)
            # This answers after sending everything due.
            provider.request("POST", "/_toque/clock/advance", {"seconds": 0})
            assert [attempt["status"] for attempt in deliveries()[0]["attempts"]] == [503]
            assert provider.request("POST", "/_toque/clock/advance", {"seconds": 59})["deliveries"] == 0
            assert provider.request("POST", "/_toque/clock/advance", {"seconds": 1})["deliveries"] == 1
            delivery = deliveries()[0]
            assert (delivery["state"], delivery["object"]) == ("delivered", enrollment_id)
            assert [attempt["status"] for attempt in delivery["attempts"]] == [503, 200]
            provider.request("POST", f"/_toque/deliveries/{delivery['id']}/replay", {})
            first, retry, replay = receiver.wait(3)
            assert first.body == retry.body == replay.body


def test_listen_shows_webhooks_and_forwards_them(toque, tmp_path):
    device = Device(toque, tmp_path / "device")
    token = private_file(tmp_path / "token", "geheim-4711\n")
    with Receiver(lambda _: 422) as receiver, Simulator(toque, "--port", 0, "--memory") as simulator:
        provider = Provider(simulator.url)
        arguments = ["--forward-to", receiver.url, "--webhook-token-file", token]
        with Listener(toque, simulator.url, *arguments) as listener:
            enrollment_id = decline(provider, device)
            shown = listener.webhook()
            [received] = receiver.wait(1)
            assert received.headers["Authorization"] == "Bearer geheim-4711"
            assert shown["webhook"] == received.body
            assert (shown["type"], shown["code"]) == ("ENROLLMENTS", "STATUS_UPDATE")
            assert (shown["object"], shown["status"], shown["answer"]) == (enrollment_id, "FAILED", 422)
            # This answers after recording the attempt.
            provider.request("POST", "/_toque/clock/advance", {"seconds": 1})
            [delivery] = provider.request("GET", "/_toque/deliveries")["deliveries"]
            assert delivery["attempts"][0]["status"] == 422
            assert len(provider.request("GET", "/_toque/webhooks")["webhooks"]) == 1
            assert listener.stop() == 0
            assert provider.request("GET", "/_toque/webhooks")["webhooks"] == []


def test_a_listener_ignores_a_request_to_upgrade_the_connection(toque):
    with Simulator(toque, "--port", 0, "--memory") as simulator, Listener(toque, simulator.url) as listener:
        [endpoint] = Provider(simulator.url).request("GET", "/_toque/webhooks")["webhooks"]
        sender = Client(endpoint["url"], key=None)
        for number in ("1", "2"):
            upgrade = {"Connection": "Upgrade", "Upgrade": "h2c"}
            path = urllib.parse.urlsplit(endpoint["url"]).path
            assert sender.send("POST", path, {"object_id": number}, upgrade).status == 200
            assert listener.webhook()["object"] == number


def test_listen_ends_when_its_output_is_closed(toque):
    with Simulator(toque, "--port", 0, "--memory") as simulator:
        with Listener(toque, simulator.url) as listener:
            listener.process.stdout.close()
            assert listener.process.wait(timeout=60) == 0
        assert toque.output("sandbox", "webhooks", "--server", simulator.url, "--json") == []


def test_listen_says_which_server_or_option_is_missing(toque):
    absent = toque.run("listen", "--server", f"http://127.0.0.1:{free_port()}")
    assert absent.returncode == 3
    assert "toque simulate" in absent.stderr
    elsewhere = toque.run("listen", "--server", "https://example.com")
    assert elsewhere.returncode == 2
    assert "--webhook" in elsewhere.stderr


def test_listen_continues_after_a_restart_of_the_sandbox(toque, tmp_path):
    device = Device(toque, tmp_path / "device")
    with Simulator(toque, "--port", free_port(), "--memory") as simulator:
        provider = Provider(simulator.url)
        with Listener(toque, simulator.url) as listener:
            simulator.kill()
            simulator.start()
            provider.poll("/_toque/webhooks", lambda answer: answer["webhooks"])
            enrollment_id = decline(provider, device)
            assert listener.webhook()["object"] == enrollment_id
