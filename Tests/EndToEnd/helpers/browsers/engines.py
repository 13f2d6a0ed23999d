"""The browsers, each with an init script in every page and frame: Chromium, Firefox and WebKitGTK.

`answer` stands behind the function `toqueAnswer` of the pages, for `toque browser script --binding toqueAnswer`."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from browser import Browser
from drivers import PATIENCE, Display, Driver, mini_browser


def asynchronous(script):
    """JavaScript that runs the body of an asynchronous function, and gives its result or its error as JSON."""
    return (
        "(async () => { try { return JSON.stringify({ value: await (async () => {" + script + "})() ?? null }) }"
        " catch (error) { return JSON.stringify({ error: error.name, message: error.message }) } })()"
    )


# The function of the page: `send` is the browser's own way to the test, and the answers come to `toqueAnswered`.
BINDING = """
const waiting = new Map();
window.toqueAnswer = (body) => new Promise((resolve) => {
  const id = crypto.randomUUID();
  waiting.set(id, resolve);
  send(JSON.stringify({ id, body }));
});
window.toqueAnswered = (id, answer) => { waiting.get(id)(answer); waiting.delete(id); };
"""


class Failed(Exception):
    """The script's error by its name."""

    def __init__(self, name, message):
        super().__init__(f"{name}: {message}")
        self.name = name


def result(text):
    answer = json.loads(text)
    if "error" in answer:
        raise Failed(answer["error"], answer["message"])
    return answer["value"]


class Chromium(Browser):
    """By the Chrome DevTools Protocol."""

    missing = None if any(map(shutil.which, ["chromium", "google-chrome"])) else "chromium is not installed"

    def __init__(self, script, answer=None):
        self.script, self.answer = script, answer

    def __enter__(self):
        super().__enter__()
        if self.answer:
            self.call("Runtime.enable")
            self.call("Runtime.addBinding", name="toqueSend")
            self.script = f"{{ const send = window.toqueSend; {BINDING} }} {self.script}"
            threading.Thread(target=self._carry, args=(self.process, self.events), daemon=True).start()
        self.call("Page.addScriptToEvaluateOnNewDocument", source=self.script)
        return self

    def _carry(self, process, events):
        seen = 0
        while process.poll() is None:
            with self.changed:
                self.changed.wait_for(lambda: len(events) > seen, 1)
                new = events[seen:]
            seen += len(new)
            for event in new:
                if event["method"] == "Runtime.bindingCalled":
                    call = json.loads(event["params"]["payload"])
                    answered = f"toqueAnswered({json.dumps(call['id'])}, {json.dumps(self.answer(call['body']))})"
                    context = event["params"]["executionContextId"]
                    self._send("Runtime.evaluate", {"expression": answered, "contextId": context})

    def run(self, script):
        return result(self.evaluate(asynchronous(script)))


class Visitor:
    """What tests ask of a browser that can only run scripts; `Browser` has the same."""

    def evaluate(self, expression):
        return self.run(f"return ({expression})")

    def press(self, value):
        """Presses the form's button of this value, and waits for the page that follows."""
        self._and_load(lambda: self.evaluate(f"document.querySelector('button[value={value}]').click()"))

    def until(self, expression):
        """Waits until an expression has a true value."""
        deadline = time.monotonic() + PATIENCE
        while not (value := self.evaluate(expression)):
            assert time.monotonic() < deadline, f"{expression}: {value}\n{self.text}"
            time.sleep(0.02)
        return value

    @property
    def text(self):
        return self.evaluate("document.body.innerText")

    @property
    def url(self):
        return self.evaluate("location.href")

    def _and_load(self, action):
        self.evaluate("window.left = true")
        action()
        deadline = time.monotonic() + PATIENCE
        while True:
            # Between two pages there is none that could run a script.
            with contextlib.suppress(*self.between_pages):
                if self.evaluate("!window.left && document.readyState === 'complete'"):
                    return
            assert time.monotonic() < deadline, f"no page was loaded: {self.text}"
            time.sleep(0.02)


class NoAnswer(Exception):
    """Firefox refuses a command."""


