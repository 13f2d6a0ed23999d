"""`--rp-id`, `--rp-name`, `--origin`: the bank's relying party; and what `/` and an unknown path answer."""

import json
import urllib.error
import urllib.request

import pytest

from simulator import Simulator

OPTIONS = ["--rp-id", "shop.example", "--rp-name", "My shop", "--origin", "https://pay.shop.example"]


@pytest.fixture(scope="module")
def simulator(toque):
    others = ["--origin", "https://www.shop.example:443", "--options-delay", "1ms"]
    with Simulator(toque, "--memory", "--port", 0, *OPTIONS, *others) as simulator:
        yield simulator


def answer(url, accept="application/json"):
    try:
        return urllib.request.urlopen(urllib.request.Request(url, headers={"Accept": accept}), timeout=30)
    except urllib.error.HTTPError as error:
        return error


def test_a_device_enrolls_with_the_relying_party_of_the_options(toque, simulator):
    server = ["--server", simulator.url, "--gesture", "approve"]
    for origin in ["https://pay.shop.example", "https://www.shop.example"]:
        result = toque.run("enroll", *server, "--origin", origin)
        assert result.returncode == 0, result.stderr
        assert "SHA-256(shop.example)" in result.stderr + result.stdout
    refused = toque.run("enroll", *server, "--origin", "https://other.shop.example")
    assert refused.returncode == 1 and "origin_not_allowed" in refused.stderr
    # Triggered enrollments also use the relying party.
    paid = toque.output("trigger", "payment.succeeded", "--server", simulator.url, "--json")
    assert json.dumps(paid).count("SUCCEEDED") >= 1


@pytest.mark.parametrize(
    "options, part",
    [
        (["--rp-id", "127.0.0.1"], "an IP address is not a domain"),
        (["--rp-id", "[::1]"], "an IP address is not a domain"),
        (["--rp-id", "com.br"], "public suffix"),
        (["--rp-id", "https://shop.example"], "letters, digits and hyphens"),
        (["--rp-id", "Shop.example"], "lower case"),
        (["--origin", "https://shop.example"], "--rp-id DOMAIN"),
        (["--rp-id", "shop.example", "--origin", "https://shop.example.org"], "neither the origin's host"),
        (["--rp-id", "www.shop.example", "--origin", "https://shop.example"], "neither the origin's host"),
        (["--rp-id", "shop.example", "--origin", "http://shop.example"], "use https"),
        (["--rp-id", "shop.example", "--origin", "https://shop.example/x"], "ends after the host"),
        (["--origin", "android:apk-key-hash:x"], "43 characters"),
        (["--rp-name", "x" * 65], "1 to 64 characters"),
    ],
)
def test_a_wrong_relying_party_is_a_usage_error(toque, options, part):
    result = toque.run("simulate", "--memory", "--port", "0", *options, "--", "false")
    assert result.returncode == 2, result.stderr
    assert part in result.stderr and options[-2] in result.stderr


def test_a_variable_with_a_wrong_relying_party_is_named(toque):
    variables = {"TOQUE_SIMULATE_RP_ID": "10.0.0.1"}
    result = toque.run("simulate", "--memory", "--port", "0", "--", "false", environment=variables)
    assert result.returncode == 2
    assert "TOQUE_SIMULATE_RP_ID" in result.stderr


def test_the_root_answers_a_browser_with_a_page_and_a_program_with_the_nearest_endpoint(simulator):
    page = answer(simulator.url + "/", "text/html,application/xhtml+xml,*/*;q=0.8")
    assert page.status == 200
    assert page.headers.get_content_type() == "text/html"
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.url == f"{simulator.url}/_toque/"
    assert "/_toque/openapi.json" in page.read().decode()
    for path, nearest in [("/", "GET /institutions/"), ("/paymentintents/", "GET /payment-intents/")]:
        refused = answer(simulator.url + path)
        assert refused.status == 404
        assert json.load(refused)[0]["message"] == f"There is no such path; nearest: {nearest}."
