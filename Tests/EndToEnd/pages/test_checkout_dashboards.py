"""The dashboard over the checkout providers: every view that links lead to, with a merchant's hostile texts."""

import itertools
import json
import urllib.parse

import pytest

import browser
from api_client import Client
from browser import Browser
from crawling import crawl, kind_of
from ecommpay_sandbox import Ecommpay
from merchant_texts import page_with
from page_checks import HOSTILE, faults
from placetopay_sandbox import PlacetoPay
from takeme_sandbox import TakeMe
from yuno_sandbox import Yuno

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]

VIEWS = {"objects", "objects/*", "requests", "requests/*", "webhooks", "deliveries/*", "events", "ceremonies",
         "ceremonies/*", "inspect", "pytest"}  # fmt: skip


@pytest.fixture(scope="module")
def page():
    with Browser() as page:
        yield page


@pytest.mark.parametrize("provider", [Ecommpay, PlacetoPay, TakeMe, Yuno], ids=lambda provider: provider.provider)
def test_every_view_is_accessible_and_keeps_a_merchants_texts_as_texts(toque, page, provider):
    with provider.open(toque) as sandbox:
        for text in HOSTILE.values():
            sandbox.approve(page_with(sandbox, text))
            sandbox.advance(1)
            Client(sandbox.url, key=None).send("GET", f"/{urllib.parse.quote(text)}", None, {"X-Toque-Scenario": "<img src=x>"})
        for event in [each["name"] for each in sandbox.control("GET", "")["triggers"]][:3]:
            sandbox.control("POST", "trigger", {"event": event})
        addresses = crawl(sandbox.url, page, limit=2)
        views = {kind_of(address)[0].removeprefix("/_toque/view/") for address in addresses}
        assert VIEWS <= views
        view = f"{sandbox.url}/_toque/view"
        addresses += [f"{view}/objects/nothing", f"{view}/objects?search=nothing", f"{view}/requests?status=nothing"]
        # test_every_page.py looks at each template in every form: here, each address has one.
        forms = itertools.cycle(itertools.product([(360, "dark"), (1280, "light"), (360, "light")], ["pt-BR", "en", "es"]))
        wrong = {}
        for address, ((width, theme), language) in zip(addresses, forms):
            page.resize(width, 800)
            found = faults(page, address, language, theme)
            if found:
                wrong[address, width, theme, language] = found
        assert wrong == {}, json.dumps({str(key): value for key, value in wrong.items()}, indent=1)