class Firefox(Visitor):
    """By WebDriver BiDi, which Firefox itself speaks."""

    between_pages = (NoAnswer,)

    missing = None if shutil.which("firefox-esr") or shutil.which("firefox") else "firefox-esr is not installed"

    def __init__(self, script, answer=None):
        self.script, self.answer = script, answer

    def __enter__(self):
        import websocket

        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        command = [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", self.folder.name]
        environment = os.environ | {"HOME": self.folder.name}
        self.process = subprocess.Popen(
            command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        for line in self.process.stderr:
            if listening := re.search(r"ws://127\.0\.0\.1:\d+", line):
                break
        else:
            raise AssertionError(f"{program} did not listen")
        self.socket = websocket.create_connection(f"{listening[0]}/session", timeout=PATIENCE, suppress_origin=True)
        self.number = 0
        self.call("session.new", capabilities={})
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]
        if self.answer:
            self.call("session.subscribe", events=["script.message"])
            channel = {"type": "channel", "value": {"channel": "toque"}}
            script = f"(send) => {{ {{ {BINDING} }} {self.script} }}"
            self.call("script.addPreloadScript", functionDeclaration=script, arguments=[channel])
        else:
            self.call("script.addPreloadScript", functionDeclaration="() => {" + self.script + "}")
        return self

    def __exit__(self, *_):
        with contextlib.suppress(Exception):
            self.call("browser.close")
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.process.stderr.close()
        self.folder.cleanup()

    def open(self, url):
        self.call("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def run(self, script):
        answer = self.call(
            "script.evaluate", expression=asynchronous(script), target={"context": self.context}, awaitPromise=True)
        return result(answer["result"]["value"])

    def call(self, method, **parameters):
        number = self._send(method, parameters)
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") == "script.message":
                self._carry(answer["params"])
            if answer.get("id") == number:
                if answer["type"] != "success":
                    raise NoAnswer(answer)
                return answer["result"]

    def _carry(self, message):
        call = json.loads(message["data"]["value"])
        values = [{"type": "string", "value": text} for text in (call["id"], self.answer(call["body"]))]
        self._send("script.callFunction", {
            "functionDeclaration": "(id, answer) => window.toqueAnswered(id, answer)", "arguments": values,
            "target": {"realm": message["source"]["realm"]}, "awaitPromise": False})

    def _send(self, method, parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        return self.number


class WebKit(Visitor):
    """By WebKitWebDriver, which has no init scripts: the script runs after each page has loaded.

    With `proxy`, a context manager for a driver, commands go through it, and it has the script."""

    between_pages = (urllib.error.HTTPError,)

    missing = next(
        (f"{program} is not installed" for program in ("WebKitWebDriver", "Xvfb") if not shutil.which(program)), None)

    def __init__(self, script, proxy=None):
        self.script, self.proxy = script, proxy

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        with contextlib.ExitStack() as stack:
            display = stack.enter_context(Display())
            self.driver = stack.enter_context(Driver("WebKitWebDriver", environment=display.environment))
            if self.proxy:
                self.driver = stack.enter_context(self.proxy(self.driver))
            options = {"binary": mini_browser(), "args": ["--automation"]}
            body = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
            self.session = f"/session/{self.call('POST', '/session', body)['sessionId']}"
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        with contextlib.suppress(Exception):
            self.call("DELETE", self.session)
        self.stack.close()

    def open(self, url):
        self.call("POST", f"{self.session}/url", {"url": url})
        if self.proxy:
            return
        self.inject()
        for index in range(self.call("POST", f"{self.session}/execute/sync", {"script": "return frames.length", "args": []})):
            self.call("POST", f"{self.session}/frame", {"id": index})
            self.inject()
            self.call("POST", f"{self.session}/frame", {"id": None})

    def inject(self):
        self.call("POST", f"{self.session}/execute/sync", {"script": self.script, "args": []})

    def run(self, script):
        script = f"const done = arguments[0]; {asynchronous(script)}.then(done)"
        return result(self.call("POST", f"{self.session}/execute/async", {"script": script, "args": []}))

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.driver.url + path, data, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())["value"]


ENGINES = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}
