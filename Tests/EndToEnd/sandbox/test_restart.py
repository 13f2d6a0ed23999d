"""The sandbox is killed between any two steps and continues after a restart: it stored what it answered."""

from device import Device
from provider import Provider, fido_options
from simulator import Simulator, free_port


def test_enrollment_and_payment_survive_a_kill_after_every_step(toque, tmp_path):
    device = Device(toque, tmp_path / "device")
    with Simulator(toque, "--port", free_port(), "--database", tmp_path / "sandbox.sqlite") as simulator:
        provider = Provider(simulator.url)

        def survived(answer):
            simulator.kill()
            simulator.start()
            assert simulator.url == provider.url
            return answer

        signals = device.risk_signals(provider.account_tenure)
        enrollment = survived(provider.create_enrollment(signals))
        callback = survived(device.approve(enrollment["details"]["redirect_url"]))
        survived(provider.complete_redirection(callback))
        options = survived(provider.registration_options(enrollment["id"]))
        assert provider.registration_options(enrollment["id"]) == options
        survived(provider.confirm(enrollment["id"], device.register(options, "--body")))
        result = survived(provider.enrollment_result(enrollment["id"]))
        assert result["status"] == "SUCCEEDED", result

        payment = survived(provider.create_payment(enrollment["id"]))
        body = device.authorization(fido_options(payment), device.risk_signals(provider.account_tenure))
        survived(provider.authorize(payment["id"], body))
        result = survived(provider.payment_result(payment["id"]))
        assert result["status"] == "SUCCEEDED", result
        listed = provider.request("GET", f"/enrollments/?device_id={signals['deviceId']}")
        assert [entry["id"] for entry in listed["results"]] == [enrollment["id"]]
