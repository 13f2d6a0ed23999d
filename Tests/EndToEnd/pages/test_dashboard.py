"""The dashboard's frame, overview and objects in Chromium: without JavaScript, with hostile texts, and against pages of
other sites."""

import json
import urllib.parse

import pytest

import browser
from dashboard_page import Sandbox, button, click, unfold
from browser import Browser
from page_checks import HOSTILE, origin, shop, unaccessible
from simulator import Simulator

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]

OVERVIEW = "/_toque/"
OBJECTS = "/_toque/view/objects"


@pytest.fixture(scope="module")
def sandbox(toque):
    with Simulator(toque, "--memory", "--port", 0, "--now", "2026-03-01T12:00:00Z") as simulator:
        yield Sandbox(simulator)


@pytest.fixture(scope="module")
def page():
    with Browser() as page:
        yield page


@pytest.fixture(autouse=True)
def as_new(sandbox):
    sandbox.request("POST", "/_toque/reset", {})


def test_an_empty_sandbox_shows_a_first_request(sandbox, page):
    page.open(f"{sandbox.url}/?lang=en")
    assert page.url.startswith(f"{sandbox.url}{OVERVIEW}")
    assert f"curl -u ID:SECRET {sandbox.url}/institutions/" in page.text
    sandbox.request("GET", "/institutions/")
    page.open(f"{sandbox.url}{OVERVIEW}")
    assert "curl" not in page.text and "GET /institutions/" in page.text


def test_the_control_bar_sets_the_scenario(sandbox, page):
    page.open(sandbox.url + OBJECTS)
    page.evaluate("document.querySelector('.bar input[name=scenario]').value = 'payment.insufficient_funds'")
    click(page, button("scenario/set"))
    assert page.url == sandbox.url + OBJECTS
    assert sandbox.request("GET", "/_toque/scenarios")["default"] == "payment.insufficient_funds"
    assert "toque sandbox scenario set payment.insufficient_funds" in page.evaluate("document.body.textContent")
    click(page, button("scenario/clear"))
    assert sandbox.request("GET", "/_toque/scenarios")["default"] is None


def test_the_control_bar_moves_the_clock(sandbox, page):
    sandbox.trigger("enrollment.pending")
    page.open(sandbox.url + OVERVIEW)
    assert page.evaluate("getComputedStyle(document.querySelector('.clock.frozen')).borderInlineStartWidth") == "6px"
    click(page, "button[name=to]")
    assert sandbox.clock()["now"] == "2026-03-01T12:15:00.000000Z"
    click(page, "form:has(input[name=by]) button")
    assert sandbox.clock()["now"] == "2026-03-01T12:20:00.000000Z"
    click(page, button("clock/run"))
    assert not sandbox.clock()["frozen"]
    click(page, button("clock/freeze"))
    assert sandbox.clock()["frozen"]


def test_a_saved_state_comes_back(sandbox, page):
    identifier = sandbox.trigger("enrollment.failed")
    page.open(sandbox.url + OVERVIEW)
    saved = page.evaluate("fetch(document.querySelector('a[download]').href).then((answer) => answer.text())")
    click(page, button("reset"))
    assert sandbox.request("GET", "/_toque/summary")["objects"] == []
    page.evaluate(f"document.querySelector('textarea[name=state]').value = {json.dumps(saved)}")
    click(page, button("load"))
    assert sandbox.status(identifier) == "FAILED"


def test_a_search_finds_an_object_and_its_page_approves(sandbox, page):
    identifier = sandbox.trigger("enrollment.pending", external_id="order-7")
    sandbox.trigger("enrollment.pending", external_id="order-8")
    page.open(sandbox.url + OBJECTS)
    page.evaluate("document.querySelector('input[name=search]').value = 'order-7'")
    click(page, ".filters button")
    links = page.evaluate("[...document.querySelectorAll('tbody a')].map((each) => each.textContent)")
    assert links == [identifier]
    click(page, "tbody a")
    assert "enrollment.decision_expired" in page.text
    click(page, "button[value=approve]")
    assert "code=" in page.evaluate("document.querySelector('.notice.ok code').textContent")
    events = sandbox.request("GET", f"/_toque/events?object={identifier}")["events"]
    assert [each["data"]["to"] for each in events] == ["awaiting_decision", "approved"]


