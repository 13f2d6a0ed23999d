"""The command under test."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
# Guards against a command that hangs: it may take minutes where the machine has much else to do.
HANGING = 600


class Toque:
    """Runs `toque` in an environment of its own: no TOQUE_ variable of the caller, and files in one folder."""

    def __init__(self, folder):
        self.path = Path(os.environ.get("TOQUE", ROOT / ".build/debug/toque")).resolve()
        assert self.path.exists(), f"{self.path} is not built: swift build --product toque"
        self.folder = Path(folder)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("TOQUE")}
        for variable in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            self.environment[variable] = str(folder)

    def run(self, *arguments, stdin="", environment=None, timeout=HANGING):
        """What the command printed and how it ended. Its stdin is never a terminal."""
        return subprocess.run(
            [self.path, *arguments],
            input=stdin,
            env=self.environment | (environment or {}),
            timeout=timeout,
            capture_output=True,
            text=True,
        )

    def run_page(self, page, folder):
        """Runs the first shell block of a page of docs in a folder, with `toque` in its PATH."""
        return self.run_script((ROOT / "docs" / page).read_text().split("```sh\n")[1].split("```")[0], folder)

    def run_script(self, script, folder):
        """Runs a shell script in a folder, with `toque` in its PATH."""
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=folder,
            env=self.environment | {"PATH": f"{self.path.parent}:{os.environ['PATH']}"},
            timeout=HANGING,
            capture_output=True,
            text=True,
        )

    def output(self, *arguments, **options):
        """The JSON that a successful command printed."""
        result = self.run(*arguments, **options)
        assert result.returncode == 0, f"toque {' '.join(map(str, arguments))}: {result.stderr}"
        return json.loads(result.stdout)
