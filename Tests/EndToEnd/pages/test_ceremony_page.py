"""The dashboard's ceremonies and its box for bytes in Chromium: every byte beside its part, verdicts, experiments and
copies; by keyboard, without JavaScript, on phones and desks, in both themes and three languages, with hostile input."""

import itertools
import json
import random
import subprocess
import urllib.parse

import pytest

import browser
from api_client import Client
from browser import Browser
from command import ROOT
from page_checks import FORMS, unaccessible
from simulator import Simulator

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]

VIEW = "/_toque/view"
PARTS = {"registration": ["o", "c", "t"], "authentication": ["o", "c", "d", "s"]}
HOSTILE = "<img src=x onerror=alert(1)></textarea></bdi><script>alert(2)</script>\"'&amp;{{title}}\u202eevil👩‍👩‍👧"


@pytest.fixture(scope="module")
def sandbox(toque):
    with Simulator(toque, "--memory", "--port", 0) as simulator:
        yield Sandbox(simulator.url)


@pytest.fixture(scope="module")
def page():
    with Browser() as page:
        # As in a window in front: elements take the focus.
        page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        yield page


class Sandbox:
    """A sandbox with a valid registration, a valid authentication, and one that is refused."""

    def __init__(self, url):
        self.url = url
        self.trigger("payment.succeeded")
        entries = self.client.send("GET", "/_toque/ceremonies").json["ceremonies"]
        self.ids = {entry["type"]: entry["id"] for entry in entries}
        # The same response for another payment.
        request = self.entry("authentication")["request"]
        pending = self.trigger("payment.pending")["id"]
        answer = self.client.send("POST", f"/payment-intents/{pending}/authorize/", request["body"])
        assert answer.status == 204, answer.content
        entries = self.client.send("GET", f"/_toque/ceremonies?object={pending}").json["ceremonies"]
        assert [entry["verdict"]["verdict"] for entry in entries] == ["invalid"]
        self.ids["refused"] = entries[0]["id"]
        self.refused = entries[0]["verdict"]

    @property
    def client(self):
        """A new connection: a long test outlives an idle one."""
        return Client(self.url)

    def trigger(self, event):
        answer = self.client.send("POST", "/_toque/trigger", {"event": event})
        assert answer.status == 200, answer.content
        return answer.json["object"]

    def entry(self, name):
        return self.client.send("GET", f"/_toque/ceremonies/{self.ids[name]}").json

    def address(self, name, **query):
        query = {"lang": "en"} | query
        return f"{self.url}{VIEW}/ceremonies/{self.ids[name]}?{urllib.parse.urlencode(query)}"


def marked(page):
    """Returns the ids of everything that is marked."""
    return sorted(page.evaluate("[...document.querySelectorAll('.marked')].map((each) => each.id)"))


def point(page, selector):
    """Moves the mouse over an element."""
    x, y = page.evaluate(
        f"(() => {{ const element = document.querySelector({json.dumps(selector)});"
        " element.scrollIntoView({block: 'center'}); const box = element.getClientRects()[0];"
        " return [box.left + box.width / 2, box.top + box.height / 2] })()"
    )
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)


def press_key(page, key):
    for kind in ("rawKeyDown", "keyUp"):
        page.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)


def inspect(page, sandbox, text, kind=""):
    page.open(f"{sandbox.url}{VIEW}/inspect?lang=en")
    page.evaluate(f"document.getElementById('input').value = {json.dumps(text)}")
    page.evaluate(f"document.querySelector('select[name=as]').value = {json.dumps(kind)}")
    page._and_load(lambda: page.evaluate("document.querySelector('form.inspect [type=submit]').click()"))


@pytest.mark.parametrize("width, theme", FORMS)
def test_every_page_is_accessible(sandbox, page, width, theme):
    page.resize(width, 800)
    addresses = {
        "list": f"{sandbox.url}{VIEW}/ceremonies?",
        "empty list": f"{sandbox.url}{VIEW}/ceremonies?before=1&",
        "registration": sandbox.address("registration"),
        "authentication": sandbox.address("authentication"),
        "refused": sandbox.address("refused"),
        "experiment": sandbox.address("authentication", **{"try": "flip", "part": "signature", "byte": 9, "bit": 1}),
        "replay": sandbox.address("registration", **{"try": "replay"}),
        "curl": sandbox.address("authentication", copy="curl"),
        "inspect": f"{sandbox.url}{VIEW}/inspect?",
        "unknown": f"{sandbox.url}{VIEW}/ceremonies/unknown?",
        "wrong experiment": sandbox.address("refused", **{"try": "flip"}),
    }
    for (name, address), language in itertools.product(addresses.items(), ["pt-BR", "en", "es"]):
        page.open(f"{address.replace('lang=en', '')}&lang={language}&theme={theme}")
        assert unaccessible(page) == [], (name, language)
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate("document.querySelectorAll('h1').length") == 1, name
    inspect(page, sandbox, json.dumps(sandbox.entry("refused")["document"]))
    assert unaccessible(page) == []


