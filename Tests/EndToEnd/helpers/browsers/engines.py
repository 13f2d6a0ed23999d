"""The browsers, each with an init script in every page and frame: Chromium, Firefox and WebKitGTK."""

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from browser import Browser

PATIENCE = 120
MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


def asynchronous(script):
    """JavaScript that runs the body of an asynchronous function, and gives its result or its error as JSON."""
    return (
        "(async () => { try { return JSON.stringify({ value: await (async () => {" + script + "})() ?? null }) }"
        " catch (error) { return JSON.stringify({ error: error.name, message: error.message }) } })()"
    )


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

    def __init__(self, script):
        self.script = script

    def __enter__(self):
        super().__enter__()
        self.call("Page.addScriptToEvaluateOnNewDocument", source=self.script)
        return self

    def run(self, script):
        return result(self.evaluate(asynchronous(script)))


class Firefox:
    """By WebDriver BiDi, which Firefox itself speaks."""

    missing = None if shutil.which("firefox-esr") or shutil.which("firefox") else "firefox-esr is not installed"

    def __init__(self, script):
        self.script = script

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
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.number:
                assert answer["type"] == "success", answer
                return answer["result"]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Driver:
    """A WebDriver server on a free port. A context manager."""

    def __init__(self, *command, environment={}):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.command, self.environment = [*command, f"--port={self.port}"], environment

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, env=os.environ | self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self
            assert self.process.poll() is None and time.monotonic() < deadline, f"{self.command[0]} did not start"
            time.sleep(0.05)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Display:
    """An X server without a screen: WebKitGTK has no mode without a window. A context manager."""

    def __enter__(self):
        reader, writer = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as stream:
            self.environment = {
                "DISPLAY": f":{stream.readline().strip()}",
                # WebKitGTK's sandbox needs user namespaces, which containers and root lack.
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
                "GDK_BACKEND": "x11",
            }
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def mini_browser():
    return next(map(str, sorted(Path("/").glob(MINI_BROWSERS[1:]), reverse=True)), None)


class WebKit:
    """By WebKitWebDriver, which has no init scripts: the script runs after each page has loaded."""

    missing = next(
        (f"{program} is not installed" for program in ("WebKitWebDriver", "Xvfb") if not shutil.which(program)), None)

    def __init__(self, script):
        self.script = script

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        with contextlib.ExitStack() as stack:
            display = stack.enter_context(Display())
            self.driver = stack.enter_context(Driver("WebKitWebDriver", environment=display.environment))
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
