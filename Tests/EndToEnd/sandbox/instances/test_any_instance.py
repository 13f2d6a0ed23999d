"""Any request may go to any instance: what one of them was told, the others know at once."""

import contextlib
import copy
import itertools

import pytest

from api_client import Client
from careful_flows import FLOWS
from checkout_sandbox import START, carry
from cluster import REASON, is_installed
from instances import Instances
from placetopay_sandbox import PlacetoPay
from racing import Stage
from receiver import Receiver
from yuno_sandbox import Yuno

pytestmark = [
    pytest.mark.extended,
    pytest.mark.sqlite,
    pytest.mark.usefixtures("haproxy"),
    pytest.mark.skipif(not is_installed(), reason=REASON),
]
# Who tells, and who is asked first and second: each instance has each part.
TURNS = pytest.mark.parametrize("turn", list(itertools.permutations(range(3))), ids=str)


@pytest.fixture(scope="module")
def instances(toque, cluster, tmp_path_factory):
    folder, database = tmp_path_factory.mktemp("instances"), cluster.url(cluster.make_database())
    with Instances(toque, folder, database, "--now", START, "--options-delay", "0") as instances:
        yield instances


@pytest.fixture
def stages(instances, turn):
    """Each instance in the order of the turn, without the balancer, for a new tenant."""
    key = Stage(instances.urls[turn[0]]).expect(201, "POST", "/_toque/keys", {})
    stages = [Stage(instances.urls[number]) for number in turn]
    for stage in stages:
        stage.tenant = key["id"]
        stage.client = Client(stage.url, f"{key['id']}:{key['secret']}")
    return stages


def control(stage, status, method, path, body=None):
    return stage.expect(status, method, f"/_toque/{path}?tenant={stage.tenant}", body)


def scenario(stage, enrollment_id):
    """The name and the source of the scenario of the enrollment's last event."""
    events = control(stage, 200, "GET", "events")["events"]
    return [each["data"]["scenario"] for each in events if each["object"] == enrollment_id][-1]


@TURNS
def test_a_key_counts_and_ends_everywhere_at_once(stages):
    teller, first, second = stages
    for stage in (first, second, teller):
        assert stage.client.send("GET", "/customers/").status == 200
    teller.expect(204, "DELETE", f"/_toque/keys/{teller.tenant}")
    for stage in (first, second, teller):
        assert stage.client.send("GET", "/customers/").status == 401


@TURNS
def test_a_scenario_counts_everywhere_at_once(stages):
    teller, first, second = stages
    before = first.created()["id"]
    control(teller, 200, "PUT", "scenario", {"scenario": "enrollment.unexpected"})
    assert control(first, 200, "GET", "scenarios")["default"] == "enrollment.unexpected"
    created = second.created()["id"]
    assert scenario(first, created) == {"name": "enrollment.unexpected", "source": "default"}
    control(teller, 200, "PUT", "scenario", {"scenario": "enrollment.rejected_other", "object": before})
    first.expect(200, "POST", f"/_toque/objects/{before}/expire?tenant={teller.tenant}", {})
    assert scenario(second, before) == {"name": "enrollment.rejected_other", "source": "control"}
    control(first, 204, "DELETE", "scenario")
    assert scenario(teller, second.created()["id"])["name"] == "success"


@TURNS
def test_the_clock_stops_moves_and_goes_on_everywhere_at_once(stages):
    teller, first, second = stages
    created = first.created()
    assert created["created_at"].startswith("2026-03-01T12:00:00")
    assert control(teller, 200, "POST", "clock/advance", {"seconds": 899})["now"].startswith("2026-03-01T12:14:59")
    assert first.enrollment(created["id"])["status"] == "PENDING"
    assert second.created()["created_at"].startswith("2026-03-01T12:14:59")
    control(first, 200, "POST", "clock/advance", {"seconds": 1})
    assert second.enrollment(created["id"])["status"] == "FAILED"
    control(second, 200, "POST", "clock/run", {})
    assert not control(first, 200, "GET", "clock")["frozen"]
    frozen = control(teller, 200, "POST", "clock/freeze", {})["now"]
    for stage in (first, second, first, second):
        assert stage.created()["created_at"] == frozen


@pytest.mark.parametrize("provider", [PlacetoPay, Yuno], ids=lambda provider: provider.provider)
def test_each_request_of_a_payment_may_go_to_another_instance(toque, cluster, tmp_path, provider):
    with contextlib.ExitStack() as stack:
        receiver = stack.enter_context(Receiver())
        options = ["--provider", provider.provider, "--authorization", "button", "--now", START]
        options += ["--webhook", receiver.url]
        database = cluster.url(cluster.make_database())
        instances = stack.enter_context(Instances(toque, tmp_path, database, *options))
        sandbox = provider(toque, instances, receiver, False)
        turns = itertools.cycle(instances.urls)

        def elsewhere(_, request):
            return carry(Client(next(turns), key=None), request)

        shop = copy.copy(sandbox)
        shop.carry = elsewhere
        # Whichever instance begins.
        for number, flow in enumerate(FLOWS[provider] * 3):
            [payment] = {payment for payment, _ in flow.run(shop, number)}
            assert (sandbox.word(payment), sandbox.moved(payment)) == (flow.life[-1], flow.moved)
            sandbox.advance(0)
            assert [sandbox.news(each.body) for each in sandbox.told(payment, len(flow.told))] == flow.told
            next(turns)
