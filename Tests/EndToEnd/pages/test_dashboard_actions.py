"""The dashboard's actions on objects, webhooks and tenants, and its opening by `toque simulate --open`, in Chromium."""

import urllib.parse

import pytest

import browser
from browser import Browser
from dashboard_page import Sandbox, button, click, fill
from page_checks import origin, shop
from simulator import Simulator

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]

OBJECTS = "/_toque/view/objects"
SECOND = "loja-2"


@pytest.fixture(scope="module")
def sandbox(toque, tmp_path_factory):
    """Two tenants, and a browser that writes down the address that it is started with."""
    folder = tmp_path_factory.mktemp("sandbox")
    keys, program = folder / "keys", folder / "browser"
    keys.touch(mode=0o600)
    keys.write_text(f"sandbox:sandbox\n{SECOND}:secret\n")
    program.write_text(f"#!/bin/sh\nprintf %s \"$1\" > {folder}/part && mv {folder}/part {folder}/opened\n")
    program.chmod(0o700)
    options = ["--memory", "--port", 0, "--api-keys", keys, "--open", "--now", "2026-03-01T12:00:00Z"]
    with Simulator(toque, *options, env=toque.environment | {"BROWSER": str(program)}) as simulator:
        sandbox = Sandbox(simulator)
        sandbox.opened = folder / "opened"
        yield sandbox


@pytest.fixture(scope="module")
def page():
    with Browser() as page:
        yield page


def test_simulate_opens_the_dashboard(sandbox, page):
    while not sandbox.opened.exists():
        page.evaluate("new Promise((resolve) => setTimeout(resolve, 20))")
    address = sandbox.opened.read_text()
    assert address == f"{sandbox.url}/_toque/"
    page.open(address)
    assert page.evaluate("document.querySelector('.bar') !== null")


def test_an_enrollment_is_revoked(sandbox, page):
    identifier = sandbox.trigger("enrollment.succeeded")
    page.open(f"{sandbox.url}{OBJECTS}/{identifier}?lang=en")
    click(page, "button[value=revoke]")
    enrollment = sandbox.request("GET", f"/enrollments/{identifier}/")
    assert (enrollment["status"], enrollment["details"]["status"]) == ("CANCELED", "REVOKED")
    assert "CANCELED" in page.text


def test_a_decline_takes_its_parameters(sandbox, page):
    payment = sandbox.trigger("payment.pending")
    form = "form:has(button[value=decline])"

    def decline(reason):
        page.open(f"{sandbox.url}{OBJECTS}/{payment}?lang=en")
        fill(page, f"{form} [name='parameter.reason']", reason)
        click(page, "button[value=decline]")

    # What the API refuses, the page says.
    decline("amount_over_limit")
    assert "amount_over_limit is not possible" in page.text
    assert sandbox.status(payment) == "PENDING"
    decline("institution_infra_failed")
    assert sandbox.request("GET", f"/_toque/objects/{payment}")["reason"] == "institution_infra_failed"
    assert "institution_infra_failed" in page.text
    # An enrollment's answer is that of the bank, by OAuth.
    enrollment = sandbox.trigger("enrollment.pending")
    page.open(f"{sandbox.url}{OBJECTS}/{enrollment}")
    fill(page, f"{form} [name='parameter.error']", "server_error")
    click(page, "button[value=decline]")
    callback = page.evaluate("document.querySelector('.notice.ok code').textContent")
    assert "error=server_error" in callback


def test_an_object_has_its_own_scenario(sandbox, page):
    identifier = sandbox.trigger("payment.pending")
    url = f"{sandbox.url}{OBJECTS}/{identifier}?lang=en"
    page.open(url)
    fill(page, "select[name=scenario]", "payment.insufficient_funds")
    click(page, "form[action*='scenario/set']:has([name=object]) button[type=submit]")
    assert page.url == url
    assert sandbox.request("GET", f"/_toque/objects/{identifier}")["scenario"] == "payment.insufficient_funds"
    assert sandbox.request("GET", "/_toque/scenarios")["default"] is None
    click(page, "form[action*='scenario/clear']:has([name=object]) button[type=submit]")
    assert sandbox.request("GET", f"/_toque/objects/{identifier}")["scenario"] is None


