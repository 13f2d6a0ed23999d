"""Every page that links and forms lead to from the front door, with hostile texts in all that others can set."""

import itertools
import urllib.parse

import pytest

import axe
import browser
from api_client import Client
from browser import Browser
from crawling import crawl, kind_of
from page_checks import FORMS, HOSTILE, faults, without_language
from request_bodies import enrollment_body
from simulator import Simulator

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]

# All parts of a page: itself, its style sheet and its modules.
LIMIT = 100_000


@pytest.fixture(scope="module")
def sandbox(toque):
    """A sandbox in which others left hostile texts wherever they can."""
    with Simulator(toque, "--memory", "--port", 0) as simulator:
        client = Client(simulator.url)
        for text in HOSTILE.values():
            body = enrollment_body()
            body["details"]["name"] = text
            answer = client.send("POST", "/enrollments/", body)
            assert answer.status == 201, answer.content
            client.send("GET", f"/{urllib.parse.quote(text)}/?{urllib.parse.urlencode({text: text})}")
            client.send("POST", "/enrollments/", {text: text, "details": [text * 70]})
            client.send("GET", "/institutions/", None, {"User-Agent": urllib.parse.quote(text)})
            webhook = {"url": f"http://127.0.0.1:9/?{urllib.parse.urlencode({'text': text})}"}
            assert client.send("POST", "/_toque/webhooks", webhook).status in (200, 201)
        for event in ("payment.succeeded", "payment.failed"):
            assert client.send("POST", "/_toque/trigger", {"event": event}).status in (200, 201)
        yield simulator.url


@pytest.fixture(scope="module")
def page():
    with Browser() as page:
        yield page


@pytest.fixture(scope="module")
def addresses(sandbox, page):
    return crawl(sandbox, page)


def test_the_front_door_leads_to_every_view(sandbox, addresses):
    paths = {kind_of(address)[0] for address in addresses}
    wanted = {"objects", "objects/*", "ceremonies", "ceremonies/*", "requests", "requests/*", "webhooks", "events"}
    wanted |= {"inspect", "deliveries/*", "pytest"}
    assert {f"/_toque/view/{name}" for name in wanted} | {"/device"} <= paths


@pytest.mark.parametrize("width, theme", FORMS)
def test_every_page_is_accessible(addresses, page, width, theme):
    page.resize(width, 800)
    wrong = {}
    for address, language in zip(addresses, itertools.cycle(["pt-BR", "en", "es"])):
        found = faults(page, address, language, theme)
        if found:
            wrong[address] = found
    assert wrong == {}


def test_a_pale_text_is_found_each_time(sandbox, page):
    """The check of texts that have the same styles as earlier ones can fail."""
    page.open(f"{sandbox}/_toque/view")
    assert axe.violations(page) == []
    page.evaluate(
        "document.querySelector('main').append(Object.assign(document.createElement('p'), {textContent: 'pale'}));"
        "Object.assign(document.querySelector('main > p:last-child').style, {color: '#bbb', background: '#fff'})"
    )
    for _ in range(2):
        [found] = axe.violations(page)
        assert found.startswith("color-contrast: ") and "pale" in found


def test_english_texts_on_pages_of_another_language_say_so(sandbox, addresses, page):
    client = Client(sandbox)
    index = client.send("GET", "/_toque/").json
    english = [each["summary"] for each in client.send("GET", "/_toque/scenarios").json["scenarios"]]
    english += [each["summary"] for each in index["actions"]]
    english += [parameter["summary"] for each in index["actions"] for parameter in each["parameters"]]
    for ceremony in client.send("GET", "/_toque/ceremonies").json["ceremonies"]:
        english += filter(None, [ceremony["verdict"].get("message")])
    refused = [f"{sandbox}/_toque/view/{path}" for path in ("objects/none", "requests?status=no", "ceremonies/none")]
    english += [client.send("GET", f"/_toque/{path}").json["message"] for path in ("objects/none", "ceremonies/none")]
    wrong, seen = {}, ""
    for address in addresses + refused:
        page.open(f"{address}{'&' if '?' in address else '?'}lang=pt-BR")
        seen += page.evaluate("document.body.textContent")
        if found := without_language(page, english):
            wrong[address] = found
    assert wrong == {}
    # Something was looked for: scenarios and a refusal; what people press is translated.
    shown = {text for text in english if text in seen}
    assert english[0] in shown and english[-1] in shown and shown.isdisjoint(each["summary"] for each in index["actions"])


def test_every_page_weighs_little(addresses, page):
    heavy = {}
    for address in addresses:
        page.open(address)
        weight = page.evaluate(
            "fetch(location.href, {headers: {accept: 'text/html'}}).then((answer) => answer.text())"
            ".then((html) => new TextEncoder().encode(html).length + performance.getEntriesByType('resource')"
            ".filter((part) => part.initiatorType != 'fetch' && part.initiatorType != 'other')"
            ".reduce((sum, part) => sum + part.decodedBodySize, 0))"
        )
        if weight > LIMIT:
            heavy[address] = weight
    assert heavy == {}


def test_every_page_is_complete_without_javascript(addresses, page):
    """A page shows the same headings, tables and forms before its modules ran."""
    differs = {}
    count = "['h1', 'h2', 'form', 'table', 'button[name]'].map((name) => document.querySelectorAll(`main ${name}`).length)"
    for address in addresses:
        page.open(address)
        with_modules = page.evaluate(count)
        page.run_scripts(False)
        try:
            page.open(address)
            without = page.evaluate(count)
        finally:
            page.run_scripts(True)
        if any(few < many for few, many in zip(without, with_modules)):
            differs[address] = (without, with_modules)
    assert differs == {}
