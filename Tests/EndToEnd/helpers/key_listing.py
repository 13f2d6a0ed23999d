"""Lets stock programs that search for keys find one that is not a USB device."""

import os
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("listed_key.c")


def build_listing(folder):
    """Returns a function from a key to the environment in which programs find it."""
    library = folder / "listed_key.so"
    compiler = shutil.which("cc")
    assert compiler, "needs a C compiler: apt-get install gcc"
    subprocess.run([compiler, "-shared", "-fPIC", "-Wall", "-Werror", "-o", library, SOURCE, "-lfido2"], check=True)
    return lambda key: os.environ | {"LD_PRELOAD": str(library), "LISTED_KEY": key.location}
