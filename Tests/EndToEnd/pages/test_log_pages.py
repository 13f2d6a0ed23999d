"""The dashboard's logs in Chromium: requests, webhooks and events live, filtered and by page, a request and a delivery in
full, and an object's history as a test that runs."""

import contextlib
import html
import itertools
import json
import os
import re
import socket
import subprocess
import threading
import urllib.parse

import pytest

import browser
from api_client import Client
from browser import Browser
from copied_test import run
from device import Device
from page_checks import FORMS, HOSTILE, unaccessible
from receiver import Receiver
from request_bodies import enrollment_body, payment_body
from simulator import Simulator, free_port

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]


@pytest.fixture(scope="module")
def page():
    with Browser() as page:
        page.resize(1280, 900)
        yield page


@pytest.fixture
def sandbox(toque):
    with Simulator(toque, "--memory", "--port", 0) as simulator:
        yield Sandbox(simulator.url)


class Sandbox:
    def __init__(self, url):
        self.url = url
        self.client = Client(url)

    def view(self, place, /, **query):
        return f"{self.url}/_toque/view/{place}" + (f"?{urllib.parse.urlencode(query)}" if query else "")

    def control(self, method, path, body=None):
        answer = self.client.send(method, f"/_toque/{path}", body)
        assert answer.status < 300, answer.content
        return answer.json

    def ask(self, name):
        """A request with a path of its own."""
        assert self.client.send("GET", f"/enrollments/{urllib.parse.quote(name)}/").status == 404

    def trigger(self, event, **parameters):
        return self.control("POST", "trigger", {"event": event, **parameters})["object"]

    def page(self, path):
        """A page without JavaScript."""
        return self.client.send("GET", path, None, {"Accept": "text/html"})


def rows(page):
    # The browser skips rows that it has not yet found to be on the screen; they would have no text.
    text = "(row) => { row.style.contentVisibility = 'visible'; return row.innerText; }"
    return page.evaluate(f"[...document.querySelectorAll('[data-rows] > li')].map({text})")


def shown(page, text):
    page.until(f"document.querySelector('[data-rows]').innerText.includes({json.dumps(text)})")


def is_live(page):
    page.until("document.querySelector('[data-lost]').hidden && !document.querySelector('[data-pause]').hidden")


def press(page, text):
    """Presses a button by its text, and waits for the page that follows."""
    script = f"[...document.querySelectorAll('button')].find((each) => each.textContent.includes({json.dumps(text)}))"
    page._and_load(lambda: page.evaluate(f"{script}.click()"))


# Live


def test_new_requests_appear_at_the_top_once(sandbox, page):
    sandbox.ask("before")
    page.open(sandbox.view("requests"))
    is_live(page)
    for number in range(5):
        sandbox.ask(f"new-{number}")
    shown(page, "new-4")
    texts = rows(page)
    assert [sum(f"new-{number}" in text for text in texts) for number in range(5)] == [1] * 5
    assert "new-4" in texts[0] and "before" in texts[5]


def test_repeated_polls_are_one_row_with_their_number(sandbox, page):
    for _ in range(3):
        sandbox.ask("poll")
    page.open(sandbox.view("requests"))
    assert len(rows(page)) == 1 and "×3" in rows(page)[0]
    is_live(page)
    for _ in range(7):
        sandbox.ask("poll")
    shown(page, "×10")
    assert len(rows(page)) == 1
    sandbox.ask("other")
    shown(page, "other")
    assert len(rows(page)) == 2


def test_a_pause_counts_what_comes_and_then_shows_it(sandbox, page):
    page.open(sandbox.view("requests"))
    is_live(page)
    page.evaluate("document.querySelector('[data-pause]').click()")
    assert page.evaluate("document.querySelector('[data-pause]').ariaPressed") == "true"
    for number in range(3):
        sandbox.ask(f"paused-{number}")
    page.until("document.querySelector('[data-state]').textContent.includes('3')")
    assert rows(page) == []
    page.evaluate("document.querySelector('[data-pause]').click()")
    shown(page, "paused-2")
    assert len(rows(page)) == 3
    assert page.evaluate("document.querySelector('[data-state]').textContent") == ""


def test_a_page_outlives_its_sandbox_and_goes_on_with_the_next(toque, page, tmp_path):
    with Simulator(toque, "--database", tmp_path / "sandbox.sqlite", "--port", free_port()) as simulator:
        sandbox = Sandbox(simulator.url)
        page.open(sandbox.view("requests"))
        is_live(page)
        sandbox.ask("first-life")
        shown(page, "first-life")
        simulator.kill()
        page.until("!document.querySelector('[data-lost]').hidden")
        simulator.start()
        sandbox = Sandbox(simulator.url)
        sandbox.ask("second-life")
        shown(page, "second-life")
        is_live(page)
        texts = rows(page)
        assert [sum(name in text for text in texts) for name in ("first-life", "second-life")] == [1, 1]
        page.open(sandbox.view("events"))
        is_live(page)
        simulator.kill()
        simulator.start()
        made = Sandbox(simulator.url).trigger("enrollment.succeeded")
        shown(page, made["id"])


