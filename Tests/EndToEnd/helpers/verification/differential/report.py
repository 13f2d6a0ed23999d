"""Writes the tables of the results: `docs/differential.md`."""

import collections

from .bases import BASES
from .disagreement import Disagreement
from .judges import LIBRARIES
from .rules import GAPS, RULES

INTRODUCTION = """\
# The verifier beside two others

See where `toque verify` and two Python libraries differ, and why. A test judges {cases} faulty ceremonies with all
three: {kinds} kinds of fault in {bases} valid ceremonies, one fault in each. The libraries are `webauthn` and `fido2`
(python-fido2) from PyPI, at the versions of `Tests/EndToEnd/requirements.txt`. Each gets everything that it can check:
origin, RP ID, challenge, user verification, algorithms, counter and trust anchor.

The valid ceremonies cover each format and algorithm that one of the libraries supports. The test made most of them and
has their keys, so it signs after it adds a fault, and the fault is the only one. The others are the project's test
vectors, which the test changes on the way.

The faults have a fixed seed and are the same in every run. Every difference has a rule that gives the reason by the
specification (WebAuthn Level 3 unless named otherwise). Every rule explains at least one difference. The rules are in
`rules.py` and `rules_of_attestation.py` in `Tests/EndToEnd/helpers/verification/differential`. The test compares this
page with its result, and writes it with `TOQUE_UPDATE_DOCS=1`.
"""


def table(columns, rows):
    lines = [columns, ["---"] + ["---" if isinstance(cell, str) else "---:" for cell in rows[0][1:]], *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def report(judged, valid, counts):
    names = [library.name for library in LIBRARIES]
    kinds = sorted({str(case.kind) for case, _, _ in judged})
    sections = [
        INTRODUCTION.format(cases=f"{len(judged):,}", kinds=len(kinds), bases=len(BASES)),
        "## In numbers\n\n" + totals(judged, names),
        "## Valid ceremonies that the libraries refuse\n\nTheir verdicts on faulty versions of these do not count.\n\n"
        + gaps(valid),
        "## Why we refuse what a library accepts\n\n" + rules([rule for rule in RULES if rule.codes], counts, names),
        "## Why we accept what a library refuses\n\n" + rules([rule for rule in RULES if rule.reason], counts, names),
        "## Kinds of fault\n\nThe number of faults of each kind, and how many each verifier accepted. "
        "Not every kind is a fault for a relying party.\n\n" + by_kind(judged, kinds, names),
    ]
    return "\n".join(sections)


def totals(judged, names):
    rows = []
    for name in names:
        pairs = [(code is None, reasons[name] is None) for _, code, reasons in judged if name in reasons]
        found = collections.Counter(pairs)
        rows.append([f"`{name}`", len(pairs), *(found[pair] for pair in [(1, 1), (0, 0), (0, 1), (1, 0)])])
    return table(
        ["Library", "Judged", "Both accept", "Both refuse", "We alone refuse", "The library alone refuses"], rows
    )


def gaps(valid):
    rows = []
    for rule in GAPS:
        refused = [Disagreement("none", *place, None, reason) for place, reason in valid.items() if reason]
        rows.append([rule.name, rule.why, sum(map(rule.explains, refused))])
    return table(["Gap", "What it is", "Ceremonies"], rows)


def rules(listed, counts, names):
    return table(
        ["Rule", "Why", *(f"`{name}`" for name in names)],
        [[rule.name, rule.why, *(counts[rule.name, name] for name in names)] for rule in listed],
    )


def by_kind(judged, kinds, names):
    found = collections.defaultdict(collections.Counter)
    for case, code, reasons in judged:
        counter = found[str(case.kind)]
        counter["all"] += 1
        counter["ours"] += code is None
        for name, reason in reasons.items():
            counter[name, "judged"] += 1
            counter[name, "accepted"] += reason is None
    rows = [
        [
            kind,
            found[kind]["all"],
            found[kind]["ours"],
            *(f"{found[kind][name, 'accepted']} of {found[kind][name, 'judged']}" for name in names),
        ]
        for kind in kinds
    ]
    return table(["Kind", "Faults", "We", *(f"`{name}`" for name in names)], rows)