def test_a_decision_without_javascript_and_by_keyboard(sandbox, page):
    identifier = sandbox.trigger("enrollment.pending")
    page.run_scripts(False)
    try:
        page.open(f"{sandbox.url}{OBJECTS}/{identifier}")
        # The fold of the action, then its button.
        for _ in range(80):
            page.tab()
            if page.focused() == "decline":
                break
            if "decline" == page.evaluate("document.activeElement.tagName === 'SUMMARY'"
                                          " ? document.activeElement.textContent.trim() : ''"):
                page.evaluate("document.activeElement.parentElement.open = true")
        assert page.focused() == "decline"
        page.enter()
    finally:
        page.run_scripts(True)
    events = sandbox.request("GET", f"/_toque/events?object={identifier}")["events"]
    assert events[-1]["data"]["to"] == "declined"


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_text_stays_a_text(sandbox, page, text):
    identifier = sandbox.trigger("enrollment.pending", external_id=text)
    search = urllib.parse.urlencode({"search": text})
    reason = urllib.parse.urlencode({"reason": text})
    for path in [f"{OBJECTS}/{identifier}", f"{OBJECTS}?{search}", f"{OBJECTS}?{reason}", f"{OVERVIEW}?tenant=x{reason}"]:
        page.resize(360, 800)
        page.open(sandbox.url + path)
        unfold(page)
        assert page.evaluate("document.querySelectorAll('script:not([src]):not([type]), img').length") == 0
        assert unaccessible(page) == [], path
    page.resize(1280, 800)


def test_a_page_of_another_site_can_neither_act_nor_frame_nor_read(sandbox, page):
    identifier = sandbox.trigger("enrollment.pending")
    url = f"{sandbox.url}{OBJECTS}/{identifier}"
    forge = (
        f'<form method="post" action="{url}/decline"><button name="action" value="win">Win</button></form>'
        f'<iframe src="{url}"></iframe>'
    )
    # Another site: a loopback name of its own.
    with shop(forge.encode()) as server:
        page.open(url)
        page.open(origin(server).replace("127.0.0.1", "localhost"))
        framed = page.evaluate("(() => { try { return frames[0].document.body.innerText } catch { return '' } })()")
        assert identifier not in framed
        read = page.evaluate(f"fetch('{sandbox.url}/_toque/summary').then(() => 'read', () => 'refused')")
        assert read == "refused"
        page.press("win")
    assert "cross_origin" in page.text
    assert sandbox.status(identifier) == "PENDING"


def test_a_browser_shows_the_control_token_once(toque, page, tmp_path):
    token = tmp_path / "token"
    token.write_text("a-long-control-token\n")
    token.chmod(0o600)
    with Simulator(toque, "--memory", "--port", 0, "--control-token-file", token) as simulator:
        page.open(simulator.url + OBJECTS)
        assert unaccessible(page) == []
        page.evaluate("document.querySelector('input[name=token]').value = 'another-token'")
        click(page, "form button")
        assert page.evaluate("document.querySelector('[role=alert]') !== null")
        page.evaluate("document.querySelector('input[name=token]').value = 'a-long-control-token'")
        click(page, "form button")
        assert page.url == simulator.url + OBJECTS
        assert page.evaluate("document.querySelector('.filters') !== null")
        assert "toque_control" not in page.evaluate("document.cookie")
        page.open(simulator.url + OVERVIEW)
        assert page.evaluate("document.querySelector('.bar') !== null")


def test_the_bank_page_leads_to_the_enrollment(sandbox, page):
    identifier = sandbox.trigger("enrollment.pending")
    redirect = sandbox.request("GET", f"/enrollments/{identifier}/")["details"]["redirect_url"]
    page.open(redirect)
    click(page, "details a[href*='/_toque/view/objects/']")
    assert page.url == f"{sandbox.url}{OBJECTS}/{identifier}"
    assert page.evaluate("document.querySelector('.timeline') !== null")
