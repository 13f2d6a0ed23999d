"""What a sandbox counts, beside what a load generator counts."""

import re
import urllib.request
from collections import Counter

METRIC = re.compile(r'^toque_requests_total\{route="(/[^"]*)",method="([A-Z]+)",status="\d+"\} (\d+)$', re.MULTILINE)


def counts_of(url):
    """How many requests of each method and route the sandbox has answered, without those of the control API."""
    with urllib.request.urlopen(f"{url}/_toque/metrics", timeout=60) as answer:
        found = METRIC.findall(answer.read().decode())
    return added((f"{method} {route}", int(count)) for route, method, count in found if "_toque" not in route)


def added(counts):
    """The counts of steps by method and route as the sandbox names them: without a fault and the last slash, and
    whatever a place is called."""
    total = Counter()
    for name, count in counts:
        method, path = name.partition(" (")[0].split(" ")
        total[f"{method} {re.sub('{[^}]*}', '{}', path).rstrip('/')}"] += count
    return total