def test_a_webhook_receiver_comes_and_goes(sandbox, page):
    page.open(f"{sandbox.url}/_toque/view/webhooks")
    receiver = "http://127.0.0.1:9/hooks"
    fill(page, "[name=url]", receiver)
    click(page, button("webhooks/add"))
    assert [each["url"] for each in sandbox.request("GET", "/_toque/webhooks")["webhooks"]] == [receiver]
    assert receiver in page.text
    click(page, button("webhooks/remove"))
    assert sandbox.request("GET", "/_toque/webhooks")["webhooks"] == []
    assert receiver not in page.text


def test_a_chosen_tenant_stays_chosen(sandbox, page):
    sandbox.trigger("enrollment.pending")
    own = sandbox.request("POST", f"/_toque/trigger?tenant={SECOND}", {"event": "enrollment.pending"})["object"]["id"]
    page.open(f"{sandbox.url}{OBJECTS}?lang=en")
    assert own not in page.text
    choice = ".bar form [name=tenant]:not([type=hidden])"
    fill(page, choice, SECOND)
    click(page, f".bar form:has({choice.removeprefix('.bar form ')}) button[type=submit]")
    assert own in page.evaluate("document.querySelector('main').innerHTML") or "tenant=" in page.url
    for path in ["/_toque/", OBJECTS, f"{OBJECTS}/{own}", "/_toque/view/webhooks", "/_toque/view/requests",
                 "/_toque/view/events", "/_toque/view/ceremonies", "/_toque/view/inspect", "/_toque/view/pytest"]:  # fmt: skip
        page.open(f"{sandbox.url}{path}?tenant={SECOND}")
        addresses = page.evaluate(
            "[...document.querySelectorAll('a[href], form')].filter((each) => !each.matches('.bar form:has([name=tenant]:not([type=hidden]))'))"
            ".map((each) => each.method === 'get' && each.querySelector('[name=tenant]')"
            " ? `${new URL(each.getAttribute('action'), location).href}?tenant=${each.querySelector('[name=tenant]').value}` : each.href ?? new URL(each.getAttribute('action'), location).href)")
        inside = [each for each in addresses if urllib.parse.urlsplit(each).path.startswith("/_toque/")]
        # The document of the API is that of all tenants.
        inside = [each for each in inside if not each.endswith("/openapi.json")]
        assert len(inside) > 5
        lost = [each for each in inside if f"tenant={SECOND}" not in each]
        assert lost == [], path
    # An action is on this tenant alone.
    page.open(f"{sandbox.url}{OBJECTS}/{own}?tenant={SECOND}")
    click(page, "button[value=approve]")
    assert f"tenant={SECOND}" in page.url
    fill(page, ".bar input[name=scenario]", "payment.insufficient_funds")
    click(page, "form[action*='scenario/set']:not(:has([name=object])) button[type=submit]")
    assert sandbox.request("GET", "/_toque/scenarios")["default"] is None
    assert sandbox.request("GET", f"/_toque/scenarios?tenant={SECOND}")["default"] == "payment.insufficient_funds"


def test_no_page_of_another_site_frames_the_dashboard_or_the_phone(sandbox, page):
    paths = ["/_toque/", OBJECTS, "/_toque/view/inspect", "/device", "/device/unknown"]
    frames = "".join(f'<iframe src="{sandbox.url}{path}"></iframe>' for path in paths)
    with shop(frames.encode()) as server:
        page.open(origin(server))
        # Of the browser's own page that stands in their place nothing can be read either.
        seen = page.evaluate(
            "Array.from(frames, (each) => { try { return each.location.href } catch (error) { return error.name } })")
        assert seen == ["SecurityError"] * len(paths)
        refused = [event["params"]["entry"]["text"] for event in page.events if event["method"] == "Log.entryAdded"]
    assert sum("frame" in each for each in refused) >= len(paths), refused
