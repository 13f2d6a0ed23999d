"""`toque sandbox apps` and `--wellknown`: which apps the bank accepts, through the real commands."""

import json
import urllib.request

import pytest

from simulator import Simulator

TEAM, BUNDLE, PACKAGE = "ABCDE12345", "com.example.shop", "com.example.shop"
FINGERPRINT = ":".join(["2A"] * 32)
ORIGIN = "android:apk-key-hash:" + "KioqKioqKioqKioqKioqKioqKioqKioqKioqKioqKio"
IOS = ["--team-id", TEAM, "--bundle-id", BUNDLE]
ANDROID = ["--package", PACKAGE, "--key-hash", FINGERPRINT]
MERCHANT = ["--domain", "merchant.example"]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("well-known")
    (folder / "apple-app-site-association").write_text(json.dumps({"webcredentials": {"apps": [f"{TEAM}.{BUNDLE}"]}}))
    target = {"namespace": "android_app", "package_name": PACKAGE, "sha256_cert_fingerprints": [FINGERPRINT]}
    statement = {"relation": ["delegate_permission/common.get_login_creds"], "target": target}
    (folder / "assetlinks.json").write_text(json.dumps([statement]))
    return folder


@pytest.fixture(scope="module")
def simulator(toque, files):
    with Simulator(toque, "--memory", "--port", 0, "--options-delay", "1ms", "--wellknown", files) as simulator:
        yield simulator


@pytest.fixture
def run(toque, simulator):
    """Runs a command for a tenant of its own."""
    key = toque.output("sandbox", "keys", "add", "--server", simulator.url, "--json")
    variables = {
        "TOQUE_SERVER": simulator.url,
        "TOQUE_API_KEY_ID": key["id"],
        "TOQUE_API_KEY_SECRET": key["secret"],
        "TOQUE_GESTURE": "approve",
    }
    return lambda *arguments: toque.run(*map(str, arguments), environment=variables)


def succeed(result):
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_an_app_is_added_listed_and_removed(run):
    assert f"{TEAM}.{BUNDLE}" in succeed(run("sandbox", "apps", "add", *IOS, *MERCHANT))
    added = json.loads(succeed(run("sandbox", "apps", "add", *ANDROID, *MERCHANT, "--json")))
    assert added == {"id": PACKAGE, "platform": "ANDROID", "domain": "merchant.example", "origins": [ORIGIN]}
    again = run("sandbox", "apps", "add", *ANDROID, *MERCHANT)
    assert again.returncode == 1 and "remove it first" in again.stderr
    assert succeed(run("sandbox", "apps", "list")).splitlines()[0].split() == ["ID", "PLATFORM", "DOMAIN", "ORIGINS"]
    assert PACKAGE in succeed(run("sandbox", "apps", "remove", PACKAGE))
    [app] = json.loads(succeed(run("sandbox", "apps", "list", "--json")))["apps"]
    assert app["id"] == f"{TEAM}.{BUNDLE}"
    gone = run("sandbox", "apps", "remove", PACKAGE)
    assert gone.returncode == 1 and "no such app" in gone.stderr


def test_a_device_enrolls_only_in_the_name_of_a_registered_app(run):
    succeed(run("sandbox", "apps", "add", *ANDROID, *MERCHANT))
    refused = run("enroll")
    assert refused.returncode == 1
    assert "biometric_validation_error" in refused.stderr and "app not registered" in refused.stderr
    elsewhere = run("enroll", "--origin", ORIGIN, "--callback-url", "https://shop.example/enrolled")
    assert elsewhere.returncode == 1
    assert "details.callback_url" in elsewhere.stderr and "merchant.example" in elsewhere.stderr
    succeed(run("enroll", "--origin", ORIGIN))
    succeed(run("enroll", "--origin", ORIGIN, "--callback-url", "https://app.merchant.example/enrolled"))


@pytest.mark.parametrize(
    "words, code, part",
    [
        ([], 2, "a command is missing: add, list, remove"),
        (["ad"], 2, "toque sandbox apps add"),
        (["add"], 2, "--domain: required"),
        (["add", *MERCHANT], 2, "--team-id: required"),
        (["add", "x", *IOS, *MERCHANT], 2, 'unexpected argument "x"'),
        (["add", "--team", "ABC", "--bundle-id", BUNDLE, *MERCHANT], 2, "10 upper-case letters and digits"),
        (["add", *IOS, "--domain", "https://10.0.0.1:x/"], 2, "--domain"),
        (["add", "--package", PACKAGE, "--key-hash", ":".join(["2A"] * 20), *MERCHANT], 2, "this is a SHA-1"),
        (["add", "--app", "x"], 2, "has no such option"),
        (["remove"], 2, "<id>: required"),
        (["remove", "a", "b"], 2, 'unexpected argument "b"'),
        (["add", "--team-id", TEAM, "--bundle-id", "com.example.other", *MERCHANT], 2, "webcredentials.apps: ABCDE12345"),
        (["add", "--package", PACKAGE, "--key-hash", "AA" * 32, *MERCHANT], 2, "[0].target.sha256_cert_fingerprints"),
    ],
)
def test_an_invalid_app_is_refused_with_the_reason(run, words, code, part):
    result = run("sandbox", "apps", *words)
    assert result.returncode == code, result.stderr
    assert part in result.stderr
    assert json.loads(succeed(run("sandbox", "apps", "list", "--json"))) == {"apps": []}


def test_help_and_the_list_of_actions_show_the_actions_of_apps(run):
    assert "remove" in succeed(run("sandbox", "apps", "--help"))
    assert "--key-hash" in succeed(run("sandbox", "apps", "add", "--help"))
    assert "apps remove ID" in succeed(run("sandbox", "apps", "remove", "--help"))
    actions = json.loads(succeed(run("sandbox", "actions", "--json")))
    assert [action["name"] for action in actions["tenant_actions"]] == ["apps add", "apps list", "apps remove"]
    assert "apps add" in succeed(run("sandbox", "actions"))


def test_the_files_are_served(simulator, files):
    for file in files.iterdir():
        with urllib.request.urlopen(f"{simulator.url}/.well-known/{file.name}", timeout=30) as answer:
            assert answer.headers["Content-Type"] == "application/json"
            assert answer.read() == file.read_bytes()


@pytest.mark.parametrize(
    "name, text, part",
    [
        ("nothing", "", "no apple-app-site-association and no assetlinks.json"),
        ("assetlinks.json", "{}", "found an object, expected an array"),
        ("assetlinks.json", '[{"relation": ["x"]}]', "[0].target: found nothing"),
        ("apple-app-site-association", '{"webcredentials": {"apps": ["x"]}}', 'webcredentials.apps[0]: found "x"'),
    ],
)
def test_wrong_files_stop_the_start(toque, tmp_path, name, text, part):
    (tmp_path / name).write_text(text)
    result = toque.run("simulate", "--memory", "--port", "0", "--wellknown", str(tmp_path), "--", "false")
    assert result.returncode == 1
    assert "--wellknown" in result.stderr and str(tmp_path) in result.stderr and part in result.stderr


def test_a_folder_that_is_not_there_stops_the_start(toque, tmp_path):
    missing = str(tmp_path / "missing")
    result = toque.run("simulate", "--memory", "--port", "0", "--wellknown", missing, "--", "false")
    assert (result.returncode, result.stderr) == (3, f"error: --wellknown: {missing}: No such file or directory\n")
