"""The dashboard's frame, overview and objects in Chromium: without JavaScript, with hostile texts, and against pages of
other sites."""

import json
import urllib.parse

import pytest

import browser
from browser import Browser
from dashboard_page import Sandbox, button, click, unfold
from page_checks import HOSTILE, command, origin, run, shop, unaccessible
from receiver import Receiver
from simulator import Simulator, free_port

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]

OVERVIEW = "/_toque/"
OBJECTS = "/_toque/view/objects"


@pytest.fixture(scope="module")
def sandbox(toque):
    with Simulator(toque, "--memory", "--port", 0, "--now", "2026-03-01T12:00:00Z") as simulator:
        yield Sandbox(simulator)


@pytest.fixture(scope="module")
def page():
    with Browser() as page:
        yield page


@pytest.fixture(autouse=True)
def as_new(sandbox):
    sandbox.request("POST", "/_toque/reset", {})


def test_an_empty_sandbox_shows_a_first_request(sandbox, page):
    page.open(f"{sandbox.url}/?lang=en")
    assert page.url.startswith(f"{sandbox.url}{OVERVIEW}")
    assert f"curl -u ID:SECRET {sandbox.url}/institutions/" in page.text
    sandbox.request("GET", "/institutions/")
    page.open(f"{sandbox.url}{OVERVIEW}")
    assert "curl" not in page.text and "GET /institutions/" in page.text


def test_the_control_bar_sets_the_scenario(sandbox, page):
    page.open(sandbox.url + OBJECTS)
    page.evaluate("document.querySelector('.bar input[name=scenario]').value = 'payment.insufficient_funds'")
    click(page, button("scenario/set"))
    assert page.url == sandbox.url + OBJECTS
    assert sandbox.request("GET", "/_toque/scenarios")["default"] == "payment.insufficient_funds"
    assert "toque sandbox scenario set payment.insufficient_funds" in page.evaluate("document.body.textContent")
    click(page, button("scenario/clear"))
    assert sandbox.request("GET", "/_toque/scenarios")["default"] is None


def test_the_control_bar_moves_the_clock(sandbox, page):
    sandbox.trigger("enrollment.pending")
    page.open(sandbox.url + OVERVIEW)
    assert page.evaluate("getComputedStyle(document.querySelector('.clock.frozen')).borderInlineStartWidth") == "6px"
    click(page, "button[name=to]")
    assert sandbox.clock()["now"] == "2026-03-01T12:15:00.000000Z"
    click(page, "form:has(input[name=by]) button")
    assert sandbox.clock()["now"] == "2026-03-01T12:20:00.000000Z"
    click(page, button("clock/run"))
    assert not sandbox.clock()["frozen"]
    click(page, button("clock/freeze"))
    assert sandbox.clock()["frozen"]


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_saved_state_comes_back(sandbox, page, tmp_path, scripts):
    identifier = sandbox.trigger("enrollment.failed")
    page.open(sandbox.url + OVERVIEW)
    saved = page.evaluate("fetch(document.querySelector('a[download]').href).then((answer) => answer.text())")
    # Larger than any other form.
    file = tmp_path / "state of é.json"
    file.write_text(saved + " " * 300_000)
    click(page, button("reset"))
    assert sandbox.request("GET", "/_toque/summary")["objects"] == []
    page.run_scripts(scripts)
    try:
        page.open(sandbox.url + OVERVIEW)
        page.choose("input[name=file]", file)
        click(page, button("load"))
    finally:
        page.run_scripts(True)
    assert sandbox.status(identifier) == "FAILED"
    click(page, button("reset"))
    page.evaluate(f"document.querySelector('textarea[name=state]').value = {json.dumps(saved)}")
    click(page, button("load"))
    assert sandbox.status(identifier) == "FAILED"


def test_a_search_finds_an_object_and_its_page_approves(sandbox, page):
    identifier = sandbox.trigger("enrollment.pending", external_id="order-7")
    sandbox.trigger("enrollment.pending", external_id="order-8")
    page.open(sandbox.url + OBJECTS)
    page.evaluate("document.querySelector('input[name=search]').value = 'order-7'")
    click(page, ".filters button")
    links = page.evaluate("[...document.querySelectorAll('tbody a')].map((each) => each.textContent)")
    assert links == [identifier]
    click(page, "tbody a")
    assert "The time to decide at the bank ends in 15:00" in page.text
    click(page, "button[value=approve]")
    assert "code=" in page.evaluate("document.querySelector('.notice.ok code').textContent")
    events = sandbox.request("GET", f"/_toque/events?object={identifier}")["events"]
    assert [each["data"]["to"] for each in events] == ["awaiting_decision", "approved"]


