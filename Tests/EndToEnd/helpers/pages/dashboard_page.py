"""A sandbox by its control API, and its dashboard as a person with a mouse uses it."""

import contextlib
import json

from api_client import Client


class Sandbox:
    def __init__(self, simulator):
        self.url = simulator.url
        self.client = Client(simulator.url)

    def request(self, method, path, body=None):
        # Pages may take longer than the sandbox keeps an idle connection.
        with contextlib.closing(self.client.connection):
            answer = self.client.send(method, path, body)
        assert answer.status < 300, answer.content
        return answer.json if answer.content else None

    def trigger(self, event, **parameters):
        """Makes an object with a life, and returns its id."""
        made = self.request("POST", "/_toque/trigger", {"event": event, **parameters})["object"]
        # Some providers have other names for it.
        return made.get("id") or self.request("GET", "/_toque/objects?limit=1")["objects"][0]["id"]

    def status(self, identifier):
        return self.request("GET", f"/_toque/objects/{identifier}")["status"]

    def clock(self):
        return self.request("GET", "/_toque/clock")


def click(page, selector):
    """Opens the folds around an element and presses it, and waits for the page that follows."""
    page.evaluate(
        f"for (let e = document.querySelector({json.dumps(selector)}); e; e = e.parentElement)"
        " if (e.tagName === 'DETAILS') e.open = true"
    )
    page._and_load(lambda: page.evaluate(f"document.querySelector({json.dumps(selector)}).click()"))


def button(action):
    return f"form[action^='/_toque/view/{action}'] button[type=submit]"


def unfold(page):
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def fill(page, selector, text):
    page.evaluate(f"document.querySelector({json.dumps(selector)}).value = {json.dumps(text)}")
