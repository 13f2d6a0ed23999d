"""docs/outcomes.md, row by row: `toque simulate` is the provider, `toque checkout pay` the app, and this file the
merchant's server. Tests/CheckoutSimulatorTests/Outcomes runs the same rows through the SDKs."""

import collections
import concurrent.futures
import contextlib
import dataclasses
import datetime
import http.client
import http.server
import itertools
import json
import re
import subprocess
import threading
import time
import urllib.error
import urllib.request

import pytest

import ecommpay_reference
import placetopay_reference
from api_client import Client
from command import HANGING, ROOT
from holder import private_file
from receiver import Receiver
from simulator import Simulator

START = "2026-03-01T12:00:00Z"
# Seconds between two checks of an app's progress.
PAUSE = 0.05


# The table


@dataclasses.dataclass(frozen=True)
class Row:
    number: int
    cells: list

    def list(self, column):
        """Returns the items of a cell. `authorize ×3` is one item three times."""
        items = [re.fullmatch(r"(.*?)(?: ×(\d+))?", item) for item in self.untimed(column).split(", ") if item]
        return [item[1] for item in items for _ in range(int(item[2] or 1))]

    def untimed(self, column):
        return re.sub(r"(^| )(before|meanwhile)$", "", self.cells[column])

    @property
    def method(self):
        return self.list(0)[0]

    @property
    def options(self):
        return self.list(0)[1:]

    @property
    def scenario(self):
        return self.cells[1]

    @property
    def amount(self):
        zero = [option.removeprefix("amount ") for option in self.options if option.startswith("amount ")]
        return zero[0] if zero else self.scenario if self.scenario[:1].isdigit() else None

    @property
    def token(self):
        return self.scenario if self.scenario.startswith("tok_") else None

    @property
    def visits(self):
        """The person's steps: words for the app each time that it opens, or `decline` on the payer's page."""
        for visit in self.cells[2].split(" then "):
            words = Row(self.number, [visit]).list(0)
            yield from [["decline"]] * len(words) if words[:1] == ["decline"] else [words]

    @property
    def backend(self):
        return self.list(3)

    @property
    def seconds(self):
        clock = self.untimed(4)
        return int(clock[:-1]) * {"s": 1, "m": 60, "h": 3600, "d": 86400}[clock[-1]] if clock else 0

    @property
    def moment(self):
        moments = [cell.split(" ")[-1] for cell in self.cells[3:5]]
        return next((moment for moment in moments if moment in ("before", "meanwhile")), "after")

    @property
    def webhooks(self):
        return self.list(7)

    @property
    def exit(self):
        return int(self.cells[8])

    @property
    def waits_in_vain(self):
        """Whether the app times out without a result; otherwise it waits for one. A script that ends early is an
        illegal state at once."""
        return self.exit == 4 and self.cells[5] != "Error illegalState"


def table(provider):
    page = (ROOT / "docs/outcomes.md").read_text().split(f"\n## {provider}\n")[1].split("\n## ")[0]
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    return [Row(number, [cell.strip() for cell in line.split("|")[1:-1]]) for number, line in enumerate(lines)][1:]


# The payer's other device


class Phisher:
    """Stands between an app and the provider. Signatures through it name another origin, so the provider refuses
    them."""

    def __init__(self, url):
        port = url.rpartition(":")[2]

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                length = self.headers["Content-Length"]
                body = self.rfile.read(int(length)) if length else None
                headers = {name: value for name, value in self.headers.items() if name not in ("Host", "Connection")}
                request = urllib.request.Request(url + self.path, body, headers, method=self.command)
                try:
                    with urllib.request.urlopen(request, timeout=HANGING) as answer:
                        status, content = answer.status, answer.read()
                except urllib.error.HTTPError as error:
                    status, content = error.code, error.read()
                content = content.replace(f":{port}".encode(), f":{self.server.server_port}".encode())
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


# The providers


