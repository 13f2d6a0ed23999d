#!/usr/bin/env python3
"""Checks two libraries for relying parties, `webauthn` and `fido2` from PyPI, with the vectors, as an example of how to
check your own, and lists what each of them lacks.

    python3 -m venv .venv && .venv/bin/pip install -r tools/vectors-python/requirements.txt
    .venv/bin/python tools/vectors-python/check.py

lacks.json lists the known gaps. Exits 1 if a library has another gap, or has closed a listed one.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from libraries import LIBRARIES
from vectors import ROOT, read

HERE = Path(__file__).resolve().parent


class Report:
    """The results of the vectors in one library, by rule."""

    def __init__(self):
        # By code and rule, such as ("challenge_mismatch", "padded-challenge"): how often it was accepted, and asked.
        self.accepted, self.asked = Counter(), Counter()
        # What is wrong, in a sentence.
        self.reasons = {}
        # Features of valid ceremonies that were refused, and IDs of inputs.
        self.refused = Counter()
        self.right = self.skipped = self.unknown = 0

    @property
    def lacks(self):
        return {
            "accepts": sorted(f"{code}: {rule}" for code, rule in self.accepted),
            "refuses": sorted(self.refused),
        }

    def ask(self, code, rule, reason, is_accepted):
        self.asked[code, rule] += 1
        self.reasons[code, rule] = reason
        if is_accepted:
            self.accepted[code, rule] += 1
        else:
            self.right += 1

    def lines(self):
        yield f"  {self.right:5} as expected"
        yield f"  {self.accepted.total():5} accepted, but wrong"
        for (code, rule), count in sorted(self.accepted.items()):
            reason = self.reasons[code, rule]
            yield f"        {count} of {self.asked[code, rule]}  {code}: {rule}" + (f" ({reason})" if reason else "")
        yield f"  {self.refused.total():5} refused, but right"
        for feature, count in sorted(self.refused.items()):
            yield f"        {count}  {feature}"
        yield f"  {self.unknown:5} not asked: it refuses the same ceremony as it usually is"
        yield f"  {self.skipped:5} not asked: a policy that it cannot follow, or a document that it does not see"


def accepts(judge, vector):
    """Any exception counts as a refusal: a relying party must not accept a response after one."""
    try:
        judge(vector)
    except Exception:
        return False
    return True


def check(library, ceremonies, inputs, lacking):
    """`lacking`: the listed gaps of the library. A valid ceremony that needs one is refused for that reason."""
    report = Report()
    askable = [ceremony for ceremony in ceremonies if ceremony.can_be_asked]
    report.skipped = len(ceremonies) - len(askable)
    refused = set()
    # Unmodified ceremonies first: if a library refuses one, its variants prove nothing.
    for ceremony in sorted(askable, key=lambda ceremony: ceremony.rule != ""):
        if ceremony.base in refused:
            report.unknown += 1
            continue
        is_accepted = accepts(library.verify, ceremony.document)
        if ceremony.code is not None:
            sentence = ceremony.document.get("description", "").rsplit(": ", 1)[-1]
            report.ask(ceremony.code, ceremony.rule, sentence, is_accepted)
        elif is_accepted:
            report.right += 1
        elif ceremony.rule:
            report.refused[ceremony.id] += 1
        else:
            refused.add(ceremony.base)
            report.refused[next((name for name in ceremony.features if name in lacking), ceremony.id)] += 1
    for vector in inputs:
        is_accepted = accepts(library.read_cbor, vector.bytes)
        if not vector.is_canonical:
            report.ask("not canonical CBOR", vector.reason, "", is_accepted)
        elif is_accepted:
            report.right += 1
        else:
            report.refused[f"CBOR {vector.id}"] += 1
    return report


def differences(found, stated, is_everything):
    """Gaps that are not listed and, if all vectors were asked, listed gaps that are closed."""
    for kind in ("accepts", "refuses"):
        yield from (f"not stated: {kind} {rule}" for rule in found[kind] if rule not in stated[kind])
        if is_everything:
            yield from (f"no longer: {kind} {rule}" for rule in stated[kind] if rule not in found[kind])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="*", type=Path, help="files and folders of vectors; all of them by default")
    parser.add_argument("--lacks", type=Path, default=HERE / "lacks.json", help="what is known to be lacking")
    parser.add_argument("--update", action="store_true", help="write what is lacking to the file of --lacks")
    arguments = parser.parse_args()
    stated = json.loads(arguments.lacks.read_text())
    paths = arguments.paths or [ROOT / "vectors"]
    ceremonies, inputs = read(paths)
    if not ceremonies and not inputs:
        sys.exit(f"no vectors in {', '.join(map(str, paths))}")
    is_as_stated = True
    for library in LIBRARIES:
        known = stated[library.name]
        report = check(library, ceremonies, inputs, set(known["refuses"]))
        print(f"{library.name} {library.version}: {len(ceremonies)} ceremonies and {len(inputs)} CBOR inputs")
        print(*report.lines(), sep="\n")
        for difference in differences(report.lacks, known, is_everything=not arguments.paths):
            is_as_stated = False
            print(f"  {difference}")
        known |= report.lacks
    if arguments.update:
        arguments.lacks.write_text(json.dumps(stated, indent=2) + "\n")
    elif not is_as_stated:
        sys.exit(1)


if __name__ == "__main__":
    main()