def test_the_list_shows_the_newest_first_and_leads_to_each(sandbox, page):
    page.open(f"{sandbox.url}{VIEW}/ceremonies?lang=en")
    links = page.evaluate("[...document.querySelectorAll('td a[href*=ceremonies]')].map((each) => each.pathname)")
    assert links[0].endswith(sandbox.ids["refused"])
    assert links.index(f"{VIEW}/ceremonies/{sandbox.ids['authentication']}") < links.index(
        f"{VIEW}/ceremonies/{sandbox.ids['registration']}"
    )
    assert sandbox.refused["code"] in page.text
    answer = sandbox.client.send("GET", "/_toque/ceremonies?before=2&limit=5").json
    assert [entry["cursor"] for entry in answer["ceremonies"]] == [1]
    assert sandbox.client.send("GET", "/_toque/ceremonies?before=2&after=1").status == 400


@pytest.mark.parametrize("kind", PARTS)
def test_every_byte_of_a_ceremony_is_shown(sandbox, page, kind):
    page.resize(1280, 900)
    page.open(sandbox.address(kind))
    document = sandbox.entry(kind)["document"]
    for part in PARTS[kind]:
        digits = page.evaluate(
            f"document.getElementById('v-{part}').closest('.bytes').querySelector('.hexes').textContent"
        )
        shown = bytes.fromhex(digits)
        if part == "o":
            assert json.loads(shown) == document["options"]
            continue
        name = {"c": "clientDataJSON", "d": "authenticatorData", "t": "attestationObject", "s": "signature"}[part]
        assert shown == decoded(document["response"]["response"][name])
    assert "rpIdHash" in page.text and "signCount" in page.text


def decoded(text):
    import base64

    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_pointing_at_a_part_marks_its_bytes_and_the_reverse(sandbox, page):
    page.resize(1280, 900)
    page.open(sandbox.address("authentication"))
    number = page.evaluate(
        "[...document.querySelectorAll('#v-d')].map((each) => [...each.closest('.bytes').querySelectorAll('li')]"
        ".find((row) => row.textContent.includes('flags')).id)[0]"
    ).removeprefix("f-")
    data = decoded(sandbox.entry("authentication")["document"]["response"]["response"]["authenticatorData"])
    point(page, f"#f-{number}")
    assert marked(page) == [f"b-{number}", f"f-{number}"]
    assert page.evaluate(f"document.getElementById('b-{number}').textContent") == f"{data[32]:02x}"
    point(page, "h1")
    assert marked(page) == []
    point(page, f"#b-{number}")
    assert marked(page) == [f"b-{number}", f"f-{number}"]


def test_the_keyboard_moves_through_the_parts(sandbox, page):
    page.resize(1280, 900)
    page.open(sandbox.address("authentication"))
    page.evaluate("document.querySelector('#v-s').closest('.bytes').querySelector('.fields-tree a').focus()")
    assert marked(page) == ["b-s0", "f-s0"]
    press_key(page, "ArrowDown")
    assert marked(page) == ["b-s1", "f-s1"]
    press_key(page, "End")
    assert marked(page) == ["b-s2", "f-s2"]
    press_key(page, "ArrowLeft")
    assert marked(page) == ["b-s0", "f-s0"]
    # The digits are one stop of the Tab key, and so are the parts.
    stops = "[...document.querySelector('#v-s').closest('.bytes').querySelectorAll('a')].filter((a) => a.tabIndex === 0)"
    assert page.evaluate(f"{stops}.length") == 2
    page.evaluate("document.querySelector('#b-s2').focus()")
    assert marked(page) == ["b-s2", "f-s2"]


