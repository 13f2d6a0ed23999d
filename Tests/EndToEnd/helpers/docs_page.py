"""A page of docs that goes from nothing to tests in CI, done as it says."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

from command import HANGING, ROOT

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
APT = "apt-get install --yes --no-install-recommends ./toque_*.deb python3-pytest"


class DocsPage:
    """The blocks of a page or of a part of it: files to be used, named by their first line, and commands to be run."""

    def __init__(self, text):
        self.blocks = BLOCK.findall(text)
        self.files = {text.splitlines()[0].removeprefix("# "): text for kind, text in self.blocks if kind != "sh"}
        self.commands = [text for kind, text in self.blocks if kind == "sh"]

    def shell(self, toque, folder):
        """What runs a command in a folder where the page's files are and the tarball was unpacked by the first command,
        with nothing else of ours."""
        version = toque.run("--version").stdout.strip()
        # As tools/dist packs it, with the binary under test.
        with tarfile.open(folder / f"toque-{version}-linux-amd64.tar.gz", "w:gz", compresslevel=0) as tarball:
            tarball.add(toque.path, f"toque-{version}-linux-amd64/bin/toque")
        for name, text in self.files.items():
            if "/" not in name:
                (folder / name).write_text(text)
        # The Python that has pytest.
        path = os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"])

        def run(command):
            return subprocess.run(
                ["sh", "-c", command], cwd=folder, env=toque.environment | {"PATH": path},
                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=HANGING,
            )  # fmt: skip

        result = run(self.commands[0])
        assert (result.returncode, result.stdout.strip()) == (0, version), result
        path = os.pathsep.join([str(folder / f"toque-{version}-linux-amd64/bin"), path])
        return run

    def run_broken(self, shell, name, old, new, command):
        """Runs a command with another line in one of the files: the page's tests are able to fail."""
        broken = self.files[name].replace(old, new)
        assert broken != self.files[name]
        swap = f"cp {name} kept; cat >{name} <<'END'\n{broken}END"
        return shell(f"{swap}\n{command}\ncode=$?; mv kept {name}; exit $code")

    def check_pipeline(self, name, command):
        """Fails where a pipeline of the page does not run the tested command. What installs the package is run where a
        package may be installed, in test_distribution.py."""
        lines = [re.sub(r"^\s*(- )?", "", line) for line in self.files[name].splitlines()]
        commands = ["apt-get update", APT, command.strip()]
        assert [line for line in lines if line in commands] == commands


def part(page, heading):
    """A part of a page of docs, from its heading to the next one of the same level."""
    return (ROOT / "docs" / page).read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]


FAILING_PAYMENT = DocsPage((ROOT / "docs/failing-payment.md").read_text())
