"""Finds the pages of a sandbox by their links."""

import collections
import re
import urllib.parse

from api_client import Client

# Pages of one kind, such as those of single requests, are alike: this many of each are looked at.
OF_A_KIND = 3


def crawl(sandbox, page, limit=OF_A_KIND):
    """The addresses of all pages that links lead to from the front door, a few of each kind."""
    found, waiting, known = {}, collections.deque([f"{sandbox}/"]), set()
    kinds = collections.Counter()
    while waiting:
        address = waiting.popleft()
        kind = kind_of(address)
        if address in found or kinds[kind] >= limit:
            continue
        kinds[kind] += 1
        page.open(address)
        found[address] = page.url
        for link in page.evaluate("[...document.querySelectorAll('main a[href], nav a[href]')].map((a) => a.href)"):
            parts = urllib.parse.urlsplit(link)
            query = [pair for pair in urllib.parse.parse_qsl(parts.query) if pair[0] not in ("lang", "theme")]
            link = parts._replace(query=urllib.parse.urlencode(query), fragment="").geturl()
            if link in known or not link.startswith(f"{sandbox}/") or kinds[kind_of(link)] >= limit:
                continue
            known.add(link)
            if shows_page(sandbox, link):
                waiting.append(link)
    return list(found)


def kind_of(address):
    parts = urllib.parse.urlsplit(address)
    names = [name for name, _ in urllib.parse.parse_qsl(parts.query)]
    return re.sub(r"/[^/]*\d[^/]*(?=/|$)", "/*", parts.path), tuple(sorted(names))


def shows_page(sandbox, link):
    answer = Client(sandbox).send("HEAD", link.removeprefix(sandbox), None, {"Accept": "text/html"})
    return answer.headers.get("Content-Type", "text/html").startswith("text/html")
