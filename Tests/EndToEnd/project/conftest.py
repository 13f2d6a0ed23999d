"""The output of tools/dist, and bare Debians to use it in.

It is built in release mode, which takes minutes the first time. TOQUE_DIST_BINARY names a binary to pack instead, one
with Swift's own libraries in it, with libtoque-sk.so beside it; TOQUE_DIST a folder that tools/dist has made just now.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bare_debian import BareDebian
from command import HANGING, ROOT


@pytest.fixture(scope="session")
def binary():
    return os.environ.get("TOQUE_DIST_BINARY")


@pytest.fixture(scope="session")
def pack():
    def pack(folder, *arguments):
        """The output of tools/dist, moved to a folder."""
        command = [ROOT / "tools/dist", *arguments]
        result = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=6 * HANGING
        )
        assert result.returncode == 0, result.stdout
        return shutil.move(ROOT / ".build/dist", folder)

    return pack


@pytest.fixture(scope="session")
def dist(tmp_path_factory, binary, pack):
    if made := os.environ.get("TOQUE_DIST"):
        return Path(made)
    return pack(tmp_path_factory.mktemp("dist") / "dist", *(["--binary", binary] if binary else []))


@pytest.fixture(scope="session")
def tarball(dist):
    [file] = dist.glob("*.tar.gz")
    return file


@pytest.fixture(scope="session")
def package(dist):
    [file] = dist.glob("*.deb")
    return file


@pytest.fixture(scope="session")
def libraries(dist):
    """The Debian packages that SHARED-LIBRARIES names, without their versions."""
    [file] = dist.glob("*/share/doc/toque/SHARED-LIBRARIES")
    [line] = [line for line in file.read_text().splitlines() if line.startswith("On Debian they come with: ")]
    return re.sub(r" \([^)]*\)", "", line.partition(": ")[2]).split(", ")


@pytest.fixture(scope="session")
def bare_root(tmp_path_factory, libraries):
    return BareDebian.bootstrap(tmp_path_factory.mktemp("bare") / "root", ["python3", *libraries])


@pytest.fixture
def debian(bare_root, tmp_path):
    """A bare Debian of the test's own."""
    copy = bare_root.copy(tmp_path / "root")
    yield copy
    shutil.rmtree(copy.root)
