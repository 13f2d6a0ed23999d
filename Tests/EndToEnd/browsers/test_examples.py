"""The examples of examples/browser-tests pass."""

import shutil
import subprocess
import sys

import pytest

from command import ROOT
from engines import Chromium

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(Chromium.missing is not None, reason=str(Chromium.missing)),
    pytest.mark.skipif(not shutil.which("chromedriver"), reason="chromedriver is not installed"),
]


@pytest.mark.parametrize("name", ["selenium", "playwright"])
def test_the_example_passes(toque, name):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", f"test_{name}.py"]
    run = subprocess.run(
        command, cwd=ROOT / "examples/browser-tests", env=toque.environment | {"TOQUE": str(toque.path)},
        capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stdout + run.stderr


def test_playwrights_own_firefox_and_webkit():
    pytest.skip("Playwright drives patched builds of Firefox and WebKit, which it downloads and Debian does not have")
