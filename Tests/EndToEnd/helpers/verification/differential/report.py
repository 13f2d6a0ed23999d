"""The tables of what was found, for people: `docs/differential.md`."""

import collections

from .bases import BASES
from .disagreement import Disagreement
from .judges import LIBRARIES
from .rules import GAPS, RULES

INTRODUCTION = """\
# The verifier beside two others

A test puts one fault into each of {cases} ceremonies, {kinds} kinds of fault into {bases} valid ceremonies, and has
`toque verify` and two libraries judge them: `webauthn` and `fido2` (python-fido2) from PyPI, at the versions of
`Tests/EndToEnd/requirements.txt`. Each is told all that it can check: origin, RP ID, challenge, user verification,
algorithms, counter and trust anchor. The valid ceremonies are of each format and algorithm that one of the libraries
knows. Most are the test's own, whose keys it has: a fault before a signature is signed too, so that it is the only one.
The others are the project's test vectors, whose faults happen on the way.

The faults come of a fixed seed and are the same in every run. Where we and a library differ, a rule says why, by the
specification (WebAuthn Level 3, where no other is named): `rules.py` and `rules_of_attestation.py` in
`Tests/EndToEnd/helpers/verification/differential`. Every difference has a rule, and every rule explains at least one
difference. The test compares this page with its result, and writes it with `TOQUE_UPDATE_DOCS=1`.
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
        "## What the libraries refuse of what is valid\n\nTheir verdicts on faults in these do not count.\n\n"
        + gaps(valid),
        "## Why we refuse what a library accepts\n\n" + rules([rule for rule in RULES if rule.codes], counts, names),
        "## Why we accept what a library refuses\n\n" + rules([rule for rule in RULES if rule.reason], counts, names),
        "## Kinds of fault\n\nHow many there are of each, and how many are accepted of those judged. "
        "Not every kind is a fault to a relying party.\n\n" + by_kind(judged, kinds, names),
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