class Cut:
    """A way to the sandbox that can be cut while it is in use."""

    def __init__(self, port):
        self.port = port
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.server.getsockname()[1]}"
        self.ends = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.server.accept()
                far = socket.create_connection(("127.0.0.1", self.port))
                self.ends += [near, far]
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._copy, args=(source, target), daemon=True).start()

    def _copy(self, source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)

    def cut(self):
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.server.close()
        self.cut()


def test_a_cut_stream_loses_and_doubles_nothing(sandbox, page):
    with contextlib.closing(Cut(urllib.parse.urlsplit(sandbox.url).port)) as way:
        page.open(f"{way.url}/_toque/view/requests")
        is_live(page)
        for number in range(6):
            sandbox.ask(f"cut-{number}")
            if number % 2:
                way.cut()
        shown(page, "cut-5")
        texts = rows(page)
    assert [sum(f"cut-{number}" in text for text in texts) for number in range(6)] == [1] * 6


def test_ten_thousand_rows_leave_a_window_in_the_page(sandbox, page):
    page.open(sandbox.view("requests"))
    is_live(page)

    def ask(part):
        client = Client(sandbox.url)
        for number in range(2_500):
            client.send("GET", f"/enrollments/{part}-{number}/")

    threads = [threading.Thread(target=ask, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sandbox.ask("the-end")
    shown(page, "the-end")
    assert page.evaluate("document.querySelectorAll('[data-rows] > li').length") <= 200
    # The older ones are a link away, without a gap.
    last = page.evaluate("document.querySelector('[data-rows]').lastElementChild.dataset.run")
    page._and_load(lambda: page.evaluate("document.querySelector('[data-older]').click()"))
    assert len(rows(page)) == 50
    older = page.evaluate("document.querySelector('[data-rows]').firstElementChild.dataset.run")
    assert int(last) - int(older) == 1


def test_events_and_deliveries_are_live(sandbox, page):
    page.open(sandbox.view("events", lang="pt-BR"))
    is_live(page)
    payment = sandbox.trigger("payment.failed", reason="fraud_suspected")
    shown(page, "fraud_suspected")
    live = rows(page)
    assert any(payment["id"] in text for text in live)
    # The same row when the page is loaded, in the page's language.
    page.open(sandbox.view("events", lang="pt-BR"))
    assert rows(page)[: len(live)] == live and re.match(r"\d\d/\d\d/\d{4} \d\d:\d\d:\d\d", live[0])
    page.open(sandbox.view("events", lang="en"))
    with Receiver(lambda _: 500) as receiver:
        sandbox.control("POST", "webhooks", {"url": receiver.url})
        page.open(sandbox.view("webhooks"))
        is_live(page)
        sandbox.trigger("enrollment.succeeded")
        shown(page, "500")


# Filters and pages


def test_requests_are_filtered(sandbox, page):
    sandbox.ask("one")
    made = sandbox.client.send("POST", "/enrollments/", enrollment_body("order-7")).json
    sandbox.client.send("GET", f"/enrollments/{made['id']}/")
    sandbox.client.send("POST", "/enrollments/", {"type": "nothing"})
    for query, expected in (
        ({"method": "POST"}, 2), ({"status": "4xx"}, 2), ({"status": "404"}, 1), ({"path": "/enrollments/{id}/"}, 2),
        ({"object": made["id"]}, 2), ({"text": "order-7"}, 2), ({"method": "POST", "status": "4xx"}, 1),
        ({"text": "nobody"}, 0),
    ):  # fmt: skip
        page.open(sandbox.view("requests", **query))
        assert len(rows(page)) == expected, (query, rows(page))
    page.open(sandbox.view("requests", status="4xx"))
    is_live(page)
    sandbox.client.send("GET", "/customers/")
    sandbox.ask("shown-by-the-filter")
    shown(page, "shown-by-the-filter")
    assert not any("/customers/" in text for text in rows(page))
    answer = sandbox.page("/_toque/view/requests?status=9xx")
    assert answer.status == 400 and b"status" in answer.content


def test_lists_have_pages_without_javascript(sandbox):
    for number in range(120):
        sandbox.ask(f"page-{number}")
    path, seen = "/_toque/view/requests", []
    while path:
        text = sandbox.page(path).content.decode()
        seen.append(re.findall(r"page-(\d+)", text))
        older = re.search(r'href="([^"]*)" data-older', text)
        path = older and html.unescape(older[1])
    assert [len(numbers) for numbers in seen] == [50, 50, 20]
    assert list(map(int, itertools.chain(*seen))) == list(range(119, -1, -1))


# A request


def test_a_refused_request_shows_its_faulty_field(sandbox, page):
    body = enrollment_body()
    body["details"]["customer"] = "nope"
    assert sandbox.client.send("POST", "/enrollments/", body).status == 400
    page.open(sandbox.view("requests"))
    page._and_load(lambda: page.evaluate("document.querySelector('[data-rows] a').click()"))
    marked = page.evaluate("[...document.querySelectorAll('pre mark')].map((mark) => mark.textContent.trim())")
    assert marked == ['"customer": "nope",']
    assert "details.customer" in page.text and "***" in page.text
    target = page.evaluate("document.querySelector('a[href*=\"fidelity#\"]').href")
    page.open(target)
    assert page.evaluate("document.querySelector(':target').tagName") == "ARTICLE"


def test_the_curl_of_a_request_repeats_it(sandbox, page, tmp_path):
    body = enrollment_body("it's \"quoted\" $HOME `id` \\ 🇧🇷")
    made = sandbox.client.send("POST", "/enrollments/", body).json
    sandbox.ask("newer")
    page.open(sandbox.view("requests", object=made["id"]))
    page._and_load(lambda: page.evaluate("document.querySelector('[data-rows] a').click()"))
    command = page.evaluate("document.querySelector('code.lines').textContent")
    assert "sandbox:sandbox" not in command
    environment = os.environ | {
        "TOQUE_API_KEY_ID": "sandbox", "TOQUE_API_KEY_SECRET": "sandbox",
        "RISK_SIGNALS": json.dumps(body["details"]["risk_signals"]),
    }  # fmt: skip
    output = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, text=True, check=True).stdout
    assert json.loads(output)["external_id"] == body["external_id"]
    assert json.loads(output)["id"] != made["id"]


def test_an_unknown_request_has_a_page(sandbox):
    answer = sandbox.page("/_toque/view/requests/12345")
    assert answer.status == 404 and b"10,000" in answer.content
    assert sandbox.page("/_toque/view/deliveries/12345").status == 404
    assert sandbox.page("/_toque/view/pytest?object=nobody").status == 404


# Webhooks


def test_a_delivery_is_retried_shown_and_sent_again(sandbox, page):
    statuses = iter([500, 200, 200])
    receiver = Receiver(lambda _: next(statuses))
    with receiver:
        page.open(sandbox.view("webhooks"))
        page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true });"
            f"document.querySelector('input[name=url]').value = '{receiver.url}'"
        )
        press(page, "Add a receiver")
        assert receiver.url in page.text
        sandbox.control("POST", "clock/freeze", {})
        sandbox.trigger("enrollment.succeeded")
        sandbox.control("POST", "clock/advance", {"seconds": 0})
        [delivery] = sandbox.control("GET", "deliveries")["deliveries"]
        page.open(sandbox.view(f"deliveries/{delivery['id']}"))
        assert "500" in page.text and "pending" in page.text and "Next attempt" in page.text
        sandbox.control("POST", "clock/advance", {"seconds": 60})
        page.open(sandbox.view(f"deliveries/{delivery['id']}"))
        assert "delivered" in page.text
        press(page, "Send again")
        assert f"deliveries/{int(delivery['id']) + 1}" in page.url
        assert f"webhooks replay {int(delivery['id']) + 1}" in page.text
        receiver.wait(3)
    sandbox.control("POST", "clock/run", {})


