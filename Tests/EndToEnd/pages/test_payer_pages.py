"""The pages of the checkout providers' payers in Chromium: in both themes and three languages, by keyboard without
JavaScript, with a merchant's hostile texts, and against pages of other sites."""

import itertools
import json
import urllib.parse

import pytest

import browser
from browser import Browser
from ecommpay_sandbox import Ecommpay
from keyboard import Keyboard
from merchant_texts import page_with
from page_checks import HOSTILE, origin, shop, unaccessible
from payment_stages import STAGES
from placetopay_sandbox import PlacetoPay
from takeme_sandbox import TakeMe
from yuno_sandbox import Yuno

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]

# The stages in which a payer is asked, each with a page of its own.
ASKED = {
    Ecommpay: ["at the issuer", "on the Payment Page"],
    PlacetoPay: ["open", "paid in part"],
    TakeMe: ["pending"],
    Yuno: ["code shown", "at the issuer", "redirected"],
}
LONG = "W" * 10_000
# A language changes only the texts, a theme only the colors and a width only the layout: these show all of each.
FORMS = [("pt-BR", "dark", 360), ("en", "light", 1280), ("es", "dark", 360)]


@pytest.fixture(scope="module")
def page():
    with Browser() as page:
        yield page


@pytest.fixture(scope="module", params=ASKED, ids=lambda provider: provider.provider)
def sandbox(request, toque):
    """A sandbox whose payers have passkeys."""
    with request.param.open(toque) as sandbox:
        yield sandbox


def begin(sandbox, stage=None):
    return STAGES[type(sandbox)][stage or ASKED[type(sandbox)][0]].begin(sandbox)


def status(sandbox, at):
    return sandbox.control("GET", f"objects/{at.payment}")["status"]


def view(page, url, language="en", theme="light", width=1280):
    page.resize(width, 800)
    page.open(f"{url}{'&' if '?' in url else '?'}lang={language}&theme={theme}")


def test_every_page_is_accessible(sandbox, page):
    pages = {stage: begin(sandbox, stage).page for stage in ASKED[type(sandbox)]}
    notices = {}
    used = begin(sandbox)
    sandbox.approve(used.page)
    notices["used"] = used.page
    withdrawn = begin(sandbox)
    sandbox.action("expire", withdrawn.payment)
    notices["withdrawn"] = withdrawn.page
    address = urllib.parse.urlsplit(pages[ASKED[type(sandbox)][0]])
    handle = address.path.rsplit("/", 1)[1]
    notices["unknown"] = address._replace(path=address.path.replace(handle, "0" * len(handle))).geturl()
    late = begin(sandbox)
    seconds, _ = STAGES[type(sandbox)][ASKED[type(sandbox)][0]].clock or (600, None)
    # The other pages are looked at first: their time is over as well then.
    wrong = {}
    for name, url in pages.items():
        for form in FORMS:
            view(page, url, *form)
            if found := unaccessible(page):
                wrong[name, form] = found
            assert page.evaluate("document.querySelectorAll('form#decision button').length") >= 2, name
    sandbox.advance(seconds + 1)
    notices["expired"] = late.page
    for (name, url), form in zip(notices.items(), itertools.cycle(FORMS)):
        view(page, url, *form)
        if found := unaccessible(page):
            wrong[name, form] = found
        assert page.evaluate("[document.querySelectorAll('h1').length, document.querySelector('form')]") == [1, None], name
    assert wrong == {}
    said = {}
    for name, url in notices.items():
        view(page, url)
        said[name] = page.evaluate("document.querySelector('.lead').innerText")
    assert said["unknown"] == "This address leads to no payment."
    assert "decided already" in said["used"]
    assert "time for this payment is over" in said["expired"]


def test_without_javascript_a_page_says_what_a_passkey_needs_and_declines(sandbox, page):
    at = begin(sandbox)
    page.run_scripts(False)
    try:
        view(page, at.page)
        assert "A passkey needs JavaScript." in page.text
        Keyboard(page).use("button[value=decline]", " ")
    finally:
        page.run_scripts(True)
    assert "declined" in page.text


