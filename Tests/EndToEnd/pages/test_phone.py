"""The phone in the browser: enrollment and payment with both authenticators, with and without JavaScript, pasted
options, refusals, hostile texts, both themes and three languages."""

import itertools
import json
import urllib.parse

import pytest

import browser
from api_client import Client
from browser import Browser
from page_checks import FORMS, HOSTILE, unaccessible
from phone_page import Phone
from receiver import Receiver
from simulator import Simulator, free_port

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]
REGISTRATION = {
    "rp": {"id": "belvo.com", "name": "Loja Exemplo"},
    "user": {"id": "dXNlcg", "name": "ana", "displayName": "Ana Exemplo"},
    "challenge": "AAECAwQFBgcICQoLDA0ODw",
    "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
}


@pytest.fixture(scope="module")
def sandbox(toque):
    with Simulator(toque, "--memory", "--port", 0, "--options-delay", "0s", "--result-delay", "0s") as simulator:
        yield simulator


@pytest.fixture(scope="module")
def page():
    with Browser() as page:
        yield page


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_phone_enrolls_and_pays_with_toques_authenticator(sandbox, page, scripts):
    page.run_scripts(scripts)
    try:
        phone = Phone(page, sandbox.url)
        phone.enroll()
        assert "This phone is enrolled at Banco Aurora." in page.text
        phone.pay("12.50")
        assert "The payment is complete." in page.text and "R$12.50" in page.text
    finally:
        page.run_scripts(True)
    assert page.url == phone.url


def test_the_browsers_authenticator_enrolls_and_pays(toque, page):
    port = free_port()
    delays = ["--options-delay", "0s", "--result-delay", "0s"]
    with Simulator(toque, "--memory", "--port", port, "--device-page", *delays):
        url = f"http://localhost:{port}"
        phone = Phone(page, url, authenticator="browser")
        phone.to_registration()
        page.press("browser")
        assert "This phone is enrolled" in page.text, page.text
        page.press("pay")
        # An error is told by its name, and the step stays.
        page.verify_user(False)
        page.evaluate("document.querySelector('button[value=browser]').click()")
        page.until("document.getElementById('message').textContent.includes('NotAllowedError')")
        assert "Try again and approve." in page.text
        page.verify_user(True)
        page.press("browser")
        assert "The payment is complete." in page.text, page.text
        # Pasted options, with the passkeys of another relying party.
        page.open(f"{phone.url}/options")
        paste(page, {**REGISTRATION, "rp": {"id": "localhost", "name": "Loja"}})
        page.press("browser")
        assert json.loads(page.evaluate("document.getElementById('command').textContent"))["confirmation_data"]
        page.run_scripts(False)
        try:
            phone = Phone(page, url, authenticator="browser")
            phone.to_registration()
            assert "needs JavaScript" in page.text
        finally:
            page.run_scripts(True)


def test_a_declined_sheet_and_one_that_times_out_can_be_repeated(sandbox, page):
    phone = Phone(page, sandbox.url)
    phone.to_registration()
    for gesture in ["decline", "timeout"]:
        phone.follow()
        page.press(gesture)
        assert "NotAllowedError" in page.text and "Try again and approve." in page.text
    phone.follow()
    page.press("approve")
    phone.pay(gesture="timeout")
    assert "NotAllowedError" in page.text
    phone.follow()
    page.press("approve")
    assert "The payment is complete." in page.text


def test_presets_change_what_the_bank_receives(toque, page):
    with Simulator(toque, "--memory", "--port", 0, "--risk", "strict") as simulator:
        for preset, reason in [("rooted", "isRootedDevice"), ("emulated", "isEmulated")]:
            phone = Phone(page, simulator.url)
            phone.choose_signals(preset)
            phone.choose_bank()
            assert reason in json.dumps(events(simulator)), preset


def events(simulator):
    return Client(simulator.url).send("GET", "/_toque/events").json


def test_the_browsers_own_facts_are_sent(sandbox, page):
    page.resize(777, 555)
    phone = Phone(page, sandbox.url)
    phone.choose_signals("browser", "deny")
    phone.choose_bank()
    requests = Client(sandbox.url).send("GET", "/_toque/requests?limit=1000").json
    # The journal masks signals, and the phone's list shows what the journal shows.
    assert "screenDimensions" not in json.dumps(requests)
    stored = Client(sandbox.url).send("GET", "/_toque/state").json
    assert '"width": 777' in json.dumps(stored)


def paste(page, options):
    page.evaluate(f"document.querySelector('textarea[name=options]').value = {json.dumps(json.dumps(options))}")
    page.press("options")