# As pytest


def by_hand(sandbox, toque, folder, scenario=None):
    """Enrolls and pays, as a person does with HTTP. Returns the payment's id."""
    device = Device(toque, folder)
    made = sandbox.client.send("POST", "/enrollments/", enrollment_body()).json
    callback = device.approve(made["details"]["redirect_url"])
    assert sandbox.client.send("POST", "/enrollments/complete-redirection/", callback).status == 200
    sandbox.control("POST", "clock/advance", {"seconds": 5})
    path = f"/enrollments/{made['id']}/"
    options = sandbox.client.send("GET", f"{path}fido-registration-options/").json
    assert sandbox.client.send("POST", f"{path}confirm/", device.register(options, "--body")).status == 204
    sandbox.control("POST", "clock/advance", {"seconds": 5})
    if scenario:
        sandbox.control("PUT", "scenario", {"scenario": scenario})
    payment = sandbox.client.send("POST", "/payment-intents/", payment_body(made["id"])).json
    signals = enrollment_body()["details"]["risk_signals"]
    [information] = payment["payment_method_information"].values()
    body = device.authorization(information["fido_options"], signals)
    assert sandbox.client.send("POST", f"/payment-intents/{payment['id']}/authorize/", body).status == 204
    sandbox.control("POST", "clock/advance", {"seconds": 5})
    return payment["id"]


