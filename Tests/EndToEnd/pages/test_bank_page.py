"""The bank's page in Chromium: for phones and desks, in both themes and three languages, by keyboard, without
JavaScript, with hostile texts, and against pages of other sites."""

import itertools
import json
import urllib.parse

import pytest

import browser
from api_client import Client, callback_parameters
from browser import Browser
from page_checks import FORMS, HOSTILE, commands, origin, run, shop, unaccessible, without_language
from request_bodies import INSTITUTION, enrollment_body
from simulator import Simulator

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]

@pytest.fixture(scope="module")
def sandbox(toque):
    with Simulator(toque, "--memory", "--port", 0) as simulator:
        yield Bank(simulator.url)


@pytest.fixture(scope="module")
def page():
    with Browser() as page:
        yield page


class Bank:
    def __init__(self, url):
        self.url = url
        self.client = Client(url)

    def enroll(self, name="Pixel 8 de Ana", scenario=None, callback=None):
        """Returns the id of a new enrollment, and the address of the bank's page."""
        body = enrollment_body()
        body["details"]["name"] = name
        if callback:
            body["details"]["callback_url"] = callback
        answer = self.client.send("POST", "/enrollments/", body, {"X-Toque-Scenario": scenario} if scenario else None)
        assert answer.status == 201, answer.content
        return answer.json["id"], answer.json["details"]["redirect_url"]

    def enrollment(self, identifier):
        return self.client.send("GET", f"/enrollments/{identifier}/").json


@pytest.mark.parametrize("width, theme", FORMS)
def test_every_page_of_the_bank_is_accessible(sandbox, page, width, theme):
    page.resize(width, 800)
    pages = {"open": sandbox.enroll()[1]}
    register_second_account(sandbox)
    pages["two accounts"] = sandbox.enroll()[1]
    pages["testers"] = sandbox.enroll(scenario="enrollment.rejected_by_user")[1]
    pages["bank down"] = sandbox.enroll(scenario="institution_down")[1]
    identifier, pages["withdrawn"] = sandbox.enroll()
    assert sandbox.client.send("POST", f"/_toque/objects/{identifier}/revoke", {}).status == 200
    pages["used"] = sandbox.enroll()[1]
    sandbox.client.decide(pages["used"], "approve")
    identifier, pages["failed"] = sandbox.enroll()
    answer = sandbox.client.send("POST", f"/_toque/objects/{identifier}/decline", {"error": "server_error"})
    assert answer.status == 200, answer.content
    pages["expired"] = sandbox.enroll()[1]
    address = urllib.parse.urlsplit(pages["expired"])
    sandbox.client.send("POST", f"{address.path}/expire", b"")
    pages["unknown"] = f"{sandbox.url}/bank/authorize/AAAA?"
    pages["sandbox"] = f"{sandbox.url}/?"
    for (name, url), language in itertools.product(pages.items(), ["pt-BR", "en", "es"]):
        page.open(f"{url}&lang={language}&theme={theme}")
        page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
        assert unaccessible(page) == [], (name, language)
        assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == [
            language, theme,
        ]  # fmt: skip
        assert page.evaluate("document.querySelectorAll('h1').length") == 1


def register_second_account(sandbox):
    holder = {"name": "Ana Exemplo", "identifier": "12345678909"}
    details = {"agency": "0007", "number": "8812035", "account_type": "SAVINGS"}
    body = {"institution": INSTITUTION, "holder": holder, "details": details}
    assert sandbox.client.send("POST", "/bank-accounts/", body).status == 201


def test_the_primary_button_is_as_wide_as_a_phones_card(sandbox, page):
    page.resize(360, 740)
    page.open(sandbox.enroll()[1])
    button, card = (
        page.evaluate(f"(({{width, height}}) => [width, height])(document.querySelector('{each}').getBoundingClientRect())")
        for each in ("button[value=approve]", ".card")
    )
    assert button[0] > 0.8 * card[0] and button[1] >= 44
    assert page.evaluate("getComputedStyle(document.querySelector('button[value=approve]')).backgroundColor") != (
        page.evaluate("getComputedStyle(document.querySelector('button[value=decline]')).backgroundColor")
    )


def test_the_enrollment_is_for_the_chosen_account(sandbox, page):
    register_second_account(sandbox)
    with shop() as server:
        identifier, url = sandbox.enroll(callback=f"{origin(server)}/return")
        page.open(url)
        page.evaluate("[...document.querySelectorAll('label.choice')].find((each) => each.textContent.includes('2035')).click()")
        page.press("approve")
    assert sandbox.enrollment(identifier)["details"]["payer_information"]["bank_account"]["number"] == "*****2035"