def test_an_object_leads_to_its_lists_and_its_ceremony_unfolds(sandbox, page):
    identifier = sandbox.trigger("enrollment.succeeded")
    sandbox.trigger("enrollment.succeeded")
    url = f"{sandbox.url}{OBJECTS}/{identifier}"
    page.open(f"{url}?lang=en")
    targets = page.evaluate("[...document.querySelectorAll('main nav.buttons a')].map((each) => each.href)")
    assert len(targets) == 5
    for target in targets:
        page.open(target)
        assert identifier in page.evaluate("document.querySelector('main').innerHTML"), target
    page.open(url)
    page.evaluate("document.querySelector('[data-lane=\"5\"] summary').click()")
    facts = page.evaluate("document.querySelector('[data-lane=\"5\"] dl').innerText").split("\n")
    facts = [each for each in facts if each]
    assert dict(zip(facts[::2], facts[1::2])) == {
        "Verdict": "valid", "RP ID": "belvo.com", "Flags": "UP UV AT", "Counter": facts[-1]}  # fmt: skip
    assert facts[-1].isdigit()


def test_the_time_that_is_left_counts_down_with_the_sandbox_clock(sandbox, page):
    identifier = sandbox.trigger("enrollment.pending")
    left = "document.querySelector('.ghost summary time').textContent"
    page.open(f"{sandbox.url}{OBJECTS}/{identifier}?lang=pt-BR")
    assert page.evaluate(left) == "15:00"
    assert "O prazo para decidir no banco termina em" in page.text
    # The module shows what the server says, and a frozen clock stands.
    assert page.evaluate("document.querySelector('.ghost time').dataset.seconds ?? null") is None
    sandbox.request("POST", "/_toque/clock/run", {})
    page.open(f"{sandbox.url}{OBJECTS}/{identifier}")
    page.until(f"/^14:[0-5]\\d$/.test({left})")
    before = page.evaluate(left)
    page.until(f"{left} !== {json.dumps(before)}")
    assert page.evaluate(left) < before
    sandbox.request("POST", "/_toque/clock/freeze", {})


def test_a_stopped_sandbox_is_noticed_and_nothing_typed_is_lost(toque, page):
    with Simulator(toque, "--memory", "--port", free_port()) as simulator:
        page.open(f"{simulator.url}{OBJECTS}?lang=en")
        typed = "document.querySelector('input[name=search]')"
        page.evaluate(f"{typed}.value = 'order-7'")
        assert page.evaluate("document.querySelector('[data-lost]').hidden")
        simulator.kill()
        # A form waits for the sandbox at once, and a page without one notices by itself.
        page.evaluate("document.querySelector('.filters button').click()")
        page.until("!document.querySelector('[data-lost]').hidden")
        assert page.evaluate("document.activeElement.hasAttribute('data-lost')")
        assert page.evaluate(f"{typed}.value") == "order-7"
        assert unaccessible(page) == []
        simulator.start()
        page.until("document.querySelector('[data-lost]').hidden")
        assert page.evaluate(f"{typed}.value") == "order-7"
        click(page, ".filters button")
        assert "search=order-7" in page.url
        page.open(f"{simulator.url}{OVERVIEW}")
        simulator.kill()
        page.until("!document.querySelector('[data-lost]').hidden")
        simulator.start()
        page.until("document.querySelector('[data-lost]').hidden")


def test_a_tenant_beyond_the_first_hundred_is_found(sandbox, page):
    for number in range(100, 201):
        sandbox.request("POST", "/_toque/keys", {"id": f"tenant-{number}", "secret": "a-long-secret"})
    try:
        page.open(f"{sandbox.url}{OBJECTS}")
        options = "[...document.querySelectorAll('#tenants option')].map((each) => each.value)"
        assert "tenant-200" not in page.evaluate(options)
        page.evaluate(
            "(() => { const input = document.querySelector('input[name=tenant]'); input.value = '-200';"
            " input.dispatchEvent(new InputEvent('input')); })()"
        )
        page.until(f"{options}.join() === 'tenant-200'")
        page.evaluate("document.querySelector('input[name=tenant]').value = 'tenant-200'")
        click(page, "form:has(input[name=tenant][list]) button")
        assert page.url.endswith("tenant=tenant-200")
        assert page.evaluate("document.querySelector('.bar-place').innerText").endswith("tenant-200")
    finally:
        for number in range(100, 201):
            sandbox.request("DELETE", f"/_toque/keys/tenant-{number}")


