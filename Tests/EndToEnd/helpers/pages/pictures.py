"""The pictures of docs/pictures: pages of seeded sandboxes whose clocks stand still, and a terminal."""

import pathlib
import sys
import tempfile
import typing

from api_client import Client
from browser import Browser
from command import Toque
from request_bodies import enrollment_body
from simulator import Simulator
import terminal_picture
from terminal import shown

START = "2026-03-01T12:00:00Z"
PHONE = (390, 844)
DESK = (1280, 800)
THEMES = ["light", "dark"]


def bank_page(url):
    """Returns the address of the bank's page of a new enrollment."""
    body = enrollment_body()
    body["details"]["name"] = "Celular de Ana"
    return Client(url).send("POST", "/enrollments/", body).json["details"]["redirect_url"]


def payer_page(url):
    """Returns the address of the wallet's page of a new payment."""
    body = {"amount": 1250, "currency": "JPY", "type": "WeChatPay", "description": "order-42"}
    client = Client(url, key=None)
    answer = client.send("POST", "/v1/sources", body, {"Authorization": "Bearer pk_test_sandbox"})
    return answer.json["redirect"]["url"]


def dashboard(url):
    """Returns the address of the dashboard of a sandbox with a little history."""
    history(url)
    return f"{url}/_toque/"


def ceremony(url):
    """Returns the address of the newest ceremony."""
    history(url)
    newest = Client(url).send("GET", "/_toque/ceremonies").json["ceremonies"][-1]
    return f"{url}/_toque/view/ceremonies/{newest['id']}"


def phone(url):
    """Returns the address of the phone in the browser."""
    return f"{url}/device"


def history(url):
    """Makes payments that ended in several ways, and requests."""
    client = Client(url)
    for path in ("/institutions/", "/customers/", "/payment-intents/"):
        client.send("GET", path)
    client.send("POST", "/enrollments/", {})
    for event in ("payment.succeeded", "payment.succeeded", "payment.failed", "enrollment.failed", "enrollment.succeeded"):
        answer = client.send("POST", "/_toque/trigger", {"event": event})
        assert answer.status in (200, 201), answer.content


class Page(typing.NamedTuple):
    """A page, and what is done and shown of it."""

    address: typing.Callable[[str], str]
    options: list = []
    language: str = "en"
    size: tuple = PHONE
    # The value of a button that is pressed first.
    button: str | None = None
    # A selector; by default the whole page is shown.
    part: str | None = None


PAGES = {
    "bank-page": Page(bank_page, language="pt-BR"),
    "payer-page": Page(payer_page, ["--provider", "takeme"]),
    "dashboard": Page(dashboard, size=DESK),
    "ceremony": Page(ceremony, size=DESK, part="section.bytes:last-of-type"),
    "phone": Page(phone, button="add"),
}
# Each run has its own port.
USUAL_PORT = """
for (const code of document.querySelectorAll('code'))
    code.textContent = code.textContent.replace(/127\\.0\\.0\\.1:\\d+/g, '127.0.0.1:8420')
"""


def make(toque):
    """Yields the name and the bytes of each picture."""
    code, output = shown([toque.path, "demo"], terminal_picture.WIDTH, toque.environment | {"TZ": "UTC", "LANG": "C"})
    assert code == 0, output
    yield "demo.svg", terminal_picture.picture("toque demo", output)
    with Browser() as browser:
        for name, page in PAGES.items():
            fixed = ["--memory", "--port", 0, "--seed", "pictures", "--now", START]
            with Simulator(toque, *fixed, *page.options) as simulator:
                url = page.address(simulator.url)
                for theme in THEMES:
                    separator = "&" if "?" in url else "?"
                    browser.resize(*page.size)
                    browser.open(f"{url}{separator}lang={page.language}&theme={theme}")
                    if page.button:
                        browser.press(page.button)
                    browser.evaluate(USUAL_PORT)
                    yield f"{name}-{theme}.png", browser.picture(page.part)


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        for name, picture in make(Toque(home)):
            (folder / name).write_bytes(picture)
            print(folder / name)
