"""The package as it is installed."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import toque_testing

INSTALLED = Path(toque_testing.__file__).parent
PROJECT = Path(__file__).parent.parent


def mypy(*files: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(PROJECT.parent / ".build/mypy"), *files]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)


def test_it_runs_from_the_wheel() -> None:
    assert "site-packages" in INSTALLED.parts
    sources = PROJECT / "src/toque_testing"
    assert {file.name: file.read_bytes() for file in sources.iterdir() if file.is_file()} == {
        file.name: file.read_bytes() for file in INSTALLED.iterdir() if file.is_file()
    }


def test_it_needs_only_pytest() -> None:
    requires = importlib.metadata.requires("toque-testing") or []
    assert [name for name in requires if "extra ==" not in name] == ["pytest>=7.4"]
    assert [name for name in requires if "extra ==" in name] == ["locust>=2.20; extra == 'locust'"]


def test_its_version_is_that_of_the_binary() -> None:
    printed = subprocess.run([os.environ["TOQUE_BIN"], "--version"], capture_output=True, text=True, check=True).stdout
    assert importlib.metadata.version("toque-testing") == printed.strip()


def test_mypy_finds_nothing() -> None:
    """In the package and in these tests, which use it by its installed types."""
    result = mypy()
    assert result.returncode == 0, result.stdout + result.stderr


def test_python_3_9_reads_it() -> None:
    for file in INSTALLED.glob("*.py"):
        ast.parse(file.read_text(), feature_version=(3, 9))


def test_a_failing_type_is_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("from toque_testing import Sandbox\ndef f(sandbox: Sandbox) -> int: return sandbox.url\n")
    assert 'got "str", expected "int"' in mypy(str(wrong)).stdout