def test_a_decision_without_javascript_and_by_keyboard(sandbox, page):
    identifier = sandbox.trigger("enrollment.pending")
    page.run_scripts(False)
    try:
        page.open(f"{sandbox.url}{OBJECTS}/{identifier}")
        # The fold of the action, then its button.
        for _ in range(80):
            page.tab()
            if page.focused() == "decline":
                break
            if "Decline decline" == page.evaluate("document.activeElement.tagName === 'SUMMARY'"
                                                  " ? document.activeElement.textContent.trim() : ''"):
                page.evaluate("document.activeElement.parentElement.open = true")
        assert page.focused() == "decline"
        page.enter()
    finally:
        page.run_scripts(True)
    events = sandbox.request("GET", f"/_toque/events?object={identifier}")["events"]
    assert events[-1]["data"]["to"] == "declined"


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_text_stays_a_text(sandbox, page, text):
    identifier = sandbox.trigger("enrollment.pending", external_id=text)
    search = urllib.parse.urlencode({"search": text})
    reason = urllib.parse.urlencode({"reason": text})
    for path in [f"{OBJECTS}/{identifier}", f"{OBJECTS}?{search}", f"{OBJECTS}?{reason}", f"{OVERVIEW}?tenant=x{reason}"]:
        page.resize(360, 800)
        page.open(sandbox.url + path)
        unfold(page)
        assert page.evaluate("document.querySelectorAll('script:not([src]):not([type]), img').length") == 0
        assert unaccessible(page) == [], path
    page.resize(1280, 800)


def test_a_page_of_another_site_can_neither_act_nor_frame_nor_read(sandbox, page):
    identifier = sandbox.trigger("enrollment.pending")
    url = f"{sandbox.url}{OBJECTS}/{identifier}"
    forge = (
        f'<form method="post" action="{url}/decline"><button name="action" value="win">Win</button></form>'
        f'<iframe src="{url}"></iframe>'
    )
    # Another site: a loopback name of its own.
    with shop(forge.encode()) as server:
        page.open(url)
        page.open(origin(server).replace("127.0.0.1", "localhost"))
        framed = page.evaluate("(() => { try { return frames[0].document.body.innerText } catch { return '' } })()")
        assert identifier not in framed
        read = page.evaluate(f"fetch('{sandbox.url}/_toque/summary').then(() => 'read', () => 'refused')")
        assert read == "refused"
        page.press("win")
    assert "cross_origin" in page.text
    assert sandbox.status(identifier) == "PENDING"


def test_a_browser_shows_the_control_token_once(toque, page, tmp_path):
    token = tmp_path / "token"
    token.write_text("a-long-control-token\n")
    token.chmod(0o600)
    with Simulator(toque, "--memory", "--port", 0, "--control-token-file", token) as simulator:
        page.open(simulator.url + OBJECTS)
        assert unaccessible(page) == []
        page.evaluate("document.querySelector('input[name=token]').value = 'another-token'")
        click(page, "form button")
        assert page.evaluate("document.querySelector('[role=alert]') !== null")
        page.evaluate("document.querySelector('input[name=token]').value = 'a-long-control-token'")
        click(page, "form button")
        assert page.url == simulator.url + OBJECTS
        assert page.evaluate("document.querySelector('.filters') !== null")
        assert "toque_control" not in page.evaluate("document.cookie")
        page.open(simulator.url + OVERVIEW)
        assert page.evaluate("document.querySelector('.bar') !== null")


def test_the_bank_page_leads_to_the_enrollment(sandbox, page):
    identifier = sandbox.trigger("enrollment.pending")
    redirect = sandbox.request("GET", f"/enrollments/{identifier}/")["details"]["redirect_url"]
    page.open(redirect)
    click(page, "details a[href*='/_toque/view/objects/']")
    assert page.url == f"{sandbox.url}{OBJECTS}/{identifier}"
    assert page.evaluate("document.querySelector('.timeline') !== null")


