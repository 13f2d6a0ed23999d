"""libpq, and the libraries that it brings, are loaded for a PostgreSQL database only."""

from pathlib import Path

import pytest

from cluster import REASON, is_installed
from simulator import Simulator

pytestmark = [
    pytest.mark.extended,
    pytest.mark.sqlite,
    pytest.mark.skipif(not is_installed(), reason=REASON),
]


def libraries(process):
    """The names of the files that a process has mapped, without their versions."""
    lines = Path(f"/proc/{process.pid}/maps").read_text().splitlines()
    return {Path(line.split(maxsplit=5)[5]).name.partition(".so")[0] for line in lines if ".so" in line}


def test_a_sandbox_loads_libpq_for_postgresql_only(toque, cluster, tmp_path):
    loaded = {}
    for place in ("--memory", tmp_path / "sandbox.sqlite", cluster.url(cluster.make_database())):
        database = [place] if place == "--memory" else ["--database", place]
        with Simulator(toque, "--port", 0, *database) as simulator:
            loaded[place] = libraries(simulator.process)
    memory, file, server = loaded.values()
    assert "libc" in memory
    assert "libpq" not in memory | file
    assert "libpq" in server
    # Such as those of Kerberos and LDAP.
    assert len(server - file) > 1
