#!/usr/bin/python3
"""A shop's backend for four checkout providers, small enough to read.

    toque simulate --provider yuno -- python3 backend.py        prints its URL and serves

It serves each provider whose server and keys are in the environment. The app never sees a secret key, and the backend
believes a provider alone: what the app says of a payment changes no order.
"""

import hmac
import importlib
import json
import os
import re
import traceback
import urllib.error
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from shop import Forged, Order, Refused

PROVIDERS = {
    name: importlib.import_module(name)
    for name in ("ecommpay", "placetopay", "takeme", "yuno")
    if f"TOQUE_{name.upper()}_SERVER" in os.environ
}
ORDERS = {}


def make_order(backend, body):
    """Gives the app what it hands to the provider's SDK."""
    order = Order(body["provider"], Decimal(body["amount"]), body["currency"], bool(body.get("hold")))
    for_app = PROVIDERS[order.provider].begin(order, f"{backend.url}/orders/{order.id}")
    ORDERS[order.id] = order
    return 201, {"order": order.id} | for_app


def show_order(backend, body, order):
    return 200, ORDERS[order].shown


def sign(backend, text):
    """Signs what ecommpay's SDK asks for, where it is what an order says and nothing else."""
    for order in ORDERS.values():
        if order.provider == "ecommpay" and hmac.compare_digest(PROVIDERS["ecommpay"].string_to_sign(order), text):
            return 200, PROVIDERS["ecommpay"].sign(text)
    raise Forged("no order says that")


def take_source(backend, body, order):
    """TakeMe's app makes the source and says so here, once. A source pays one order."""
    order, source = ORDERS[order], body["source"]
    is_taken = any(each.reference == source for each in ORDERS.values())
    if order.provider != "takeme" or order.reference != order.id or is_taken:
        raise Forged("it is not for this order")
    order.reference = source
    return 200, order.shown


def hear(backend, content, headers, provider):
    """A webhook. Whatever is not answered with 200 comes again, but for PlacetoPay's."""
    reference, payment = PROVIDERS[provider].hear(headers, content)
    for order in ORDERS.values():
        if (order.provider, order.reference) == (provider, reference):
            order.heard.append(PROVIDERS[provider].word(payment))
            learn(order, payment)
            return 200, {}
    return 404, {"error": "there is no such order"}


def ask(backend, body, order):
    """For the webhook that never comes: a job asks so for each order that has been open for too long."""
    order = ORDERS[order]
    payment = PROVIDERS[order.provider].ask(order)
    if payment is not None:
        learn(order, payment)
    return 200, order.shown


def capture(backend, body, order):
    """Takes what is held, or a part of it. Repeated, it takes nothing more."""
    order = ORDERS[order]
    if order.status == "held":
        PROVIDERS[order.provider].capture(order, Decimal(body.get("amount", order.amount)))
    return ask(backend, body, order.id)


def learn(order, payment):
    with order.lock:
        status, reason = PROVIDERS[order.provider].result(order, payment)
        order.take(status, reason)


ROUTES = [
    ("POST", r"/orders", make_order),
    ("GET", r"/orders/([\w-]+)", show_order),
    ("POST", r"/orders/([\w-]+)/source", take_source),
    ("POST", r"/orders/([\w-]+)/ask", ask),
    ("POST", r"/orders/([\w-]+)/capture", capture),
    ("POST", r"/sign", sign),
    ("POST", r"/webhooks/(\w+)", hear),
]


class Handler(BaseHTTPRequestHandler):
    def answer(self):
        try:
            status, body = self.call()
        except Forged as error:
            status, body = 403, {"error": str(error)}
        except Refused as refusal:
            status, body = 502, {"provider": refusal.status, "error": refusal.answer}
        except (KeyError, TypeError, ValueError, ArithmeticError) as error:
            status, body = 400, {"error": f"{type(error).__name__}: {error}"}
        except (OSError, urllib.error.URLError):
            # The provider was not reached, or its answer is lost. Whoever asked may ask again.
            traceback.print_exc()
            status, body = 502, {"error": "the provider does not answer"}
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain" if isinstance(body, bytes) else "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = answer

    def call(self):
        content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        for method, pattern, function in ROUTES:
            match = re.fullmatch(pattern, self.path.partition("?")[0])
            if match and method == self.command:
                if function is hear:
                    # Signatures are over the bytes as they came.
                    return hear(self.server, content, self.headers, *match.groups())
                body = content if function is sign else json.loads(content or b"{}")
                return function(self.server, body, *match.groups())
        return 404, {"error": f"no route {self.command} {self.path}"}

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 0))), Handler)
    server.url = os.environ.get("PUBLIC_URL", f"http://127.0.0.1:{server.server_port}")
    print(server.url, flush=True)
    server.serve_forever()
