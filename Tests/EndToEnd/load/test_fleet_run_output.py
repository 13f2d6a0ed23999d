"""What `toque fleet run` prints besides its report, while the test runs."""

import http.server
import itertools
import json
import re
import threading

import pytest

from simulator import Simulator
from terminal import shown

LINE = r"[\d.]+s  \d+ users  (\d+) requests  [\d.]+/s  p50 [\d.]+ ms  p99 [\d.]+ ms  0 failed"


@pytest.fixture(scope="module")
def sandbox(toque):
    """Its bank decides at once."""
    with Simulator(toque, "--port", 0, "--memory", "--quiet", "--options-delay", "0s", "--result-delay", "0s") as running:
        yield running.url


def test_a_terminal_shows_live_percentiles_in_one_line(toque, sandbox):
    words = [toque.path, "fleet", "run", "--target", sandbox, "--rate", "10", "--for", "3s"]
    code, text = shown(words, 160, toque.environment)
    assert code == 0, text
    counts = [int(count) for count in re.findall(LINE, text)]
    assert len(counts) > 1 and counts == sorted(counts) and counts[-1] > counts[0]
    live, report = text.split("JOURNEY enroll-and-pay")
    # The report comes below, once the line is gone.
    assert re.search(LINE, live) and not re.search(LINE, report)
    assert "\n" not in re.search(f"{LINE}.*{LINE}", text, re.DOTALL).group()


class Broken(http.server.ThreadingHTTPServer):
    """Breaks down seven times, each time for another reason, and then knows nothing."""

    def __init__(self):
        numbers = itertools.count(1)

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                number = next(numbers)
                body = f'{{"reason":{number}}}'.encode()
                self.send_response(500 if number <= 7 else 404)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)


def test_an_unexpected_answer_is_told_once_and_counted_and_its_first_bodies_are_in_the_report(toque, tmp_path):
    journey = tmp_path / "journey.toml"
    journey.write_text('[journeys]\nbrowse = 1\n[[browse]]\npath = "/list"')
    with Broken() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        words = ["--target", f"http://127.0.0.1:{server.server_address[1]}", "--users", "1", "--journeys", "9"]
        result = toque.run("fleet", "run", "--journey", journey, *words, "--rate", "100", "--report", "json")
        server.shutdown()
    assert result.returncode == 1
    told = [line for line in result.stderr.splitlines() if line.startswith("unexpected answer: ")]
    assert told == [f"unexpected answer: GET /list: answered {status}, expected 200" for status in (500, 404)]
    assert json.loads(result.stdout)["unexpected"] == [
        {"step": "GET /list", "answer": f"answered {status}, expected 200", "count": count, "bodies": bodies}
        for status, count, bodies in [
            (500, 7, [f'{{"reason":{number}}}' for number in range(1, 6)]),
            (404, 2, ['{"reason":8}', '{"reason":9}']),
        ]
    ]