def test_without_javascript_links_mark_the_bytes_of_a_part(sandbox, page):
    page.resize(1280, 900)
    page.run_scripts(False)
    try:
        page.open(sandbox.address("authentication"))
        target = page.evaluate("document.querySelector('#f-s1 a').getAttribute('href')")
        assert target == "#b-s1"
        page.call("Page.navigate", url=f"{sandbox.address('authentication')}{target}")
        page.until("document.querySelector(':target')?.id === 'b-s1'")
        colors = [
            page.evaluate(f"getComputedStyle(document.getElementById('{each}')).backgroundColor")
            for each in ("b-s1", "b-s2")
        ]
        assert colors[0] != colors[1]
        assert page.evaluate("document.querySelector('#b-s1').getAttribute('href')") == "#f-s1"
        page.evaluate("document.querySelector('[name=byte]').value = '3'")
        page.press("flip")
        assert "bad_signature" in page.text
    finally:
        page.run_scripts(True)


def test_the_failing_check_is_the_first(sandbox, page):
    page.open(sandbox.address("refused"))
    first = page.evaluate("document.querySelector('.checks tbody tr').className")
    assert first == "failing"
    assert sandbox.refused["code"] in page.text and sandbox.refused["message"] in page.text
    rows = page.evaluate("document.querySelectorAll('.checks tbody tr').length")
    assert rows == len(sandbox.refused["checks"])


def test_experiments_are_judged_beside_the_original_and_stored_nowhere(sandbox, page):
    before = sandbox.client.send("GET", "/_toque/ceremonies").json
    page.open(sandbox.address("authentication"))
    page.press("flip")
    badges = page.evaluate("[...document.querySelectorAll('.verdict .badge')].map((each) => each.textContent)")
    assert badges[0] == "valid" and "bad_signature" in badges
    page.open(sandbox.address("authentication"))
    page.press("challenge")
    assert "challenge_mismatch" in page.text
    page.open(sandbox.address("registration"))
    page.press("replay")
    assert "credential_already_registered" in page.text
    assert sandbox.client.send("GET", "/_toque/ceremonies").json == before


@pytest.mark.parametrize("name", ["registration", "authentication", "refused"])
def test_copies_give_the_same_verdict_elsewhere(sandbox, page, toque, name):
    entry = sandbox.entry(name)
    page.open(sandbox.address(name, copy="verify"))
    command = page.evaluate("document.querySelector('.copies code').textContent")
    folder = toque.path.parent
    result = subprocess.run(
        ["sh", "-c", command], env=toque.environment | {"PATH": f"{folder}:/usr/bin:/bin"}, capture_output=True
    )
    verdict = json.loads(result.stdout)
    assert [verdict["verdict"], verdict.get("code"), verdict["checks"]] == [
        entry["verdict"]["verdict"], entry["verdict"].get("code"), entry["verdict"]["checks"],
    ]  # fmt: skip
    page.open(sandbox.address(name, copy="vector"))
    vector = page.evaluate("document.querySelector('.copies code').textContent")
    assert toque.run("verify", "-", stdin=vector).returncode == 0


def test_a_copied_request_is_the_one_that_the_provider_takes(sandbox, page, toque):
    page.open(sandbox.address("refused", copy="curl"))
    command = page.evaluate("document.querySelector('.copies code').textContent")
    assert "ID:SECRET" in command
    pending = sandbox.trigger("payment.pending")["id"]
    request = sandbox.entry("refused")["request"]
    assert request["path"] in command
    # To another payment: this one has its answer.
    other = command.replace(request["path"], f"/payment-intents/{pending}/authorize/")
    script = other.replace("ID:SECRET", "sandbox:sandbox").replace("curl ", "curl -s -o /dev/null -w '%{http_code}' ", 1)
    result = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
    assert result.stdout == "204", result.stderr
    assert len(sandbox.client.send("GET", f"/_toque/ceremonies?object={pending}").json["ceremonies"]) == 1


def test_the_box_takes_bytes_text_and_ceremonies(sandbox, page):
    data = sandbox.entry("authentication")["document"]["response"]["response"]
    for text, expected in [
        ("a10100", "CBOR"),
        (data["authenticatorData"], "signCount"),
        (decoded(data["authenticatorData"]).hex(), "rpIdHash"),
        (decoded(data["clientDataJSON"]).decode(), "webauthn.get"),
    ]:
        inspect(page, sandbox, text)
        assert expected in page.text
        assert page.evaluate("document.querySelectorAll('.hexes a').length") > 0
        assert "Nothing leaves this machine" in page.text
    documents = [sandbox.entry(name)["document"] for name in ("refused", "registration")]
    inspect(page, sandbox, "\n".join(map(json.dumps, documents)))
    badges = page.evaluate("[...document.querySelectorAll('.verdict .card-title .badge')].map((e) => e.textContent)")
    assert badges == [sandbox.refused["code"], "valid"]
    # A faulty part keeps its place.
    broken = decoded(sandbox.entry("registration")["document"]["response"]["response"]["attestationObject"])[:-3]
    inspect(page, sandbox, broken.hex())
    assert page.evaluate("document.querySelectorAll('.problem').length") > 0


