"""Enrollment and payment by the pages of the bank and of the phone, in each browser, with Toque's script in the place of
its passkeys. The policy of these pages forbids requests to other origins, so that a binding or the proxy carries calls."""

import functools

import pytest

from api_client import Client
from authenticator_service import AuthenticatorService, Proxy, script_of
from engines import ENGINES, WebKit
from page_calls import decode
from phone_page import Phone
from simulator import Simulator, free_port

pytestmark = pytest.mark.extended
# Toque's: of the profile ios, and of WebDriver's virtual authenticators.
MODELS = {"c1a4c2ff2ba7477fb57d8113b18c0972", "4e07fae854f044b097f9" "14778d2b29a2"}


@pytest.fixture(scope="module")
def bank(toque):
    """The address of a sandbox whose bank takes the passkeys of its own page."""
    port = free_port()
    delays = ["--options-delay", "0s", "--result-delay", "0s"]
    with Simulator(toque, "--memory", "--port", port, "--device-page", *delays):
        yield f"http://localhost:{port}"


@pytest.fixture(scope="module", params=ENGINES)
def page(request, toque, bank):
    engine = ENGINES[request.param]
    if engine.missing:
        pytest.skip(engine.missing)
    if engine is WebKit:
        with WebKit("", functools.partial(Proxy, toque)) as page:
            # The proxy acts for pages from the first authenticator on.
            page.call("POST", f"{page.session}/webauthn/authenticator", {
                "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
                "isUserVerified": True})
            yield page
        return
    with AuthenticatorService(toque, "--origin", bank) as service:
        with engine(script_of(toque, service, "--binding", "toqueAnswer"), service.carry) as page:
            yield page


def listed(bank, path):
    return Client(bank).send("GET", f"/_toque/{path}").json[path.split("?")[0]]


def newest(bank, path):
    return listed(bank, f"{path}&limit=1")[0]


def test_a_phone_with_the_browsers_passkeys_enrolls_and_pays(page, bank):
    phone = Phone(page, bank, authenticator="browser")
    phone.to_registration()
    page.press("browser")
    assert "This phone is enrolled at Banco Aurora." in page.text
    page.press("pay")
    page.press("browser")
    assert "The payment is complete." in page.text
    assert page.url == phone.url
    assert newest(bank, "objects?kind=enrollment")["status"] == "SUCCEEDED"
    assert newest(bank, "objects?kind=payment_intent")["status"] == "SUCCEEDED"
    registered, signed = listed(bank, "ceremonies?limit=2")
    assert (registered["type"], signed["type"]) == ("registration", "authentication")
    assert {signed["verdict"]["verdict"], registered["verdict"]["verdict"]} == {"valid"}
    document = Client(bank).send("GET", f"/_toque/ceremonies/{registered['id']}").json["document"]
    statement = decode(document["response"]["response"]["attestationObject"])
    assert any(bytes.fromhex(model) in statement for model in MODELS), "another authenticator than Toque's answered"


def test_a_phone_with_toques_authenticator_enrolls_and_pays(page, bank):
    phone = Phone(page, bank)
    phone.enroll()
    assert "This phone is enrolled at Banco Aurora." in page.text
    phone.pay("12.50")
    assert "The payment is complete." in page.text and "R$12.50" in page.text
    assert newest(bank, "objects?kind=payment_intent")["status"] == "SUCCEEDED"
