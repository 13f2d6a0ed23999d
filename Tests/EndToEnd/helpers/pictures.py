"""The pictures of docs/pictures: pages of seeded sandboxes whose clocks stand still, and a terminal."""

import pathlib
import sys
import tempfile

from api_client import Client
from browser import Browser
from command import Toque
from request_bodies import enrollment_body
from simulator import Simulator
import terminal_picture
from terminal import shown

START = "2026-03-01T12:00:00Z"
PHONE = (390, 844)
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


PAGES = {"bank-page": ([], bank_page, "pt-BR"), "payer-page": (["--provider", "takeme"], payer_page, "en")}


def make(toque):
    """Yields the name and the bytes of each picture."""
    code, output = shown([toque.path, "demo"], terminal_picture.WIDTH, toque.environment | {"TZ": "UTC", "LANG": "C"})
    assert code == 0, output
    yield "demo.svg", terminal_picture.picture("toque demo", output)
    with Browser() as browser:
        for name, (options, address, language) in PAGES.items():
            fixed = ["--memory", "--port", 0, "--seed", "pictures", "--now", START]
            with Simulator(toque, *fixed, *options) as simulator:
                for theme in THEMES:
                    url = address(simulator.url)
                    separator = "&" if "?" in url else "?"
                    browser.resize(*PHONE)
                    browser.open(f"{url}{separator}lang={language}&theme={theme}")
                    yield f"{name}-{theme}.png", browser.picture()


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        for name, picture in make(Toque(home)):
            (folder / name).write_bytes(picture)
            print(folder / name)
