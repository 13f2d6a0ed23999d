"""What every page must hold against: a person's needs, hostile texts, and pages of other sites."""

import contextlib
import http.server
import json
import os
import subprocess
import threading

import axe

HOSTILE = {
    "markup": "<img src=x onerror=alert(1)></bdi><script>alert(2)</script>\"'&amp;{{title}}",
    "bidi": "\u202eevil\u202c \u2067شاشة\u2069 \u200f!",
    # As long as the API allows.
    "long": "W" * 140,
    "emoji": "👩‍👩‍👧‍👦📱🇧🇷 de Ana",
}


@contextlib.contextmanager
def shop(page=b"Back at the shop"):
    """A server of another origin, and the paths that it was asked for."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.server.asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.asked = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def origin(server):
    return f"http://127.0.0.1:{server.server_port}"


# A theme changes only the colors and a width only the layout: these forms show all of both.
FORMS = [(360, "dark"), (1280, "light")]


def unaccessible(page):
    """Returns what is wrong with the shown page: for axe-core, for its policy, and beyond its edge."""
    wrong = axe.violations(page)
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        wrong.append("scrolls sideways")
    return wrong + page.policy_reports


def faults(page, address, language, theme):
    """Opens a page with all its folds. Returns what is wrong with it; texts of others stay texts."""
    page.open(f"{address}{'&' if '?' in address else '?'}lang={language}&theme={theme}")
    page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
    wrong = unaccessible(page)
    if page.evaluate("document.querySelectorAll('h1').length") != 1:
        wrong.append("not one heading of the first level")
    if page.evaluate("document.querySelectorAll('script:not([src]):not([type]), img').length"):
        wrong.append("markup of others")
    return wrong


def commands(page):
    """The commands that a page shows, folded away or not."""
    return page.evaluate("[...document.querySelectorAll('.command > code')].map((code) => code.textContent)")


def command(page, start, *parts):
    """The command that a page shows which begins with these words, and has these parts."""
    return next(each for each in commands(page) if each.startswith(f"toque {start}") and all(part in each for part in parts))


def run(toque, text, folder):
    """Runs a shown command as a person does who has copied it."""
    path = f"{toque.path.parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        ["sh", "-c", text], env=toque.environment | {"PATH": path}, cwd=folder, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, (text, result.stderr)


def without_language(page, texts):
    """Those of the English texts that a page shows without saying that they are in English."""
    return page.evaluate(
        "((texts) => { const found = []; const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);"
        " while (walker.nextNode()) { const { data, parentElement: place } = walker.currentNode;"
        " if (!place.closest('pre, code, script, [lang=en]')) found.push(...texts.filter((text) => data.includes(text))); }"
        f" return found }})({json.dumps(texts)})"
    )
