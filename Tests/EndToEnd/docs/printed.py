"""Compares a command's output with the output on a page of docs; masks values that differ between runs."""

import re

# From the most to the least specific; each match counts as equal to any other match.
MASKS = [
    ("<id>", re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")),
    ("<id>", re.compile(r"\b[0-9a-f]{4,12}(?:…|\.\.\.)(?:[0-9a-f]{4,12}\b)?")),
    ("<time>", re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?")),
    ("<time>", re.compile(r"\b\d\d:\d\d:\d\d(?:\.\d+)?\b")),
    ("<took>", re.compile(r"\b\d+(?:\.\d+)? ?(?:ms|µs|s)\b")),
    (r"<address>", re.compile(r"(?<=127\.0\.0\.1:)\d+|(?<=localhost:)\d+")),
    ("<device>", re.compile(r"/dev/(?:pts/|hidraw)\d+")),
    ("<process>", re.compile(r'(?<="pid": )\d+')),
    ("<id>", re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{16,}\b")),
    # A key, a signature or a challenge in base64url: long, with a digit or many capitals.
    ("<bytes>", re.compile(r"(?<![\w/-])(?=[\w-]*(?:\d|(?:[A-Z][\w-]*?){3}))(?=[\w-]*[A-Z])[\w-]{20,}=*(?![\w/])")),
]


def masked(line):
    for name, pattern in MASKS:
        line = pattern.sub(name, line)
    # Columns are as wide as what is in them.
    return re.sub(r" {2,}|-{4,}|─{2,}", "  ", line.rstrip())


def pattern(shown):
    """What matches a shown line: `…` is any text."""
    return ".*".join(re.escape(part) for part in re.sub(r"…", "\0", masked(shown)).split("\0"))


def is_shown(shown, printed):
    """Whether the lines of a page are the printed ones."""
    parts = []
    for line in shown:
        parts.append(r"(?:.*\n)*?" if line.strip() == "…" else pattern(line) + r"\n")
    return re.fullmatch("".join(parts), "".join(f"{masked(line)}\n" for line in printed)) is not None


def renewed(shown, printed):
    """The printed lines, with the values that the page has already where nothing else changed."""
    kept = {keyed(line): line for line in shown}
    return [kept.get(keyed(line), line.rstrip()) for line in printed]


def keyed(line):
    return len(line) - len(line.lstrip()), masked(line)
