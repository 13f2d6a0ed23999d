"""`toque simulate --keep` removes what is older by the tenant's clock, which commands move."""

import time

import pytest

from cluster import REASON, is_installed
from merchant import Merchant
from receiver import Receiver
from simulator import Simulator

pytestmark = [pytest.mark.extended, pytest.mark.sqlite]
PLACES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.skipif(not is_installed(), reason=REASON))]
# A payment waits for its authorization for five minutes.
KEPT, MOVED = "4m", "270"


@pytest.fixture(params=PLACES)
def database(request, tmp_path):
    if request.param == "sqlite":
        return tmp_path / "sandbox.sqlite"
    cluster = request.getfixturevalue("cluster")
    return cluster.url(cluster.make_database())


def ids(items, name="id"):
    return {item[name] for item in items}


def wait_until(is_so):
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_what_is_over_goes_after_its_time_and_what_is_not_stays(toque, database):
    with Receiver() as receiver:
        options = ["--port", 0, "--database", database, "--webhook", receiver.url]
        with Simulator(toque, *options) as simulator:

            def clock(*arguments):
                toque.output("sandbox", "clock", *arguments, "--server", simulator.url, "--json")

            clock("freeze")
            merchant = Merchant(simulator.url)
            enrollment = merchant.enrolled()
            old = merchant.paid(enrollment)
            waiting = merchant.send(*merchant.ordering(enrollment))
            declined = merchant.send(*merchant.beginning())
            merchant.send(*merchant.completion(declined, "decline"))
            merchant.advance(0)
            assert merchant.status("enrollments", declined) == "FAILED"
            last = merchant.list("requests")[-1]["cursor"]
            clock("advance", MOVED)
            young = merchant.paid(enrollment)
            before = merchant.kept()

        with Simulator(toque, *options) as simulator:
            assert Merchant(simulator.url).kept() == before

        with Simulator(toque, *options, "--keep", KEPT) as simulator:
            merchant = Merchant(simulator.url, merchant.phones)
            # Webhooks go after objects and events, and requests after them. A sandbox of a file begins with none.
            wait_until(lambda: enrollment["id"] not in ids(merchant.list("deliveries"), "object"))
            wait_until(lambda: min(ids(merchant.list("requests"), "cursor"), default=last + 1) > last)
            gone = {declined["id"], old["id"], old["charges"][0]["id"]}
            stays = {enrollment["id"], waiting["id"], waiting["charges"][0]["id"], young["id"]}
            found = {name: ids(merchant.list(name), "object") for name in ("events", "deliveries", "ceremonies")}
            found["objects"] = ids(merchant.list("objects"))
            assert {name: gone & kept for name, kept in found.items() if gone & kept} == {}
            assert stays <= found["objects"] and stays <= found["events"]
            assert young["id"] in found["deliveries"] & found["ceremonies"]
            # A customer has no status, and so no end.
            assert merchant.send("GET", "/customers/")["results"]
            # What stayed is of use.
            merchant.authorize(waiting)
            merchant.paid(enrollment)
