"""Playwright with `toque browser serve`: by a request of the page, and where its policy forbids that, by a binding."""

import json
import subprocess
import urllib.request
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

from conftest import TOQUE


def script(url, token_file, *arguments):
    command = [TOQUE, "browser", "script", "--server", url, "--token-file", token_file, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def context(chromium):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser.new_context()
        browser.close()


@pytest.fixture
def token_file(authenticator, tmp_path):
    file = tmp_path / "token"
    file.touch(mode=0o600)
    file.write_text(authenticator[1])
    return file


def sign_in(page, url):
    page.goto(url)
    page.click("#register")
    expect(page.locator("#result")).to_have_text("Passkey created")
    page.click("#sign-in")
    expect(page.locator("#result")).to_have_text("Signed in as ana")


def test_a_person_signs_in_with_the_passkey_that_they_created(context, page_url, authenticator, token_file):
    context.add_init_script(script(authenticator[0], token_file))
    sign_in(context.new_page(), page_url)


def test_a_page_whose_policy_forbids_requests_uses_a_binding(context, page_url, authenticator, token_file):
    url, token = authenticator

    def answer(source, body):
        # The page's origin as the browser knows it.
        place = urlsplit(source["frame"].url)
        call = json.loads(body) | {"origin": f"{place.scheme}://{place.netloc}"}
        request = urllib.request.Request(
            f"{url}/page", json.dumps(call).encode(), {"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request) as response:
            return response.read().decode()

    context.expose_binding("toqueAnswer", answer)
    context.add_init_script(script(url, token_file, "--binding", "toqueAnswer"))
    sign_in(context.new_page(), f"{page_url}?strict")
