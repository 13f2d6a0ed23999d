"""The payer's pages in a browser with its own passkeys."""

import json

import pytest

import axe
import browser
from browser import Browser
from ecommpay_sandbox import Ecommpay
from payment_stages import STAGES
from placetopay_sandbox import PlacetoPay
from takeme_sandbox import TakeMe
from yuno_sandbox import Yuno

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]


@pytest.mark.parametrize(
    "provider, stage, shown",
    [
        (Ecommpay, "at the issuer", ["Loja Exemplo", "US$19.99"]),
        (PlacetoPay, "open", ["Loja Exemplo", "100", "COP"]),
        (TakeMe, "pending", ["Loja Exemplo", "¥10"]),
        (Yuno, "code shown", ["Loja Exemplo", "BRL"]),
    ],
)
def test_chromium_approves_with_a_passkey(toque, provider, stage, shown):
    stage = STAGES[provider][stage]
    paid = stage.changes["approve"].status
    with provider.open(toque) as sandbox, Browser() as page:
        # The first visit registers the passkey, the second one uses it.
        for width in (360, 1280):
            at = stage.begin(sandbox)
            page.resize(width, 800)
            page.open(at.page)
            assert axe.violations(page) + page.policy_reports == []
            for text in shown:
                assert text in page.text
            page.press("approve")
            assert sandbox.word(at.payment) == paid
            assert len(page.passkeys) == 1
        # A passkey that does not verify its user signs nothing.
        page.verify_user(False)
        at = stage.begin(sandbox)
        page.open(at.page)
        page.evaluate("document.querySelector('button[value=approve]').click()")
        assert "NotAllowedError" in page.until("document.getElementById('message').textContent")
        assert sandbox.word(at.payment) != paid
        ceremonies = sandbox.control("GET", "ceremonies")["ceremonies"]
        assert [each["type"] for each in ceremonies] == ["registration", "authentication", "authentication"]
        assert {each["verdict"]["verdict"] for each in ceremonies} == {"valid"}
        kept = [sandbox.control("GET", f"ceremonies/{each['id']}")["document"] for each in ceremonies]
        judged = toque.run("verify", "-", stdin="\n".join(map(json.dumps, kept)))
        assert judged.returncode == 0, judged
        assert judged.stdout.count('"verdict":"valid"') == 3
