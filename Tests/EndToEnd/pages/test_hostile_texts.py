"""Hostile texts that come by other ways than the API's own fields: a loaded state file without the API's limits, headers,
queries of addresses, and what people type on the phone."""

import json
import urllib.parse

import pytest

import browser
from api_client import Client
from browser import Browser
from dashboard_page import Sandbox, fill
from page_checks import HOSTILE, unaccessible
from phone_page import Phone
from request_bodies import enrollment_body, payment_body
from simulator import Simulator

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]

TEXTS = HOSTILE | {"10000": "W" * 10_000}
PLACE = "PLACE-OF-A-TEXT"
VIEWS = ["objects", "requests", "webhooks", "events", "ceremonies", "pytest", "inspect"]
QUERIES = ["search", "status", "object", "tenant"]


@pytest.fixture(scope="module")
def sandbox(toque):
    with Simulator(toque, "--memory", "--port", 0, "--options-delay", "0s", "--result-delay", "0s") as simulator:
        yield Sandbox(simulator)


@pytest.fixture(scope="module")
def page():
    with Browser() as page:
        page.resize(360, 800)
        yield page


def wrong(page, url, judged=True):
    """What is wrong with a page of others' texts, with all folds open."""
    page.open(url)
    page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
    # axe-core takes most of the time, and a longer text in the same place has the same structure.
    found = unaccessible(page) if judged else page.policy_reports
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        found.append("scrolls sideways")
    if page.evaluate("document.querySelectorAll('script:not([src]):not([type]), img').length"):
        found.append("markup of others")
    if page.evaluate("document.querySelectorAll('h1').length") != 1:
        found.append("not one heading of the first level")
    return found


@pytest.fixture(scope="module")
def saved(sandbox):
    """A state with a text in the device, the description and the external ids, and the ids of two enrollments, the
    first of which waits at the bank, and of a payment."""
    body = enrollment_body(PLACE)
    body["details"]["name"] = PLACE
    waiting = sandbox.request("POST", "/enrollments/", body)
    enrolled = sandbox.trigger("enrollment.succeeded", external_id=PLACE)
    order = payment_body(enrolled, PLACE) | {"description": PLACE, "statement_description": PLACE[:10]}
    payment = sandbox.request("POST", "/payment-intents/", order)["id"]
    state = json.dumps(sandbox.request("GET", "/_toque/state"), ensure_ascii=False)
    assert state.count(PLACE) >= 6
    return state, waiting, [enrolled, payment]


@pytest.mark.parametrize("kind", TEXTS)
def test_a_text_of_a_loaded_state_stays_text(sandbox, page, saved, kind):
    state, waiting, identifiers = saved
    text = TEXTS[kind]
    loaded = json.loads(state.replace(PLACE, json.dumps(text, ensure_ascii=False)[1:-1]))
    sandbox.request("PUT", "/_toque/state", loaded)
    bank = waiting["details"]["redirect_url"]
    assert wrong(page, bank) == []
    assert page.evaluate(f"[...document.querySelectorAll('bdi')].some((each) => each.textContent === {json.dumps(text)})")
    paths = ["", "view/objects", "view/events", f"view/pytest?object={waiting['id']}"]
    paths += [f"view/objects/{each}" for each in [waiting["id"], *identifiers]]
    found = {path: wrong(page, f"{sandbox.url}/_toque/{path}", path.count("/") == 2) for path in paths}
    assert {path: each for path, each in found.items() if each} == {}
    page.open(bank)
    page.press("decline")


@pytest.mark.parametrize("kind", TEXTS)
def test_a_text_in_an_address_stays_text(sandbox, page, kind):
    addresses = [f"_toque/view/{view}?{urllib.parse.urlencode({name: TEXTS[kind]})}" for view in VIEWS for name in QUERIES]
    places = ["_toque/view/objects", "_toque/view/requests", "_toque/view/ceremonies", "_toque/view/deliveries",
              "_toque/view", "device", "bank/authorize"]  # fmt: skip
    addresses += [f"{place}/{urllib.parse.quote(TEXTS[kind], safe='')}" for place in places]
    found = {address: wrong(page, f"{sandbox.url}/{address}", kind == "markup") for address in addresses}
    assert {address: each for address, each in found.items() if each} == {}


@pytest.mark.parametrize("text", [HOSTILE["markup"], TEXTS["10000"][:7000]], ids=["markup", "7000"])
def test_a_text_in_a_header_stays_text(sandbox, page, text):
    headers = {"X-Toque-Scenario": text, "User-Agent": text}
    answer = Client(sandbox.url).send("POST", "/enrollments/", enrollment_body(), headers)
    assert answer.status == 400
    number = sandbox.request("GET", "/_toque/requests?limit=1000")["requests"][-1]["id"]
    for path in ["view/requests", f"view/requests/{number}", ""]:
        assert wrong(page, f"{sandbox.url}/_toque/{path}") == [], path


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_description_on_the_phone_stays_text(sandbox, page, kind):
    phone = Phone(page, sandbox.url, HOSTILE[kind])
    phone.enroll()
    fill(page, "[name=description]", HOSTILE[kind])
    phone.pay()
    assert "The payment is complete." in page.text
    assert wrong(page, phone.url) == []
    payment = sandbox.request("GET", "/_toque/objects?kind=payment_intent&limit=1")["objects"][0]["id"]
    assert wrong(page, f"{sandbox.url}/_toque/view/objects/{payment}") == []
