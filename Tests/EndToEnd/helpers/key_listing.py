"""Lets stock programs that look for keys on their own find one that is no USB device."""

import os
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("listed_key.c")


def build_listing(folder):
    """A function from a key to the environment in which it is the one that programs find."""
    library = folder / "listed_key.so"
    compiler = shutil.which("cc")
    assert compiler, "needs a C compiler: apt-get install gcc"
    subprocess.run([compiler, "-shared", "-fPIC", "-Wall", "-Werror", "-o", library, SOURCE, "-lfido2"], check=True)
    return lambda key: os.environ | {"LD_PRELOAD": str(library), "LISTED_KEY": key.location}
