"""Soaks one served key with random clients for a given time."""

import argparse
import sys
import tempfile
from pathlib import Path

from command import Toque

from .report import faults, summary
from .soak import Soak


def arguments():
    parser = argparse.ArgumentParser(prog="tools/soak", description=__doc__)
    parser.add_argument("--seconds", type=int, default=3600, help="how long; 3600 unless said otherwise")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is by chance; 1 unless said otherwise")
    options = parser.parse_args()
    if options.seconds < 4:
        parser.error("--seconds: less than 4 show nothing")
    return options


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="toque-soak-") as folder:
        with Soak(Toque(folder), Path(folder), options.seconds, options.seed) as soak:
            print(f"The key is process {soak.process.pid}.", flush=True)
            soak.run()
    print(summary(soak))
    found = faults(soak)
    for fault in found:
        print(f"FAULT: {fault}")
    print(f"{len(soak.world.wrong)} wrong answers, {soak.world.operations} operations, seed {options.seed}")
    sys.exit(1 if found else 0)


main()
