"""README, followed as it stands, in a bare Debian without Swift: package, wheel and image of a release, each until a
payment fails."""

import re
import subprocess
import sys

import pytest

from bare_debian import missing
from command import ROOT
from image import Bundle, Container, docker_config
from image import missing as image_missing

pytestmark = [
    pytest.mark.alone,
    pytest.mark.extended,
    pytest.mark.skipif(missing() is not None, reason=f"a bare Debian: {missing()}"),
]
README = (ROOT / "README.md").read_text()
CODE = [line.strip() for line in re.findall(r"^ {4}(.*)$", README, re.M)]
# README sends the reader to this part of the page for the files of a release.
[_, INSTALLATION] = (ROOT / "docs/ci.md").read_text().split("\n## 1. Install it\n")
INSTALLING = CODE + re.findall(r"`([^`\n]+)`", INSTALLATION.partition("\n## ")[0])
# A phone and its owner, whose payment follows the scenario.
PAY = """
toque enroll --gesture approve --store phone.sqlite --poll-interval 0.2 >/dev/null
! toque pay --amount 10.00 --gesture approve --store phone.sqlite --poll-interval 0.2 2>&1
"""
# The sandbox in the background ends with the shell that started it.
END = "trap 'kill $!' EXIT"
TEST = """
from payments import order, pay


def test_the_payment_succeeds(toque_sandbox, toque_device, toque_scenario):
    toque_scenario("payment.insufficient_funds")
    payment = pay(toque_sandbox, toque_device, order(toque_sandbox, toque_device.enroll()))
    assert (payment["status"], payment["failure_code"]) == ("SUCCEEDED", None)
"""


def line(start):
    """Returns the only line of README's code with this start, and its comment."""
    [found] = {line for line in CODE if re.match(start, line)}
    return found


def install(start):
    """Returns the first command with this start that installs a file of a release."""
    assert "(docs/ci.md)" in README
    return next(line for line in INSTALLING if re.match(start, line))


def failing():
    """README's lines from the sandbox to the first failure that is set."""
    first = CODE.index(SIMULATE)
    last = CODE.index(line("toque sandbox scenario set payment.insufficient_funds"))
    assert first < last
    return "\n".join(CODE[first : last + 1])


SIMULATE = line("toque simulate .*&$")
# For tests of the reader's own.
[OWN_TESTS] = re.findall(r"`(toque simulate -- pytest)`", README)
PACKAGE = install("apt(-get)? install ./toque_")


@pytest.fixture
def downloads(debian, dist):
    """The bare Debian, with the files of a release in a folder of a person who has no Swift."""
    debian.put([file for file in dist.iterdir() if file.is_file()], "/root/downloads")
    assert debian.output("command -v swift swiftc || echo none") == "none\n"
    return debian


def test_the_package_of_readme_is_installed_and_a_payment_fails(downloads):
    # As root, without the package lists that a bare Debian lacks: it has all that the package depends on.
    downloads.output(PACKAGE, folder="/root/downloads")
    backend = "export TOQUE_SERVER=http://127.0.0.1:8420 TOQUE_API_KEY_ID=sandbox TOQUE_API_KEY_SECRET=sandbox"
    printed = downloads.output(f"{END}\n{failing()}\n{backend}\n{PAY}")
    assert "FAILED insufficient_funds" in printed
    # The failure in one call.
    trigger = line("toque trigger payment.failed")
    printed = downloads.output(f"{END}\n{SIMULATE}\n{trigger}")
    assert "payment.failed" in printed and "FAILED" in printed


def test_the_wheel_of_readme_is_installed_and_a_test_sees_a_payment_fail(downloads, tmp_path):
    # A backend developer has Python with pytest.
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", tmp_path / "wheels", "pytest>=7.4"]
    subprocess.run(fetch, check=True)
    downloads.put((tmp_path / "wheels").iterdir(), "/root/wheels")
    packages = "apt-get update -qq && apt-get install -qq --yes --no-install-recommends python3-venv"
    downloads.output(f"{packages} >/dev/null 2>&1\npython3 -m venv /root/venv")
    ready = "export PIP_NO_INDEX=1 PIP_FIND_LINKS=/root/wheels; . /root/venv/bin/activate"
    downloads.output(f"{PACKAGE}\n{ready}\n{install('pip install toque')}", folder="/root/downloads")
    downloads.put([ROOT / "python/tests/payments.py"], "/root")
    (downloads.root / "root/test_shop.py").write_text(TEST)
    result = downloads.run(f"{ready}\n{OWN_TESTS}")
    assert result.returncode == 1, result
    assert "1 failed" in result.stdout and "insufficient_funds" in result.stdout + result.stderr, result


@pytest.mark.skipif(image_missing() is not None, reason=f"an image: {image_missing()}")
def test_the_image_of_readme_is_loaded_and_a_payment_fails(dist, tmp_path):
    load = install("docker load")
    [archive] = dist.glob(re.search(r"toque-\S+\.tar", load)[0])
    assert docker_config(archive)["config"]["Entrypoint"] == ["toque"]
    keys = {"TOQUE_API_KEY_ID": "shop", "TOQUE_API_KEY_SECRET": "s3cret", "TOQUE_CONTROL_TOKEN": "a-long-enough-t0ken"}
    with Container(Bundle(archive, tmp_path), keys) as container:
        # The container is the sandbox.
        scenario = failing().splitlines()[-1]
        result = container.execute("sh", "-ec", f"cd /tmp\n{scenario}\n{PAY}")
        assert "FAILED insufficient_funds" in result.stdout, result
