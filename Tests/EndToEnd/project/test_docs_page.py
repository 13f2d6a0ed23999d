"""docs/failing-payment.md, done as it says: every block of it is a file that is used or a command that is run."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from command import HANGING, ROOT

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall((ROOT / "docs/failing-payment.md").read_text())
FILES = {text.splitlines()[0].removeprefix("# "): text for kind, text in BLOCKS if kind in ("python", "yaml")}
INSTALL, SEE, RUN, TRIGGER = [text for kind, text in BLOCKS if kind == "sh"]
APT = "apt-get install --yes --no-install-recommends ./toque_*.deb python3-pytest"


@pytest.fixture(scope="module")
def shell(toque, tmp_path_factory):
    """Runs a block in the folder where the page's files are and the tarball was unpacked, with nothing else of ours."""
    folder = tmp_path_factory.mktemp("shop")
    version = toque.run("--version").stdout.strip()
    # As tools/dist packs it, with the binary under test.
    with tarfile.open(folder / f"toque-{version}-linux-amd64.tar.gz", "w:gz", compresslevel=0) as tarball:
        tarball.add(toque.path, f"toque-{version}-linux-amd64/bin/toque")
    for name in ("shop.py", "test_shop.py"):
        (folder / name).write_text(FILES[name])
    # The Python that has pytest.
    path = os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"])

    def run(block):
        return subprocess.run(
            ["sh", "-c", block], cwd=folder, env=toque.environment | {"PATH": path},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=HANGING,
        )  # fmt: skip

    result = run(INSTALL)
    assert (result.returncode, result.stdout.strip()) == (0, version), result
    path = os.pathsep.join([str(folder / f"toque-{version}-linux-amd64/bin"), path])
    return run


def test_every_code_block_of_the_page_is_tested():
    assert set(FILES) == {"shop.py", "test_shop.py", ".github/workflows/payments.yml", ".gitlab-ci.yml"}
    assert len(BLOCKS) == len(FILES) + 4


def test_the_pages_first_payment_fails_as_shown(shell):
    result = shell(SEE)
    assert result.returncode == 1, result
    said = re.sub(r" +", " ", result.stdout + result.stderr)
    assert "GET /payment-intents/{id}/ 200 FAILED charge FAILED insufficient_funds: " in said
    assert "the requests that came" in said


def test_the_pages_tests_pass(shell):
    result = shell(RUN)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "4 passed" in result.stdout


def test_the_pages_tests_fail_a_shop_that_ignores_webhooks(shell):
    """The page's tests are able to fail."""
    broken = FILES["shop.py"].replace('data["failure_code"]', "None")
    assert broken != FILES["shop.py"]
    swap = f"cp shop.py kept.py; cat >shop.py <<'END'\n{broken}END"
    result = shell(f"{swap}\n{RUN}\ncode=$?; mv kept.py shop.py; exit $code")
    assert result.returncode == 1
    assert "3 failed, 1 passed" in result.stdout
    assert "the requests that came" in result.stderr


def test_the_pages_trigger_makes_a_failed_payment(shell):
    result = shell(TRIGGER)
    assert result.returncode == 0, result.stderr
    assert "insufficient_funds" in result.stdout
    assert "payment.failed" in result.stdout


@pytest.mark.parametrize("name", [".github/workflows/payments.yml", ".gitlab-ci.yml"])
def test_the_pages_pipelines_run_the_tested_commands(name):
    """What installs the package is run where a package may be installed, in test_distribution.py."""
    lines = [re.sub(r"^\s*(- )?", "", line) for line in FILES[name].splitlines()]
    commands = ["apt-get update", APT, RUN.strip()]
    assert [line for line in lines if line in commands] == commands
