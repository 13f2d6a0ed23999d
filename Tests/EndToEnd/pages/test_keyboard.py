"""The pages by keyboard alone: Tab, Enter, Space and the arrows."""

import pytest

import browser
from api_client import Client
from browser import Browser
from keyboard import Keyboard
from request_bodies import INSTITUTION
from simulator import Simulator, free_port

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]


@pytest.fixture(scope="module")
def sandbox(toque):
    port = free_port()
    options = ["--options-delay", "0s", "--result-delay", "0s", "--now", "2026-03-01T12:00:00Z"]
    with Simulator(toque, "--memory", "--port", port, "--device-page", *options):
        yield Client(f"http://localhost:{port}")


@pytest.fixture(scope="module")
def page():
    with Browser() as page:
        yield page


@pytest.fixture
def keyboard(page):
    page.resize(1280, 800)
    return Keyboard(page)


def url(sandbox, path):
    return f"http://localhost:{sandbox.connection.port}{path}"


def read(sandbox, path):
    answer = sandbox.send("GET", f"/_toque/{path}")
    assert answer.status == 200, answer.content
    return answer.json


def trigger(sandbox, event):
    """Makes an object with a life, and returns its id."""
    return sandbox.send("POST", "/_toque/trigger", {"event": event}).json["object"]["id"]


@pytest.mark.parametrize("authenticator", ["ios", "browser"])
def test_a_phone_enrolls_and_pays(sandbox, page, keyboard, authenticator):
    account = {"agency": "0007", "number": "8812035", "account_type": "SAVINGS"}
    holder = {"name": "Ana Exemplo", "identifier": "12345678909"}
    body = {"institution": INSTITUTION, "holder": holder, "details": account}
    second = sandbox.send("POST", "/bank-accounts/", body).json["id"]
    # The device.
    page.open(url(sandbox, "/device?lang=en"))
    keyboard.reach("[name=name]")
    keyboard.type("Teclado")
    keyboard.choose("[name=authenticator]", authenticator)
    keyboard.use("button[value=add]")
    phone = page.url
    keyboard.choose("[name=location]", "deny")
    keyboard.choose("[name=preset]", "browser")
    keyboard.use("button[value=signals]", " ")
    keyboard.choose("[name=institution]", INSTITUTION)
    keyboard.use("button[value=bank]")
    keyboard.use("a.primary")
    # The bank.
    keyboard.choose("[name=account]", second)
    keyboard.use("button[value=approve]", " ")
    assert page.url == phone
    # Registration, then payment.
    if authenticator == "browser":
        keyboard.use("button[value=browser]")
    else:
        keyboard.use("a.primary")
        keyboard.use("button[value=approve]")
    assert "This phone is enrolled" in page.text
    keyboard.reach("[name=amount]")
    keyboard.type("7.77")
    keyboard.leave()
    if authenticator == "browser":
        keyboard.use("button[value=browser]", " ")
    else:
        keyboard.use("a.primary")
        keyboard.use("button[value=approve]", " ")
    assert "The payment is complete." in page.text and "R$7.77" in page.text
    newest = read(sandbox, "objects?kind=payment_intent&limit=1")["objects"][0]
    assert newest["status"] == "SUCCEEDED"
    enrollment = read(sandbox, "objects?kind=enrollment&limit=1")["objects"][0]["id"]
    assert "*****2035" in sandbox.send("GET", f"/enrollments/{enrollment}/").content.decode()


def test_the_control_bar(sandbox, page, keyboard):
    trigger(sandbox, "enrollment.pending")
    page.open(url(sandbox, "/_toque/?lang=en"))
    keyboard.unfold(".bar summary:has(+ .bar-panel [name=scenario])")
    keyboard.reach("[name=scenario]")
    keyboard.type("payment.insufficient_funds")
    keyboard.leave()
    assert read(sandbox, "scenarios")["default"] == "payment.insufficient_funds"
    keyboard.unfold(".bar summary:has(time)")
    keyboard.reach("[name=by]")
    keyboard.type("90s")
    keyboard.leave()
    assert read(sandbox, "clock")["now"].startswith("2026-03-01T12:01:30")
    keyboard.unfold(".bar summary:has(time)")
    keyboard.use("button[name=to]", " ")
    assert read(sandbox, "clock")["now"].startswith("2026-03-01T12:15:00")
    keyboard.unfold(".bar summary:has(time)")
    keyboard.use("form[action*='clock/run'] button[type=submit]")
    assert not read(sandbox, "clock")["frozen"]
    keyboard.unfold(".bar summary:has(+ .bar-panel a[download])")
    # Reset takes a second press.
    keyboard.unfold(".bar details details summary:has(+ form[action*=reset])")
    assert read(sandbox, "objects")["objects"] != []
    keyboard.use("form[action*=reset] button[type=submit]")
    assert read(sandbox, "objects")["objects"] == []


def test_an_objects_actions(sandbox, page, keyboard):
    identifier = trigger(sandbox, "enrollment.pending")
    page.open(url(sandbox, f"/_toque/view/objects/{identifier}?lang=en"))
    keyboard.unfold("summary:has(+ .fold-body select[name=scenario])")
    keyboard.choose("select[name=scenario]", "enrollment.rejected_by_user")
    keyboard.use("form[action*='scenario/set']:has([name=object]) button[type=submit]")
    assert read(sandbox, f"objects/{identifier}")["scenario"] == "enrollment.rejected_by_user"
    keyboard.unfold("summary:has(+ .fold-body select[name=scenario])")
    keyboard.use("form[action*='scenario/clear']:has([name=object]) button[type=submit]", " ")
    assert read(sandbox, f"objects/{identifier}")["scenario"] is None
    keyboard.unfold("summary:has(+ form button[value=decline])")
    keyboard.reach("form:has(button[value=decline]) [name='parameter.error']")
    keyboard.type("temporarily_unavailable")
    keyboard.use("button[value=decline]")
    assert "error=temporarily_unavailable" in page.evaluate("document.querySelector('.notice.ok').textContent")
    assert read(sandbox, f"events?object={identifier}")["events"][-1]["data"]["to"] == "declined"


@pytest.mark.parametrize("path", ["/_toque/", "/_toque/view/objects", "/_toque/view/requests", "/device"])
def test_tab_comes_to_the_first_link_that_skips_to_the_content(sandbox, page, keyboard, path):
    page.open(url(sandbox, path))
    page.tab()
    assert page.evaluate("document.activeElement.className") == "skip"
    keyboard.press("Enter")
    page.until("location.hash === '#main'")
    page.tab()
    assert page.evaluate("document.activeElement.closest('main') !== null")