def copied(sandbox, page, identifier):
    page.open(sandbox.view("pytest", object=identifier))
    return page.evaluate("document.getElementById('pytest').textContent")


def test_objects_that_name_each_other_have_a_history(sandbox):
    first, second = (sandbox.client.send("POST", "/enrollments/", enrollment_body()).json["id"] for _ in range(2))
    for one, other in ((first, second), (second, first)):
        assert sandbox.client.send("POST", f"/enrollments/{one}/confirm/", {"x": other}).status == 400
    answer = sandbox.client.send("GET", f"/_toque/view/pytest?object={first}", None, {"Accept": "text/html"})
    assert answer.status == 200 and first in answer.content.decode()


@pytest.mark.parametrize("scenario", [None, "payment.insufficient_funds"])
def test_a_history_becomes_a_test_that_passes(sandbox, toque, page, tmp_path, scenario):
    with Receiver() as receiver:
        sandbox.control("POST", "webhooks", {"url": receiver.url})
        identifier = by_hand(sandbox, toque, tmp_path / "phone", scenario)
    text = copied(sandbox, page, identifier)
    result = run(text, toque, tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    # It notices another behavior.
    changed = text.replace('    payment = toque_sandbox.api("POST"', '    toque_sandbox.scenario("payment.fraud_suspected")\n    payment = toque_sandbox.api("POST"')
    assert changed != text and run(changed, toque, tmp_path).returncode == 1


def test_a_triggered_object_and_a_declined_one_become_tests(sandbox, toque, page, tmp_path):
    failed = sandbox.trigger("payment.failed", reason="fraud_suspected")
    result = run(copied(sandbox, page, failed["id"]), toque, tmp_path)
    assert result.returncode == 0, result.stdout
    made = sandbox.client.send("POST", "/enrollments/", enrollment_body()).json
    device = Device(toque, tmp_path / "phone")
    callback = device.approve(made["details"]["redirect_url"], "--decline")
    sandbox.client.send("POST", "/enrollments/complete-redirection/", callback)
    text = copied(sandbox, page, made["id"])
    assert "rejected_by_user" in text
    result = run(text, toque, tmp_path)
    assert result.returncode == 0, result.stdout


# Every view


@pytest.fixture(scope="module")
def full(toque):
    """A sandbox with something in every view, and hostile texts wherever others can set them."""
    with Simulator(toque, "--memory", "--port", 0) as simulator:
        sandbox = Sandbox(simulator.url)
        sandbox.control("POST", "webhooks", {"url": "http://127.0.0.1:9/none"})
        for text in HOSTILE.values():
            body = enrollment_body(text[:64])
            body["details"]["customer"] = text
            sandbox.client.send("POST", "/enrollments/", body, {"X-Hostile": urllib.parse.quote(text)})
            sandbox.ask(text)
        sandbox.payment = sandbox.trigger("payment.failed", reason="fraud_suspected")["id"]
        yield sandbox


@pytest.mark.parametrize("width, theme", FORMS)
def test_every_log_is_accessible(full, page, width, theme):
    page.resize(width, 900)
    views = ["requests", "webhooks", "events", "fidelity", "pytest", f"pytest?object={full.payment}", "deliveries/1"]
    views += [f"requests/{each['cursor']}" for each in full.control("GET", "requests")["requests"]]
    views += ["requests?text=nobody", "events?type=nothing", "requests/1"]
    for view, language in itertools.product(views, ["pt-BR", "en", "es"]):
        if view.startswith("requests/") and language != "en":
            continue
        mark = "&" if "?" in view else "?"
        page.open(f"{full.view(view)}{mark}lang={language}&theme={theme}")
        page.evaluate("for (const fold of document.querySelectorAll('main details.fold')) fold.open = true")
        assert unaccessible(page) == [], (view, language)
        assert page.evaluate("document.querySelectorAll('h1').length") == 1
    page.resize(1280, 900)


def test_a_list_is_used_by_keyboard(full, page):
    page.open(full.view("requests"))
    is_live(page)
    for _ in range(60):
        page.tab()
        if page.evaluate("document.activeElement.hasAttribute('data-pause')"):
            break
    assert page.evaluate("document.activeElement.hasAttribute('data-pause')")
    page.tab()
    page.enter()
    assert "/view/requests/" in page.url


def test_foreign_forms_are_refused(full):
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://evil.example"}
    for path in ("webhooks/add", "webhooks/remove", "deliveries/replay"):
        assert full.client.send("POST", f"/_toque/view/{path}", b"id=1&url=http://127.0.0.1:1/", form).status == 403