def test_the_box_without_javascript(sandbox, page):
    page.run_scripts(False)
    try:
        inspect(page, sandbox, "a10100")
        assert "CBOR" in page.text
    finally:
        page.run_scripts(True)


def test_wrong_input_is_told_and_kept(sandbox, page):
    for text, status in [("hello world, this is no data!", "neither hexadecimal"), ("", "empty")]:
        inspect(page, sandbox, text)
        assert status in page.text
        assert page.evaluate("document.getElementById('input').value") == text
    key = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----"
    inspect(page, sandbox, key)
    assert "a private key" in page.text and "MC4CAQAw" not in page.evaluate("document.documentElement.outerHTML")
    inspect(page, sandbox, "00" * (129 << 10))
    assert "more than 256 KiB" in page.text


def test_hostile_text_stays_text(sandbox, page):
    page.resize(360, 800)
    document = sandbox.entry("authentication")["document"]
    document["id"] = HOSTILE
    document[HOSTILE] = HOSTILE * 100
    inspect(page, sandbox, json.dumps(document))
    assert page.evaluate("document.querySelectorAll('script:not([src]):not([type]), img').length") == 0
    assert page.policy_reports == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.resize(1280, 800)


def test_nothing_that_is_inspected_is_recorded(sandbox, page):
    inspect(page, sandbox, "a1616b6573656372657431")
    assert "secret1" in page.text
    for log in ("requests", "events"):
        assert b"secret1" not in sandbox.client.send("GET", f"/_toque/{log}").content


def test_a_form_of_another_site_is_refused(sandbox):
    body = b"data=a10100"
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    for origin in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert sandbox.client.send("POST", f"{VIEW}/inspect", body, headers | origin).status == 403


def test_random_bytes_never_break_the_box(sandbox):
    chance = random.Random(20261124)
    document = json.dumps(sandbox.entry("registration")["document"]).encode()
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"}
    for _ in range(300):
        if chance.random() < 0.5:
            data = chance.randbytes(chance.randrange(1, 400))
            text = chance.choice([data.hex().encode(), data])
        else:
            text = bytearray(document)
            for _ in range(chance.randrange(1, 6)):
                text[chance.randrange(len(text))] = chance.randrange(256)
        body = urllib.parse.urlencode({"data": bytes(text), "as": chance.choice(["", "cbor", "ctap-request", "x"])})
        answer = sandbox.client.send("POST", f"{VIEW}/inspect", body.encode(), headers)
        assert answer.status in (200, 400, 422), (answer.status, text)


@pytest.mark.parametrize("name", ["registration", "authentication", "refused", "long"])
def test_a_page_with_all_its_files_has_at_most_100_kb(sandbox, name):
    if name == "long":
        # A state file with a ceremony of 64 KiB.
        state = sandbox.client.send("GET", "/_toque/state").json
        entry = next(each for each in state["ceremonies"] if each["id"] == sandbox.ids["registration"])
        response = entry["document"]["response"]["response"]
        response["attestationObject"] += "A" * (64 << 10)
        response["clientDataJSON"] += "A" * (64 << 10)
        assert sandbox.client.send("PUT", "/_toque/state", state).status == 204
        name = "registration"
    html = sandbox.client.send("GET", f"{VIEW}/ceremonies/{sandbox.ids[name]}").content
    parts = [html]
    for file in set(html.decode().split('"')) & {each for each in html.decode().split('"') if "/_pages/" in each}:
        parts.append(sandbox.client.send("GET", file).content)
    assert len(parts) > 2
    assert sum(map(len, parts)) <= 100_000


def test_vectors_of_the_project_are_judged_alike(sandbox, page, toque):
    file = ROOT / "vectors/biometric-pix/faults-ios-es256-none.json"
    documents = json.loads(file.read_text())["ceremonies"][:8]
    text = "\n".join(map(json.dumps, documents))
    inspect(page, sandbox, text)
    badges = page.evaluate("[...document.querySelectorAll('.verdict .card-title .badge')].map((e) => e.textContent)")
    lines = toque.run("verify", "-", stdin=text).stdout.splitlines()
    assert badges == [verdict.get("code", "valid") for verdict in map(json.loads, lines)]