def fill(page, **values):
    """Types values into the page's fields."""
    for name, value in values.items():
        page.evaluate(
            f"for (const field of document.getElementsByName({json.dumps(name)})) {{"
            f" if (field.type === 'checkbox') field.checked = true; else field.value = {json.dumps(value)};"
            " field.dispatchEvent(new Event('input', { bubbles: true })) }"
        )


def test_the_shown_commands_do_what_the_forms_do(toque, sandbox, page, tmp_path):
    sandbox.request("POST", "/_toque/keys", {"id": "second~1", "secret": "a-long-secret"})
    tenant = "tenant=second~1"

    def control(path):
        return sandbox.request("GET", f"/_toque/{path}{'&' if '?' in path else '?'}{tenant}")

    def trigger(event):
        return sandbox.request("POST", f"/_toque/trigger?{tenant}", {"event": event})["object"]["id"]

    def shown(start, *parts, path="", **fields):
        page.open(f"{sandbox.url}/_toque/{path}?{tenant}")
        fill(page, **fields)
        return command(page, start, *parts)

    def do(start, *parts, **options):
        run(toque, shown(start, *parts, **options), tmp_path)

    # The bar
    do("sandbox status", path="")
    do("sandbox scenario set", scenario="unavailable:3")
    assert control("scenarios")["default"] == "unavailable:3"
    do("sandbox scenario clear")
    assert control("scenarios")["default"] is None
    identifier = trigger("enrollment.pending")
    do("sandbox clock run")
    do("sandbox clock freeze")
    before = control("clock")["now"]
    do("sandbox clock advance 1m30s", by="1m30s")
    assert control("clock")["now"] > before
    do("sandbox save")
    do("sandbox clock advance --to")
    assert control(f"objects/{identifier}")["status"] == "FAILED"
    do("sandbox reset")
    assert control("summary")["objects"] == []
    page.open(f"{sandbox.url}/_toque/?{tenant}")
    assert " FILE " in command(page, "sandbox load")
    page.choose("input[name=file]", tmp_path / "state.json")
    run(toque, command(page, "sandbox load state.json"), tmp_path)
    assert control(f"objects/{identifier}")["status"] == "PENDING"

    # An object, with what its actions take
    place = f"view/objects/{identifier}"
    do("sandbox scenario set", "--object", path=place, scenario="enrollment.rejected_by_user")
    do("sandbox scenario clear", "--object", path=place)
    do("sandbox decline", "--error 'server error'", path=place, **{"parameter.error": "server error"})
    payment = trigger("payment.pending")
    do("sandbox decline", path=f"view/objects/{payment}", **{"parameter.reason": "institution_infra_failed"})
    assert control("events")["events"][-1]["data"]["reason"] == "institution_infra_failed"
    for action, event in (("approve", "enrollment.pending"), ("expire", "enrollment.pending"), ("revoke", "enrollment.succeeded")):
        do(f"sandbox {action}", path=f"view/objects/{trigger(event)}")

    # Webhooks
    token = tmp_path / "FILE"
    token.write_text("a-token\n")
    token.chmod(0o600)
    with Receiver() as receiver:
        text = shown("sandbox webhooks add", path="view/webhooks", url=f"{receiver.url}?a=b&c=d", token="typed", all_tenants="")
        assert "typed" not in text and "--token-file FILE --all-tenants" in text
        run(toque, text, tmp_path)
        trigger("enrollment.failed")
        do("sandbox clock advance 1s", by="1s")
        delivery = control("deliveries")["deliveries"][-1]["id"]
        do("sandbox webhooks replay", path=f"view/deliveries/{delivery}")
        do("sandbox webhooks remove", path="view/webhooks")
        assert control("webhooks")["webhooks"] == []

    # Without JavaScript, placeholders show what to type.
    page.run_scripts(False)
    try:
        assert "sandbox decline" in shown("sandbox decline", f"{payment} [--reason CODE] ", path=f"view/objects/{payment}")
        assert shown("sandbox webhooks add", path="view/webhooks").startswith(
            "toque sandbox webhooks add URL [--token-file FILE] [--all-tenants] --server "
        )
    finally:
        page.run_scripts(True)
    sandbox.request("DELETE", "/_toque/keys/second~1")