def test_choices_of_language_and_theme_are_remembered(sandbox, page):
    url = sandbox.enroll()[1]
    page.open(f"{url}&lang=es&theme=dark")
    page.open(url)
    assert "Rechazar" in page.text
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.open(f"{url}&theme=system")
    page.open(url)
    assert page.evaluate("'theme' in document.documentElement.dataset") is False
    page.open(f"{url}&lang=pt-BR")


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
@pytest.mark.parametrize("key, decided", [("approve", "code"), ("decline", "error")])
def test_the_keyboard_alone_decides(sandbox, page, scripts, key, decided):
    with shop() as server:
        _, url = sandbox.enroll(callback=f"{origin(server)}/return")
        page.run_scripts(scripts)
        try:
            page.open(url)
            for _ in range(40):
                page.tab()
                if page.focused() == key:
                    break
            else:
                raise AssertionError("the button cannot be reached by Tab")
            page.enter()
        finally:
            page.run_scripts(True)
        assert decided in callback_parameters(server.asked[0])


def test_a_tester_chooses_an_error_and_lets_the_time_run_out(sandbox, page):
    with shop() as server:
        identifier, url = sandbox.enroll(callback=f"{origin(server)}/return")
        page.open(url)
        page.evaluate("document.querySelector('details').open = true")
        page.press("temporarily_unavailable")
        assert callback_parameters(server.asked[0])["error"] == "temporarily_unavailable"
    identifier, url = sandbox.enroll()
    page.open(f"{url}&lang=en")
    page.press("now")
    assert "The time for this request is over." in page.text
    assert sandbox.enrollment(identifier)["status_reason_code"] == "redirection_to_institution_failed"


def test_the_fold_for_testers_has_the_command_of_each_button(toque, sandbox, page, tmp_path):
    sandbox.client.send("POST", "/_toque/keys", {"id": "second", "secret": "a-long-secret"})
    of_second = Bank(sandbox.url)
    of_second.client = Client(sandbox.url, key="second:a-long-secret")
    page.open(sandbox.enroll()[1])
    assert not any("--tenant" in each for each in commands(page))
    page.open(of_second.enroll()[1])
    buttons = page.evaluate(
        "[...document.querySelectorAll('button[name=decision], details button[name]')].map((each) => each.value)"
    )
    assert len(commands(page)) == len(buttons) + 1
    # Each command runs on an enrollment of its own.
    for index, value in enumerate(buttons):
        identifier, url = of_second.enroll()
        page.open(url)
        _, *all_commands = commands(page)
        text = all_commands[index]
        assert identifier in text and "--tenant second" in text
        assert (value if value != "now" else "expire") in text
        run(toque, text, tmp_path)
        answer = of_second.client.send("GET", urllib.parse.urlsplit(url).path, None, {"Accept": "text/html"})
        assert answer.status in (409, 410), value
    # The scenario's name is to be typed. The link has the tenant's id, which is no secret.
    identifier, url = of_second.enroll()
    page.open(url)
    run(toque, commands(page)[0].replace("NAME", "enrollment.rejected_by_user"), tmp_path)
    page.open(url)
    assert "rejected_by_user" in page.evaluate("document.querySelector('details').textContent")
    link = page.evaluate("document.querySelector('details a').href")
    assert link == f"{sandbox.url}/_toque/view/objects/{identifier}?tenant=second"


def test_a_scenario_without_a_translation_says_that_it_is_in_english(sandbox, page):
    [summary] = [
        each["summary"]
        for each in sandbox.client.send("GET", "/_toque/scenarios").json["scenarios"]
        if each["name"] == "enrollment.revoked"
    ]
    page.open(sandbox.enroll(scenario="enrollment.revoked")[1] + "&lang=pt-BR")
    assert summary in page.evaluate("document.body.textContent")
    assert without_language(page, [summary]) == []


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_name_stays_text(sandbox, page, kind):
    page.resize(360, 800)
    name = HOSTILE[kind]
    page.open(sandbox.enroll(name)[1])
    assert page.evaluate("document.querySelectorAll('script:not([src]):not([type]), img').length") == 0
    # Chromium shows the name as it is, in an element that isolates its direction.
    assert page.evaluate(
        "[...document.querySelectorAll('bdi')].some((each) => each.textContent === " + json.dumps(name) + ")"
    )
    assert unaccessible(page) == []


def test_a_page_of_another_site_can_neither_decide_nor_frame(sandbox, page):
    identifier, url = sandbox.enroll()
    forge = (
        f'<form method="post" action="{url}"><button name="decision" value="approve">Win</button></form>'
        f'<iframe src="{url}"></iframe>'
    )
    with shop(forge.encode()) as server:
        # The visitor has been at the bank, so that the browser has its cookies.
        page.open(url)
        page.open(origin(server))
        framed = page.evaluate("(() => { try { return frames[0].document.body.innerText } catch { return '' } })()")
        assert "Aurora" not in framed
        page.press("approve")
    assert page.evaluate("document.querySelector('#decision')") is None
    assert sandbox.enrollment(identifier)["details"]["status"] == "AWAITING_ACCOUNT_HOLDER_VALIDATION"
    assert sandbox.client.send("GET", urllib.parse.urlsplit(url).path).status == 200