class Way:
    """One row being run: a tenant of its own, with its merchant's server and its app."""

    provider = arguments = None

    def __init__(self, row, world):
        self.row, self.world = row, world
        self.key, self.secret = self.credentials(row)
        self.client = Client(world.url, key=None)

    def go(self):
        """Runs the row; returns result, status, webhooks and exit code, like the table."""
        self.control("POST", "webhooks", {"url": f"{self.world.receiver.url}/{self.key}"})
        self.begin()
        if self.row.moment == "before":
            self.advance(self.row.seconds)
        for words in self.row.visits:
            if words == ["decline"]:
                self.send("POST", self.page(), {"decision": "decline"})
            else:
                result, code = self.open(words)
        if self.row.moment == "after":
            self.act_all()
        # Returns once the receiver has taken all webhooks due.
        self.advance(0)
        return result, self.status(), self.heard(), code

    def open(self, words):
        """Runs the app with its script; returns its output and exit code."""
        script = ["authorize" if word in ("forge", "refuse") else word for word in words]
        if waits := self.row.moment == "meanwhile":
            script.append("wait:8h")
        passkeys = ["--store", self.world.folder / f"{self.key}.sqlite"]
        passkeys += ["--gesture", "decline" if "refuse" in words else "approve"]
        command = ["checkout", "pay", self.provider.lower(), *self.app("forge" in words)]
        command = [*command, "--script", ",".join(script), "--json", *passkeys]
        toque = self.world.toque
        with subprocess.Popen(
            [toque.path, *map(str, command)],
            env=toque.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            if waits:
                while not self.is_waiting() and process.poll() is None:
                    time.sleep(PAUSE)
                self.act_all()
            printed, told = process.communicate(timeout=HANGING)
        assert printed, f"{command}: {told}"
        return self.result(json.loads(printed)), process.returncode

    def server(self, forged):
        url = self.world.phisher.url if forged else self.world.url
        return ["--server", url, "--timeout", "2s" if self.row.waits_in_vain else "5m"]

    def act_all(self):
        for verb in self.row.backend:
            match verb.split(" "):
                case ["sandbox", action]:
                    self.control("POST", f"objects/{self.object()}/{action}", {})
                case [verb, *amount]:
                    self.act(verb, *amount)
        self.advance(self.row.seconds)

    def is_waiting(self):
        return len(self.heard()) >= len(self.row.webhooks) - 1

    def choose(self):
        """Makes the row's scenario the tenant's default."""
        if self.row.scenario and self.row.scenario not in (self.row.token, self.row.amount):
            self.control("PUT", "scenario", {"scenario": self.row.scenario})

    # The sandbox

    def send(self, method, target, body=None, headers=None):
        """Returns the JSON of an answer. `target` is a path, or a page's URL."""
        target = re.sub(r"^http://[^/]+", "", target)
        return self.client.send(method, target, body, {"Accept": "application/json"} | (headers or {})).json

    def control(self, method, path, body=None):
        mark = "&" if "?" in path else "?"
        answer = self.client.send(method, f"/_toque/{path}{mark}tenant={self.key}", body)
        assert answer.status < 300, (path, answer.content)
        return answer.json

    def advance(self, seconds):
        self.control("POST", "clock/advance", {"seconds": seconds})

    def heard(self):
        return [self.webhook(body) for body in self.world.heard[self.key]]


class Yuno(Way):
    provider, arguments = "Yuno", ["--now", START]

    @staticmethod
    def credentials(row):
        return f"yuno-{row.number}", f"secret-{row.number}"

    def begin(self):
        body = {
            "account_id": "00000000-0000-4000-8000-00000000000a",
            "merchant_order_id": "order-1",
            "payment_description": "A coffee",
            "country": "BR",
            "amount": {"currency": "BRL", "value": float(self.row.amount or 10)},
            "payment_method": {"detail": {"card": {"capture": "capture false" not in self.row.options}}},
            "workflow": "SDK_SEAMLESS",
            "callback_url": "yunoexample://return",
        }
        self.session = self.merchant("POST", "/v1/checkout/sessions", body)["checkout_session"]
        self.choose()

    def merchant(self, method, path, body=None):
        return self.send(method, path, body, {"public-api-key": self.key, "private-secret-key": self.secret})

    def app(self, forged):
        token = self.row.token or ("tok_success" if self.row.method == "CARD" else None)
        own = ["--session", self.session, "--method", self.row.method, "--public-key", self.key]
        return own + (["--token", token] if token else []) + self.server(forged)

    def result(self, printed):
        return printed["result"]

    def page(self):
        shown = self.send("GET", f"/v1/sdk/sessions/{self.session}/payment", None, {"public-api-key": self.key})
        return shown["action"]["url"]

    def payment(self):
        return next(iter(self.merchant("GET", "/v1/payments?merchant_order_id=order-1")), None)

    def object(self):
        return self.payment()["id"]

    def act(self, verb, amount=None):
        payment = self.payment()
        body = {"merchant_reference": "reference-1"}
        if amount:
            body["amount"] = {"currency": "BRL", "value": float(amount)}
        path = f"/v1/payments/{payment['id']}/transactions/{payment['transactions'][0]['id']}/{verb}"
        self.merchant("POST", path, body)

    def status(self):
        payment = self.payment()
        if payment is None:
            return "none"
        code = payment["transactions"][0].get("response_code")
        return f"{payment['status']}/{payment['sub_status']}" + (f" {code}" if code else "")

    @staticmethod
    def webhook(body):
        payment = body["data"]["payment"]
        return f"{body['type_event'].removeprefix('payment.')} {payment['status']}/{payment['sub_status']}"


class Ecommpay(Way):
    # The clock runs, because the providers behind the platform take a moment.
    provider, arguments = "ecommpay", []

    @staticmethod
    def credentials(row):
        return f"{1000 + row.number}", "your_secret"

    def begin(self):
        action = next((option.lower() for option in self.row.options), "sale")
        options = {
            "project_id": int(self.key),
            "payment_id": "ord-1",
            "payment_amount": 0 if action == "verify" else int(self.row.amount or 1999),
            "payment_currency": "USD",
            "payment_description": "T-shirt",
            "customer_id": "10",
            "action": action,
            "additional_fields": [{"name": "email", "value": "ana@loja.example"}],
        }
        self.options = self.world.folder / f"{self.key}.json"
        self.options.write_text(json.dumps(options))
        self.signature = ecommpay_reference.sign_text(ecommpay_reference.mobile_string(options), self.secret)
        self.choose()

    def app(self, forged):
        return ["--options", self.options, "--signature", self.signature, *self.server(forged)]

    def result(self, printed):
        word = {0: "Success", 100: "Decline", 200: "Cancelled", 500: "Error"}[printed["result"]]
        return f"{word} {printed['error']['code']}" if "error" in printed else word

    def gate(self, path, **members):
        body = ecommpay_reference.gate_request(int(self.key), "ord-1", self.secret, **members)
        return self.send("POST", f"/v2/payment/{path}", body)

    def object(self):
        return "ord-1"

    def act(self, verb, amount=None):
        payment = {"payment": {"amount": int(amount), "currency": "USD"}} if amount else {}
        answer = self.gate(f"card/{verb}", **payment)
        assert answer["status"] == "success", answer

    def status(self):
        answer = self.gate("status")
        if answer["status"] == "error":
            return "none"
        code = answer["operations"][-1].get("code") if answer["operations"] else None
        return answer["payment"]["status"] + (f" {code}" if code else "")

    def is_waiting(self):
        return self.status() != "none" and super().is_waiting()

    @staticmethod
    def webhook(body):
        return body["payment"]["status"]


class PlacetoPay(Way):
    provider, arguments = "PlacetoPay", ["--now", START]
    RETURN, CANCEL = "redirection://receipt?return", "https://loja.example/cancel"

    @staticmethod
    def credentials(row):
        return f"site-{row.number}", f"secret-{row.number}"

    def begin(self):
        self.nonces = itertools.count(1)
        self.choose()
        amount = {"currency": "COP", "total": float(self.row.amount or 165000)}
        partly = "allowPartial" in self.row.options
        payment = {"reference": "order-1", "amount": amount, "allowPartial": partly}
        urls = {"returnUrl": self.RETURN, "cancelUrl": self.CANCEL}
        made = self.site("", payment=payment, ipAddress="127.0.0.1", userAgent="test", **urls)
        self.session, self.process_url = made["requestId"], made["processUrl"]

    def site(self, path, **members):
        now = datetime.datetime.fromisoformat(self.control("GET", "clock")["now"].replace("Z", "+00:00"))
        seed = now.astimezone(placetopay_reference.COLOMBIA).isoformat(timespec="seconds")
        auth = placetopay_reference.auth(self.key, self.secret, str(next(self.nonces)).encode(), seed)
        return self.send("POST", f"/api/session{path}", {"auth": auth} | members)

    def app(self, forged):
        port = self.world.phisher.port if forged else self.world.url.rpartition(":")[2]
        url = re.sub(r":\d+/", f":{port}/", self.process_url)
        return ["--process-url", url, "--return-url", self.RETURN, "--cancel-url", self.CANCEL]

    def result(self, printed):
        return printed.get("decision") or "none"

    def page(self):
        return self.process_url

    def object(self):
        return self.session

    def act(self, verb):
        assert self.site(f"/{self.session}/{verb}")["status"]["status"] == "OK"

    @staticmethod
    def text(status):
        return f"{status['status']} {status['reason']}"

    def status(self):
        shown = self.site(f"/{self.session}")
        attempts = [self.text(attempt["status"]) for attempt in shown.get("payment") or []]
        runs = [(text, len(list(run))) for text, run in itertools.groupby(attempts)]
        counted = ", ".join(text + (f" ×{count}" if count > 1 else "") for text, count in runs)
        return self.text(shown["status"]) + (f": {counted}" if counted else "")

    @classmethod
    def webhook(cls, body):
        return cls.text(body["status"])


class TakeMe(Way):
    provider, arguments = "TakeMe", ["--now", START]

    @staticmethod
    def credentials(row):
        return f"pk_test_{row.number}", f"sk_test_{row.number}"

    def begin(self):
        self.charged = False
        self.choose()

    def app(self, forged):
        return ["--amount", self.row.amount or "10", "--public-key", self.key, *self.server(forged)]

    def result(self, printed):
        return printed["state"]

    def object(self):
        events = self.control("GET", "events?limit=1000")["events"]
        sources = {event["object"] for event in events if event["kind"] == "source"}
        assert len(sources) < 2
        return next(iter(sources), None)

    def is_waiting(self):
        return self.object() is not None

    def act(self, verb):
        # The server charges when the webhook comes.
        assert verb == "charge"

    def hear(self, body):
        """Charges a chargeable source once, however often the answer is lost."""
        if self.charged or "charge" not in self.row.backend or body["type"] != "source.chargeable":
            return
        self.charged = True
        headers = {"Authorization": f"Bearer {self.secret}", "Idempotency-Key": "charge"}
        client = Client(self.world.url, key=None)
        for _ in range(10):
            with contextlib.suppress(OSError, http.client.HTTPException):
                if client.send("POST", "/v1/charges", {"source": body["data"]["id"]}, headers).status == 201:
                    return
        raise AssertionError("the charge got no answer")

    def status(self):
        if (source := self.object()) is None:
            return "none"
        shown = self.send("GET", f"/v1/sources/{source}", None, {"Authorization": f"Bearer {self.secret}"})
        return f"{shown['status']}, redirect {shown['redirect']['status']}"

    @staticmethod
    def webhook(body):
        return body["type"]


# The test


class World:
    """A provider with a tenant for every row, the merchants' receiver, and a phisher in the middle."""

    def __init__(self, toque, folder, way):
        self.toque, self.folder = toque, folder
        self.rows = table(way.provider)
        self.heard, self.ways = collections.defaultdict(list), {}
        keys = "".join(":".join(way.credentials(row)) + "\n" for row in self.rows)
        self.arguments = ["--api-keys", private_file(folder / "keys", keys), *way.arguments]

    def take(self, received):
        key = received.path.rpartition("/")[2]
        self.heard[key].append(received.body)
        if hear := getattr(self.ways[key], "hear", None):
            hear(received.body)
        return 200

    def go(self, way):
        with contextlib.ExitStack() as stack:
            self.receiver = stack.enter_context(Receiver(self.take))
            arguments = ["--provider", way.provider.lower(), "--port", 0, "--memory", *self.arguments]
            self.url = stack.enter_context(Simulator(self.toque, *arguments)).url
            self.phisher = Phisher(self.url)
            stack.callback(self.phisher.stop)
            ways = [way(row, self) for row in self.rows]
            self.ways = {each.key: each for each in ways}
            with concurrent.futures.ThreadPoolExecutor(16) as pool:
                return list(pool.map(lambda each: each.go(), ways))


@pytest.mark.parametrize("way", [Ecommpay, PlacetoPay, TakeMe, Yuno], ids=lambda way: way.provider)
def test_a_payment_ends_as_its_row_says(toque, tmp_path, way):
    world = World(toque, tmp_path, way)
    outcomes = world.go(way)
    different = [
        f"{' | '.join(row.cells)}\n  {outcome}"
        for row, outcome in zip(world.rows, outcomes, strict=True)
        if outcome != (row.cells[5], row.cells[6], row.webhooks, row.exit)
    ]
    assert not different, "\n".join(["", *different])