def test_pasted_options_are_answered_and_sent_to_the_backend(sandbox, page):
    phone = Phone(page, sandbox.url)
    page.open(f"{phone.url}/options")
    paste(page, REGISTRATION)
    page.press("approve")
    body = json.loads(page.evaluate("document.getElementById('command').textContent"))
    identifier = body["confirmation_data"]["id"]
    with Receiver() as receiver:
        page.evaluate(f"document.querySelector('[name=backend]').value = {json.dumps(receiver.url)}")
        page.evaluate("document.querySelector('[name=header]').value = 'Authorization: Bearer abc'")
        page.press("send")
        [received] = receiver.wait(1)
    assert received.body == body and received.headers["Authorization"] == "Bearer abc"
    assert "200" in page.text and "Bearer abc" not in page.evaluate("document.documentElement.outerHTML")
    # The backend is gone now.
    page.press("send")
    assert "no_answer" in page.text and "send again" in page.text
    page.open(f"{phone.url}/options")
    paste(page, {"rpId": "belvo.com", "challenge": REGISTRATION["challenge"],
                 "allowCredentials": [{"type": "public-key", "id": identifier}]})  # fmt: skip
    page.press("approve")
    body = json.loads(page.evaluate("document.getElementById('command').textContent"))
    assert body["assertion"]["id"] == identifier and body["risk_signals"]["deviceId"]


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_name_stays_text(sandbox, page, kind):
    page.resize(360, 800)
    phone = Phone(page, sandbox.url, HOSTILE[kind])
    for url in [phone.url, f"{phone.url}/options", phone.home]:
        page.open(url)
        assert page.evaluate("document.querySelectorAll('script:not([src]):not([type]), img').length") == 0
        shown = f"[...document.querySelectorAll('bdi')].some((each) => each.textContent === {json.dumps(HOSTILE[kind])})"
        assert page.evaluate(shown)
        assert unaccessible(page) == []


def test_a_name_of_10000_characters_is_refused_by_a_page(sandbox, page):
    page.resize(360, 800)
    Phone(page, sandbox.url, "x" * 10_000)
    assert "The name needs 1 to 140 characters." in page.text
    assert unaccessible(page) == []


@pytest.mark.parametrize("width, theme", FORMS)
def test_every_page_of_the_phone_is_accessible(sandbox, page, width, theme):
    page.resize(width, 800)
    phone = Phone(page, sandbox.url)

    languages = ["pt-BR", "es", "en"]
    turns = itertools.cycle(languages)

    def check(*urls):
        for url in urls or [page.url]:
            # Long texts need room on a narrow screen: there, each page is looked at in each language.
            look(url, *(languages if width == 360 else [next(turns)]))
        page.open(urls[0] if urls else page.url)

    def look(url, *languages):
        for language in languages:
            page.open(f"{url}{'&' if '?' in url else '?'}lang={language}&theme={theme}")
            page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
            assert unaccessible(page) == [], (url, language)
            assert page.evaluate("document.querySelectorAll('h1').length") == 1

    check(phone.home, f"{phone.home}/unknown", f"{phone.url}/options")
    page.open(phone.url)
    check()
    phone.choose_signals()
    check()
    phone.choose_bank()
    check()
    phone.follow()
    page.press("approve")
    check(phone.url)
    check(f"{phone.url}?ask=1")
    page.press("decline")
    check(phone.url)
    phone.follow()
    page.press("approve")
    check(phone.url)
    phone.pay()
    check(phone.url)
    page.open(f"{phone.url}/options")
    paste(page, REGISTRATION)
    assert unaccessible(page) == []
    page.press("approve")
    assert unaccessible(page) == []


def test_the_keyboard_alone_registers(sandbox, page):
    phone = Phone(page, sandbox.url)
    phone.to_registration()
    phone.follow()
    # The sheet is modal, so that Tab stays on it.
    assert page.evaluate("document.querySelector('dialog').matches(':modal')")
    for _ in range(5):
        if page.focused() == "approve":
            break
        page.tab()
    page.enter()
    assert "This phone is enrolled" in page.text


def test_a_page_of_another_site_can_use_no_phone(sandbox, page):
    phone = Phone(page, sandbox.url)
    client = Client(sandbox.url)
    path = urllib.parse.urlsplit(phone.url).path
    form = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"}
    for headers in [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}]:
        answer = client.send("POST", f"{path}/remove", b"", form | headers)
        assert answer.status == 403, headers
    assert client.send("GET", path).status == 200


def test_a_sandbox_that_was_reset_is_named(toque, page):
    with Simulator(toque, "--memory", "--port", 0, "--options-delay", "0s", "--result-delay", "0s") as simulator:
        phone = Phone(page, simulator.url)
        phone.enroll()
        assert Client(simulator.url).send("POST", "/_toque/reset", {}).status in (200, 204)
        page.open(phone.url)
        assert "The sandbox was reset" in page.text
        page.press("again")
        phone.enroll()
        assert "This phone is enrolled" in page.text


def test_contradictory_options_are_refused(toque):
    for arguments, problem in [
        (["--port", 0], "--port N"),
        (["--port", 8420, "--rp-id", "belvo.com"], "excludes --rp-id"),
        (["--port", 8420, "--origin", "https://localhost"], "excludes --origin"),
        (["--provider", "yuno"], "requires --provider biometric-pix"),
        (["--listen", "0.0.0.0:8420", "--no-control"], "requires an address of loopback"),
    ]:
        result = toque.run("simulate", "--memory", "--device-page", *map(str, arguments))
        assert result.returncode == 2 and problem in result.stderr, result.stderr
