"""The command under test."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
# Guards against a hanging command; on a busy machine a command may take minutes.
HANGING = 600


def error_of(stderr):
    """The error on stderr as `WHERE: what is wrong`, with ` hint: what to do` where it says so."""
    lines = stderr.splitlines()
    hint = f" {lines.pop()}" if lines and lines[-1].startswith("hint: ") else ""
    assert lines and lines[-1].startswith("error: "), stderr
    return lines[-1].removeprefix("error: ") + hint


class Toque:
    """Runs `toque` in its own environment: no TOQUE_ variables of the caller, and files in one folder."""

    def __init__(self, folder):
        self.path = Path(os.environ.get("TOQUE", ROOT / ".build/debug/toque")).resolve()
        assert self.path.exists(), f"{self.path} is not built: swift build --product toque"
        self.folder = Path(folder)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("TOQUE")}
        for variable in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            self.environment[variable] = str(folder)
        # Tests know whether their sandbox is running.
        self.environment["TOQUE_WAIT"] = "0"

    def run(self, *arguments, stdin="", environment=None, timeout=HANGING):
        """Returns the command's output and exit code. Its stdin is never a terminal."""
        return subprocess.run(
            [self.path, *arguments],
            input=stdin,
            env=self.environment | (environment or {}),
            timeout=timeout,
            capture_output=True,
            text=True,
        )

    def output(self, *arguments, **options):
        """Returns the JSON output of a successful command."""
        result = self.run(*arguments, **options)
        assert result.returncode == 0, f"toque {' '.join(map(str, arguments))}: {result.stderr}"
        return json.loads(result.stdout)
