"""How `toque trigger` prints the objects of checkout providers, whose members differ."""

import pytest

from simulator import Simulator


@pytest.mark.parametrize(
    "provider, event, told",
    [
        ("ecommpay", "payment.decline", "decline"),
        ("placetopay", "session.approved", "APPROVED  00"),
        ("takeme", "source.chargeable", "chargeable  10  JPY"),
        ("yuno", "payment.succeeded", "SUCCEEDED  APPROVED"),
    ],
)
def test_a_triggered_object_is_printed_with_its_status(toque, provider, event, told):
    with Simulator(toque, "--provider", provider, "--port", 0, "--memory") as simulator:
        result = toque.run("trigger", event, "--server", simulator.url)
        assert (result.returncode, told in result.stdout.removeprefix(event)) == (0, True), result.stdout
        assert event in toque.run("trigger", event, "--help", "--server", simulator.url).stdout