def test_the_keyboard_alone_approves_without_javascript(sandbox, toque, page):
    provider = type(sandbox)
    approved = STAGES[provider][ASKED[provider][0]].changes["approve"].status
    with provider.open(toque, "--authorization", "button") as of_buttons:
        at = begin(of_buttons)
        page.run_scripts(False)
        try:
            view(page, at.page)
            assert "JavaScript" not in page.text
            Keyboard(page).use("button[value=approve]")
        finally:
            page.run_scripts(True)
        assert "approved" in page.text
        assert of_buttons.word(at.payment) == approved


@pytest.mark.parametrize("kind", [*HOSTILE, "longest"])
def test_a_merchants_hostile_text_stays_text(sandbox, page, kind):
    text = "W" * 255 if kind == "longest" else HOSTILE[kind]
    url = page_with(sandbox, text)
    view(page, url, width=360)
    assert page.evaluate("document.querySelectorAll('script:not([src]):not([type]), img').length") == 0
    shown = text[:32] if isinstance(sandbox, PlacetoPay) else text
    assert page.evaluate(f"[...document.querySelectorAll('bdi')].some((each) => each.textContent === {json.dumps(shown)})")
    assert unaccessible(page) == []
    # What the page of the payment shows of it in the dashboard.
    newest = sandbox.control("GET", "objects?limit=1")["objects"][0]["id"]
    view(page, f"{sandbox.url}/_toque/view/objects/{urllib.parse.quote(str(newest), safe='')}", width=360)
    page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true })")
    assert page.evaluate("document.querySelectorAll('script:not([src]):not([type]), img').length") == 0
    assert unaccessible(page) == []


def test_a_text_of_10000_characters_is_refused(sandbox):
    before = sandbox.control("GET", "summary")["objects"]
    status, answer = {
        Ecommpay: lambda: sandbox.open_session(sandbox.options(payment_description=LONG)),
        PlacetoPay: lambda: sandbox.post("", **sandbox.order() | {"userAgent": LONG}),
        TakeMe: lambda: (lambda answer: (answer.status, answer.json))(sandbox.create(description=LONG)),
        Yuno: lambda: sandbox.merchant("POST", "checkout/sessions", sandbox.session_body(merchant_order_id=LONG)),
    }[type(sandbox)]()
    assert status == 400, answer
    assert LONG not in json.dumps(answer)
    assert sandbox.control("GET", "summary")["objects"] == before


def test_a_page_of_another_site_can_neither_decide_nor_frame(sandbox, page):
    at = begin(sandbox)
    before = status(sandbox, at)
    forge = (
        f'<form method="post" action="{at.page}"><button name="decision" value="decline">Win</button></form>'
        f'<iframe src="{at.page}"></iframe>'
    )
    with shop(forge.encode()) as server:
        page.open(at.page)
        # Of another site, and of another origin on the same host.
        own_host = urllib.parse.urlsplit(at.page).hostname
        for host in ({"127.0.0.1", "localhost"} - {own_host}).union({own_host}):
            page.open(origin(server).replace("127.0.0.1", host))
            framed = page.evaluate("(() => { try { return frames[0].document.body.innerText } catch { return '' } })()")
            assert "Loja Exemplo" not in framed
            page.evaluate(
                f"fetch({json.dumps(at.page)}, {{ method: 'POST', mode: 'no-cors', credentials: 'include',"
                " body: new URLSearchParams({ decision: 'decline' }) }).then(() => 'sent', () => 'refused')")
            page.press("decline")
            assert page.evaluate("document.querySelector('#decision')") is None
            assert status(sandbox, at) == before
    # The payer's own page still decides.
    view(page, at.page)
    page.press("decline")
    assert "The payment is declined." in page.text
