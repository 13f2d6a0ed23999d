"""Selenium's virtual authenticators by `toque browser proxy`, in front of ChromeDriver and WebKitWebDriver."""

import json
import shutil

import pytest
import webauthn

from authenticator_service import Proxy
from drivers import Display, Driver, mini_browser
from engines import Failed, asynchronous, result
from page_calls import CHALLENGE, allow, create, creation, decode, get, retrieval

pytestmark = pytest.mark.extended

DRIVERS = {"chromium": ["chromedriver"], "firefox": ["geckodriver"], "webkit": ["WebKitWebDriver", "Xvfb"]}
# What no package of Debian 12 has.
FOREIGN = {"geckodriver"}


def options_of(name):
    from selenium import webdriver

    if name == "chromium":
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        return options
    if name == "firefox":
        options = webdriver.FirefoxOptions()
        options.add_argument("-headless")
        return options
    options = webdriver.WebKitGTKOptions()
    options.binary_location = mini_browser()
    options.add_argument("--automation")
    return options


@pytest.fixture(scope="module", params=DRIVERS)
def selenium(request, toque):
    """A remote browser behind the proxy."""
    from selenium import webdriver

    for program in DRIVERS[request.param]:
        if not shutil.which(program):
            pytest.skip(f"{program} is not {'in Debian' if program in FOREIGN else 'installed'}")
    options = options_of(request.param)
    # A capability of the proxy's own, which WebKitWebDriver does not know.
    options.set_capability("webauthn:virtualAuthenticators", True)
    with Display() as display, Driver(DRIVERS[request.param][0], environment=display.environment) as driver:
        with Proxy(toque, driver) as proxy:
            remote = webdriver.Remote(proxy.url, options=options)
            yield remote
            remote.quit()


@pytest.fixture
def page(selenium, site):
    from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

    selenium.get(site.origin)
    selenium.add_virtual_authenticator(VirtualAuthenticatorOptions(
        protocol=VirtualAuthenticatorOptions.Protocol.CTAP2, transport=VirtualAuthenticatorOptions.Transport.INTERNAL,
        has_resident_key=True, has_user_verification=True, is_user_verified=True))
    yield selenium
    selenium.remove_virtual_authenticator()


def run(page, script):
    return result(page.execute_async_script(f"const done = arguments[0]; {asynchronous(script)}.then(done)"))


def test_the_proxy_has_the_capability(selenium):
    assert selenium.capabilities["webauthn:virtualAuthenticators"] is True


def test_a_passkey_registers_and_signs_after_a_navigation(page, site):
    made = run(page, create(creation(authenticatorSelection={"residentKey": "required"})))
    registration = webauthn.verify_registration_response(
        credential=made, expected_challenge=decode(CHALLENGE), expected_rp_id="localhost",
        expected_origin=site.origin, require_user_verification=True)
    assert registration.aaguid == "4e07fae8-54f0-44b0-97f9-1477" "8d2b29a2", "another authenticator than Toque's"
    page.get(f"{site.origin}/?again")
    signed = run(page, get(retrieval(allowCredentials=allow(made))))
    webauthn.verify_authentication_response(
        credential=signed, expected_challenge=decode(CHALLENGE), expected_rp_id="localhost",
        expected_origin=site.origin, credential_public_key=registration.credential_public_key,
        credential_current_sign_count=registration.sign_count, require_user_verification=True)


def test_selenium_reads_removes_and_adds_the_credentials(page):
    made = run(page, create(creation(authenticatorSelection={"residentKey": "required"})))
    [credential] = page.get_credentials()
    assert (credential.id.rstrip("="), credential.is_resident_credential, credential.rp_id) == (made["id"], True, "localhost")
    page.remove_credential(credential.id)
    assert page.get_credentials() == []
    page.add_credential(credential)
    found = run(page, get(retrieval()))
    assert found["id"] == made["id"]
    assert decode(found["response"]["userHandle"]) == b"user"
    page.remove_all_credentials()
    assert page.get_credentials() == []


def test_a_user_who_is_not_verified_gets_an_error(page):
    page.set_user_verified(False)
    required = {"userVerification": "required"}
    assert run(page, f"try {{ {create(creation(authenticatorSelection=required))} }} catch (error) {{ return error.name }}") == "NotAllowedError"
    page.set_user_verified(True)
    assert run(page, create(creation(authenticatorSelection=required)))["type"] == "public-key"


def test_the_script_is_in_a_new_window(page, site):
    first = page.current_window_handle
    page.switch_to.new_window("tab")
    page.get(site.origin)
    made = run(page, create(creation()))
    page.close()
    page.switch_to.window(first)
    assert run(page, get(retrieval(allowCredentials=allow(made))))["id"] == made["id"]


def wait_for(page, script):
    """Returns what a script returns once it is true; the proxy carries calls between these commands."""
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(page, 60, poll_frequency=0.05).until(lambda page: page.execute_script(script))


def test_a_page_whose_policy_forbids_requests_is_served_between_commands(page, site):
    page.get(f"{site.origin}/strict")
    page.execute_script(
        f"{asynchronous(create(creation()))}.then((made) => {{ window.made = made }})")
    made = result(wait_for(page, "return window.made"))
    page.execute_script(
        f"{asynchronous(get(retrieval(allowCredentials=allow(made))))}.then((found) => {{ window.found = found }})")
    assert result(wait_for(page, "return window.found"))["id"] == made["id"]
    # The driver does nothing beside a command that itself waits for the page.
    with pytest.raises(Failed, match="while execute_async runs") as failed:
        run(page, create(creation()))
    assert failed.value.name == "UnknownError"


def test_a_page_cannot_call_in_the_name_of_another_origin(page, site):
    page.get(f"{site.origin}/strict")
    options = creation(rp={"name": "Bank", "id": "bank.example"})
    call = json.dumps({"method": "create", "id": "1", "origin": "https://bank.example", "options": options})
    is_made = page.execute_script(
        "let taken = [{ id: '1', body: arguments[0] }];"
        "const exchange = (answers) => { (window.answers ??= []).push(...answers); const calls = taken; taken = [];"
        " return { origin: 'https://bank.example', taken: calls, delivered: answers.map(({ id }) => id) } };"
        "const frame = document.createElement('iframe'); document.body.append(frame);"
        "return Reflect.defineProperty(frame.contentWindow, Symbol.for('toque.webauthn.carrier'), { value: { exchange } })",
        call)
    if not is_made:  # The proxy's script was there first, as with ChromeDriver.
        return
    page.switch_to.frame(0)
    answer = json.loads(wait_for(page, "return parent.answers?.[0]?.body"))
    page.switch_to.default_content()
    assert answer["error"]["message"].startswith('pages of "null" may not use the service')


def test_a_dialog_stays_open_for_the_test(page, site):
    page.get(site.origin)
    page.execute_script("const button = document.createElement('button'); button.id = 'ask'; document.body.append(button);"
                        "button.textContent = 'Ask'; button.onclick = () => { window.said = confirm('Sure?') }")
    page.find_element("id", "ask").click()
    dialog = page.switch_to.alert
    assert dialog.text == "Sure?"
    dialog.accept()
    assert page.execute_script("return window.said") is True
